# Declarations of threats.py for the other compiled modules.

from core.game.board cimport Board

cdef enum:
    NO_SQUARE = 0

cdef int parries(Board board, unsigned short *out) noexcept nogil
cdef bint makes_four(Board board, int square, int colour) noexcept nogil
cdef int winning_four(Board board, int attacker) noexcept nogil
cdef int defences(Board board, int four, unsigned short *out) noexcept nogil
cdef int keep_fours(
    Board board, unsigned short *moves, int first, int n
) noexcept nogil
