# Declarations of squares.py for the other compiled modules.

cdef enum:
    STRIDE = 24           # a 22x22 board with a wall all around
    SQUARES = 576
    S_EMPTY = 0
    S_BLACK = 1
    S_WHITE = 2
    S_WALL = 3
    MAX_CHANGES = 9728    # 484 * 40 / 2, and those of a stone in the making

cdef struct Square:
    unsigned int code[4]       # by direction: id of the half-line backward * HALVES + forward
    # Of an empty square, without the line classes below L_OPEN_THREE.
    unsigned char line[4]      # line classes by direction: Black low bits, White high bits
    unsigned int nibbles       # the same by colour, White's in the upper half: four bits a direction
    unsigned char cls[2]       # cell class by colour
    unsigned char stone        # S_EMPTY, S_BLACK, S_WHITE, S_WALL

# A line class that a stone changed.
cdef struct Change:
    unsigned int key           # square, direction << 16, class << 24: until applied the new one, then the old
    unsigned char cls[2]       # cell classes of the square before

cdef int STEP[4]               # right, down, down-right, up-right
cdef unsigned long long ZOBRIST[4][SQUARES]    # by stone and square
cdef unsigned long long SIDE_KEY               # changes the side to move

cdef inline int enemy_of(int colour) noexcept nogil:
    return S_BLACK + S_WHITE - colour


cdef class Squares:
    cdef Square squares[SQUARES]
    cdef unsigned char reach[SQUARES][8]       # squares before a wall, at most 5: direction * 2, forward + 1
    cdef unsigned char *line_table
    cdef unsigned char *threat_table
    cdef unsigned char *cell_table[2]
    # The empty squares of each class from C_OPEN_THREE on, and their number, by colour.
    cdef unsigned short members[2][16][SQUARES]
    cdef unsigned short member_at[2][SQUARES]  # index of a square in its list
    cdef int count[2][16]
    # The line classes of empty squares that the stones have changed, in order of putting; a stone
    # lies on at most forty lines of other squares, and two squares share only one.
    cdef Change changes[MAX_CHANGES]
    cdef int changed                           # number of changes
    cdef int first_change[SQUARES]             # of each stone, in order of putting
    cdef int stones_on_board
    cdef int empties
    cdef unsigned long long hash
    cdef unsigned long long work               # stones put so far: the cost of a search
    cdef int edge
    cdef int rule_code

    cdef void put(self, int square, int colour) noexcept nogil
    cdef void lift(self, int square) noexcept nogil
    cdef unsigned int all_nibbles(self, int square) noexcept nogil
    cdef int cell_classes(self, int square) noexcept nogil
    cdef int cell_class(self, int square, int colour) noexcept nogil

    cdef _clear(self, int size, int rule_code)
    cdef void _copy_squares(self, Squares other) noexcept
    cdef void _measure(self) noexcept
    cdef void _measure_square(self, int square) noexcept


cdef void _enter(Squares board, int square) noexcept nogil
cdef void _move_member(Squares board, int square, int colour, int old, int new) noexcept nogil
cdef void _list_changes(Squares board, int square, int colour) noexcept nogil
cdef int _list_half(
    Squares board, int square, int d, int step, int shift, int length, int n
) noexcept nogil
cdef void _remove_codes(Squares board, int square, int colour) noexcept nogil
cdef void _lower_half(
    Squares board, int square, int d, int step, int shift, int length
) noexcept nogil
cdef void _apply_changes(Squares board, int first) noexcept nogil
cdef void _undo_changes(Squares board, int first) noexcept nogil
cdef void _set_classes(
    Squares board, Square *s, unsigned int black, unsigned int white
) noexcept nogil
