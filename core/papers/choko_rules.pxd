# Declarations of choko_rules.py for the other compiled modules.

cimport cython

cdef enum:
    EDGE = 5
    CELLS = 25
    WAYS = 100            # four directions from each square
    PLANE_BYTES = 175     # seven planes
    FIRST_MOVE = 25       # the first action that is a move
    FIRST_JUMP = 125      # the first action that is a jump
    LAST_PLY = 100
    ACTIONS_AT_ONCE = 1024 # room for the legal actions of a position


@cython.final
cdef class ChokoPosition:
    cdef signed char board[CELLS]
    cdef readonly int to_move
    cdef readonly int initiative
    cdef readonly int played
    cdef readonly int taken
    cdef int hand_of_blue
    cdef int hand_of_red
    cdef tuple found                       # the legal actions, once they are known

    cdef int _pieces(self, int player) noexcept nogil
    cdef int _actions(self, short *actions) noexcept nogil
    cdef int _extras(self, int jumped, int first, short *actions) noexcept nogil
    cdef void _shift(self, int action) noexcept nogil
