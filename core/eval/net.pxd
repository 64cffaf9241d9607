# Declarations of net.py for the other compiled modules.

cimport cython
from core.eval.evaluate cimport Evaluator
from core.eval.layers cimport Scratch, Weights
from core.game.board cimport Board


# The weights, and the features of the lines seen so far.
@cython.final
cdef class Net:
    cdef void *memory                               # of weights and line features
    cdef Weights *weights
    cdef short *line_features                       # [LINES][FEATURES]; UNKNOWN: not computed yet
    cdef int ahead                                  # common lines computed ahead
    cdef readonly dict header


@cython.final
cdef class NetEvaluator(Evaluator):
    cdef Net for_black
    cdef Net for_white
    cdef Weights *weights                  # of the side to move at the last position
    cdef short *line_features
    cdef unsigned long long seen           # hash of the position in the scratch memory
    cdef bint filled
    cdef int edge
    cdef void *memory                      # of the scratch memory
    cdef Scratch *scratch

    cdef void _sync(self, Board board) noexcept nogil
    cdef void _sum_lines(self, Board board) noexcept nogil
    cdef void _convolve(self) noexcept nogil
    cdef void _convolve_block(self, int first) noexcept nogil
    cdef void _compute_hidden(self) noexcept nogil
    cdef void _outcomes(self, float *out) noexcept nogil
