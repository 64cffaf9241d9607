# The shape of LineNet, its weights, and what an evaluator computes of a position.

from core.eval.line_numbers cimport STATES
from core.game.lines cimport HALVES
from core.game.moves cimport MAX_MOVES
from core.game.squares cimport SQUARES

# The shape of the net "linenet-3".
cdef enum:
    HALF = 128            # width of a half-line's embedding
    MIDDLE = 256          # of the layer between that and a line's features
    FEATURES = 64         # of a line, and of a cell
    NEAR = 32             # features that are convolved
    BLOCK = 16            # features computed at a time
    KERNEL = 144          # weights of a block in the convolution: 9 * BLOCK
    HIDDEN = 64           # of the board
    VALUE = 32
    POLICY = 16
    LOCAL = 32            # of a window of 5x5 cells
    REACH = 2             # of a window, from the centre of its block of cells
    SPACING = 3           # edge of a block; one window each
    WINDOWS = 8           # in a row of the largest board
    CELL_WEIGHTS = 1024   # FEATURES * POLICY
    TWO = 32              # 2 * POLICY: steps of loops, for two moves or two features
    LINE_SCALE = 256      # fixed-point units in 1.0 of a line feature, and of sums of them
    NEAR_SCALE = 64       # of a convolved feature
    WINDOW_SCALE = 128    # of a window's feature
    UNKNOWN = 0           # first number of a line not computed yet
    OFFSET = 16384        # added to every number of known lines: none is UNKNOWN, and the offsets
                          # of four lines make 65536, which 16 bits leave out
    CACHE_LINE = 64       # bytes

cdef struct Weights:
    float half[HALVES][HALF]
    float state[STATES][HALF]
    float middle[HALF][MIDDLE]
    float middle_bias[MIDDLE]
    float row[MIDDLE][FEATURES]
    float row_bias[FEATURES]
    float near[9][NEAR]
    float near_bias[NEAR]
    float hidden[FEATURES][HIDDEN]
    float hidden_bias[HIDDEN]
    float value[HIDDEN][VALUE]
    float value_bias[VALUE]
    float outcome[VALUE][3]
    float outcome_bias[3]
    float cell[FEATURES][POLICY]
    float board[HIDDEN][POLICY]
    float policy_bias[POLICY]
    float policy[POLICY]
    float gate[HIDDEN][FEATURES]
    float policy_gate[HIDDEN][POLICY]
    float local[FEATURES][LOCAL]
    float local_bias[LOCAL]
    float local_units[LOCAL][POLICY]
    # The arrays above are those of the file; the ones below are computed from them.
    short fixed_near[9][NEAR]
    short fixed_near_bias[NEAR]
    short fixed_local[FEATURES][LOCAL]  # shares of the largest weight of their unit
    float local_scale[LOCAL]            # of a unit's sum of products


# What an evaluator computes for a position.
cdef struct Scratch:
    # Features of cells, with a border of zeros, STRIDE cells a row.
    short sums[SQUARES][FEATURES]       # of lines
    short convolved[SQUARES][NEAR]      # the first half, after the convolution
    short units[MAX_MOVES + 1][POLICY]  # of the policy: the part that comes from a move's cell
    float pooled[FEATURES]
    float hidden[HIDDEN]
    # The policy's weights, which depend on the position.
    short cell[FEATURES][POLICY]        # in fixed point
    float unit_scale[TWO]         # of the sums made with `cell`, for two moves
    float half_policy[TWO]        # half of a unit's weight, for two moves
    float local[WINDOWS * WINDOWS][POLICY]      # of the units, what is equal for a window's moves
    bint local_known[WINDOWS * WINDOWS]
