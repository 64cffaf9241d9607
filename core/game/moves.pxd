# Declarations of moves.py for the other compiled modules.

from core.game.board cimport Board

cdef enum:
    MAX_MOVES = 484       # squares of the largest board

cdef int all_moves(Board board, unsigned short *out) noexcept nogil
cdef int near_moves(Board board, unsigned short *out) noexcept nogil
cdef int adjacent_moves(Board board, unsigned short *out) noexcept nogil
cdef int list_members(Board board, int colour, int cls, unsigned short *out) noexcept nogil
cdef int list_threats(Board board, int colour, int least, unsigned short *out) noexcept nogil
cdef int keep_legal(Board board, unsigned short *moves, int n) noexcept nogil
