# Declarations of board.py for the other compiled modules.

cimport cython
from core.game.squares cimport SQUARES, Squares

# Foul codes of Board.foul_at.
cdef enum:
    NO_FOUL = 0
    OVERLINE = 1
    DOUBLE_FOUR = 2
    DOUBLE_THREE = 3


@cython.final
cdef class Board(Squares):
    cdef unsigned short history[SQUARES]
    cdef int played                        # moves in history
    cdef int side                          # S_BLACK or S_WHITE, to move
    cdef int won_by
    cdef object _rule
    cdef list _setup                       # stones set up, not played

    cdef void make(self, int square) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef unsigned long long hash_after(self, int square) noexcept nogil
    cdef int foul_at(self, int square) noexcept nogil
    cdef bint legal_for(self, int square, int colour) noexcept nogil
    cdef bint has_legal_move(self) noexcept nogil
    cdef int square_of(self, int x, int y) except -1
    cdef tuple point_of(self, int square)

    cdef void _pass_turn(self) noexcept nogil
    cdef bint _extends(self, int square, int step, int d) noexcept nogil
    cdef _set_up(self, list stones, object to_move)
    cdef bint _play_all(self, list moves) except -1
    cdef _place_walls(self, list walls)
    cdef _find_winner(self)
    cdef int _free_square(self, int x, int y) except -1
    cdef list _points_by_class(self, int colour)
    cdef list _empty_points(self)
    cdef list _line_of(self, int colour)
    cdef list _run(self, int square, int d)
