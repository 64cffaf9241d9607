# Declarations of net.py for the other compiled modules.

cimport cython
from core.eval.evaluate cimport Evaluator
from core.eval.line_numbers cimport STATES
from core.game.board cimport Board
from core.game.lines cimport HALVES
from core.game.moves cimport MAX_MOVES
from core.game.squares cimport SQUARES

# The shape of the net "linenet-2".
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
    TWO_MOVES = 32        # 2 * POLICY
    LINE_SCALE = 256      # fixed-point units in 1.0 of a line feature, and of sums of them
    NEAR_SCALE = 64       # of a convolved feature
    UNKNOWN = 0           # first number of a line not computed yet
    OFFSET = 8001         # added to every number of known lines, so that none is UNKNOWN
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
    # The arrays above are those of the file; the ones below are computed from them.
    short fixed_near[9][NEAR]
    short fixed_near_bias[NEAR]
    short fixed_cell[FEATURES][POLICY]
    float unit_scale[TWO_MOVES]         # of the sums made with `fixed_cell`, for two moves
    float half_policy[TWO_MOVES]        # half of `policy`, for two moves


# What an evaluator computes for a position.
cdef struct Scratch:
    # Features of cells, with a border of zeros, STRIDE cells a row.
    short sums[SQUARES][FEATURES]       # of lines
    short convolved[SQUARES][NEAR]      # the first half, after the convolution
    short units[MAX_MOVES + 1][POLICY]  # of the policy: the part that comes from a move's cell
    float pooled[FEATURES]
    float hidden[HIDDEN]


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
