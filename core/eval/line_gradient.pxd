# Declarations of line_gradient.py.

cimport cython
from core.eval.layers cimport NEAR
from core.game.squares cimport SQUARES

cdef enum:
    SCRATCH = SQUARES * NEAR    # a board of 22x22 inside a border
    BLOCK = 8                   # features convolved at a time
    KERNEL = 72                 # weights of a block: 9 * BLOCK

@cython.final
cdef class LineIndex:
    cdef int *place                        # [LINES]: index in the batch's list, from 1; 0: not seen
    cdef readonly int count

    cdef void _number_board(
        self, unsigned char *cells, int size, int *where, long long *distinct
    ) noexcept nogil


@cython.final
cdef class FeatureKernel:
    cdef float masked[SCRATCH]               # gradients after the convolution, with a border
    cdef float scratch[SCRATCH]              # gradients before it, with a border too

    cdef void _mask(self, int size, float *out, float *gradient) noexcept nogil
    cdef void _scatter(
        self, int *where, int size, float *near, float *out, float *gradient, float *lines_gradient
    ) noexcept nogil
