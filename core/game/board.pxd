# Declarations of board.py for the other compiled modules.

cimport cython

cdef enum:
    STRIDE = 24           # a 22x22 board with a wall all around
    SQUARES = 576
    S_EMPTY = 0
    S_BLACK = 1
    S_WHITE = 2
    S_WALL = 3

# Foul codes of Board.foul_at.
cdef enum:
    NO_FOUL = 0
    OVERLINE = 1
    DOUBLE_FOUR = 2
    DOUBLE_THREE = 3

cdef struct Square:
    unsigned int code[4]       # by direction: id of the half-line backward * HALVES + forward
    unsigned char line[4]      # line classes by direction: Black low bits, White high bits
    unsigned short nibbles[2]  # the same by colour: four bits a direction
    unsigned char cls[2]       # cell class by colour, kept while the square is empty
    unsigned char stone        # S_EMPTY, S_BLACK, S_WHITE, S_WALL

cdef int STEP[4]               # right, down, down-right, up-right

cdef inline int enemy_of(int colour) noexcept nogil:
    return S_BLACK + S_WHITE - colour


@cython.final
cdef class Board:
    cdef Square squares[SQUARES]
    cdef unsigned char reach[SQUARES][8]       # squares before a wall, at most 5: direction * 2, forward + 1
    cdef unsigned char *line_table
    cdef unsigned char *cell_table[2]
    # The empty squares of each class from C_OPEN_THREE on, and the counts of all classes,
    # by colour.
    cdef unsigned short members[2][16][SQUARES]
    cdef unsigned short member_at[2][SQUARES]         # index of a square in its list
    cdef int count[2][16]
    cdef unsigned short history[SQUARES]
    cdef int played                        # moves in history
    cdef int stones_on_board
    cdef int empties
    cdef int side                          # S_BLACK or S_WHITE, to move
    cdef int won_by
    cdef unsigned long long hash
    cdef unsigned long long work           # stones put so far: the cost of a search
    cdef int edge
    cdef int rule_code
    cdef object _rule
    cdef list _setup                       # stones set up, not played

    cdef void make(self, int square) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void put(self, int square, int colour) noexcept nogil
    cdef void lift(self, int square) noexcept nogil
    cdef unsigned long long hash_after(self, int square) noexcept nogil
    cdef int foul_at(self, int square) noexcept nogil
    cdef bint legal_for(self, int square, int colour) noexcept nogil
    cdef bint has_legal_move(self) noexcept nogil
    cdef int square_of(self, int x, int y) except -1
    cdef tuple point_of(self, int square)

    cdef void _clear(self) noexcept
    cdef void _measure(self) noexcept
    cdef void _measure_square(self, int square) noexcept
    cdef void _classify(self, int square) noexcept nogil
    cdef void _add_member(self, int square, int colour, int cls) noexcept nogil
    cdef void _remove_member(self, int square, int colour) noexcept nogil
    cdef void _change_line(self, Square *s, int d, unsigned int value) noexcept nogil
    cdef void _shift_codes(self, int square, int digit) noexcept nogil
    cdef void _shift_half(self, int square, int d, int step, int shift, int n) noexcept nogil
    cdef void _pass_turn(self) noexcept nogil
    cdef bint _extends(self, int square, int step, int d) noexcept nogil
    cdef _set_up(self, list stones, object to_move)
    cdef _place_walls(self, list walls)
    cdef void _put_setup(self, int square, int colour) noexcept
    cdef int _free_square(self, int x, int y) except -1
    cdef list _empty_points(self)
    cdef list _run(self, int square, int d)
