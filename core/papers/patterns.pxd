# Declarations of patterns.py for the other compiled modules.

cimport cython
from core.game.board cimport Board
from core.game.squares cimport SQUARES

cdef enum:
    SHAPES_A_SIDE = 16
    PATTERNS = 32         # Black's shapes, then White's
    WINDOW = 7            # cells of the longest shape


@cython.final
cdef class Patterns:
    cdef unsigned char stones[SQUARES]
    cdef unsigned short window[4][SQUARES]     # seven cells from a square on, two bits each
    cdef int count[PATTERNS]

    cdef void update(self, Board board) noexcept nogil
    cdef void set_square(self, int square, int stone) noexcept nogil
    cdef float worth(self, Board board, int square, int colour) noexcept nogil
    cdef void _add(self, unsigned int matches, int sign) noexcept nogil
    cdef void _read_windows(self) noexcept nogil
