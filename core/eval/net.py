"""LineNet: a net that sees each cell through the four lines of eleven cells around it.

A line is two half-lines (`core.game.lines`) and the state of its centre, seen by the side to move.
Its features come from a perceptron with two hidden layers over the sum of the halves' embeddings,
so a line and its mirror image are equal. They are computed in fixed point when the line is first
seen; a cell's features are the sum of its four lines. The first half of a cell's features then
passes through a depth-wise 3x3 convolution; sums over the board give the value and, with the cell's
own features, the policy. Nothing depends on the size of the board.

    middle  = relu(relu(half[l] + half[r] + state) @ middle + middle_bias)
    line    = middle @ row + row_bias, rounded to 1/256
    f       = relu(sum of 4 lines)
    cell    = relu(conv3x3(f[:32])) ++ f[32:]
    pooled  = sum of cell over the board / 64
    hidden  = relu(pooled @ hidden);  outcome = softmax(relu(hidden @ value) @ outcome)

and `core.eval.policy` has the policy.

All that is computed for each cell or window is in 16 bits: sums of lines, convolved features in
units of 1/64, the part of the policy's units that comes from a cell, scaled by its largest weight,
in 1/64 too, and the products of a window's features and weights in 1/128. A vector instruction of
AVX2 does sixteen such sums or products. Evaluations take 0.6 times as long as in floating point.
The value differs by 0.0015 to 0.0065 from that of `training.learning.linenet`, the policy by 0.0003
to 0.0015 nats (300 positions of renju, four nets). Numbers from 512 on would overflow, sums of a
window's products from 256 times the unit's largest weight on: in self-play the shipped nets reach
-142 and 54 in the convolution, 110 in the units, 57 in the windows.

Line tables come from Rapfi's line-pattern nets (Jin 2025, arXiv 2503.13178), fixed point with exact
sums from NNUE (Nasu 2018).
"""

import cython
from cython.cimports.core.eval import policy
from cython.cimports.core.eval.evaluate import Evaluator
from cython.cimports.core.eval.fixed_point import LARGEST_SHORT, fixed, product
from cython.cimports.core.eval.layers import (
    BLOCK,
    CACHE_LINE,
    FEATURES,
    HALF,
    HIDDEN,
    KERNEL,
    LINE_SCALE,
    LOCAL,
    MIDDLE,
    NEAR,
    NEAR_SCALE,
    OFFSET,
    POLICY,
    STATES,
    UNKNOWN,
    VALUE,
    WINDOW_SCALE,
    Scratch,
    Weights,
)
from cython.cimports.core.eval.line_numbers import COMMON, LINES, PAIR_OF, PAIRS, common_lines
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import HALVES
from cython.cimports.core.game.squares import S_BLACK, S_EMPTY, STRIDE, Square
from cython.cimports.libc.math import fabsf, floorf
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

ARCHITECTURE = "linenet-3"

LARGEST = cython.declare(cython.float, 8000.0)  # of a line feature: four of them fit 16 bits
PRODUCT_SCALE = cython.declare(cython.float, 32768.0)  # what `product` divides by
POOL_SCALE = cython.declare(cython.float, 0.015625)

LAYOUT = (
    ("half", HALVES * HALF),
    ("state", STATES * HALF),
    ("middle", HALF * MIDDLE),
    ("middle_bias", MIDDLE),
    ("row", MIDDLE * FEATURES),
    ("row_bias", FEATURES),
    ("near", 9 * NEAR),
    ("near_bias", NEAR),
    ("hidden", FEATURES * HIDDEN),
    ("hidden_bias", HIDDEN),
    ("value", HIDDEN * VALUE),
    ("value_bias", VALUE),
    ("outcome", VALUE * 3),
    ("outcome_bias", 3),
    ("cell", FEATURES * POLICY),
    ("board", HIDDEN * POLICY),
    ("policy_bias", POLICY),
    ("policy", POLICY),
    ("gate", HIDDEN * FEATURES),
    ("policy_gate", HIDDEN * POLICY),
    ("local", FEATURES * LOCAL),
    ("local_bias", LOCAL),
    ("local_units", LOCAL * POLICY),
)
"""Name and length of each array of a net file, in the order of the fields of `Weights`."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _aligned(memory: cython.p_void) -> cython.p_void:
    """Return the beginning of the next cache line in memory allocated with one to spare.

    Evaluations take 1.17 times as long without it.
    """
    address: cython.size_t = cython.cast(cython.size_t, memory)
    return cython.cast(cython.p_char, memory) + (CACHE_LINE - address % CACHE_LINE)


@cython.final
@cython.cclass
class Net:
    """Weights of a net and the line features computed so far; shared by any number of evaluators.

    Raises:
        NetError: the file's net has another architecture or shape.
    """

    def __cinit__(self, file):
        weights: bytes = file.packed(ARCHITECTURE, LAYOUT)
        size: cython.size_t = LINES * FEATURES * cython.sizeof(cython.short)
        # calloc'ed zeros take no memory until they are written to.
        self.memory = calloc(size + cython.sizeof(Weights) + CACHE_LINE, 1)
        if self.memory == cython.NULL:
            raise MemoryError("no memory for the net")
        self.line_features = cython.cast(cython.p_short, _aligned(self.memory))
        self.weights = cython.cast(cython.pointer(Weights), self.line_features + LINES * FEATURES)
        memcpy(self.weights, cython.cast(cython.p_char, weights), len(weights))
        _fill_fixed_weights(self.weights)
        self.header = dict(file.header)

    def compute_ahead(self, lines: cython.int):
        """Compute the features of the next common lines; return True while some are left.

        A search computes any other line when it meets it, which takes about 3 us. The common lines,
        39,800 of 199,290, are most of those that the first searches of a game meet.

        Args:
            lines: number of lines to compute.
        """
        i: cython.int
        n: cython.int = common_lines()
        end: cython.int = min(self.ahead + lines, n)
        for i in range(self.ahead, end):
            _ensure_known(
                self.weights,
                self.line_features,
                self.line_features + COMMON[i] * FEATURES,
            )
        self.ahead = end
        return end < n

    def __dealloc__(self):
        free(self.memory)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_fixed_weights(w: cython.pointer(Weights)) -> cython.void:
    """Compute the weights of the convolution and of the windows in fixed point."""
    near_scale: cython.float = PRODUCT_SCALE * NEAR_SCALE / LINE_SCALE
    largest: cython.float
    i: cython.int
    j: cython.int
    for i in range(NEAR):
        w.fixed_near_bias[i] = fixed(w.near_bias[i] * NEAR_SCALE)
        for j in range(9):
            w.fixed_near[j][i] = fixed(w.near[j][i] * near_scale)
    for i in range(LOCAL):
        largest = 1e-9
        for j in range(FEATURES):
            largest = max(largest, fabsf(w.local[j][i]))
        for j in range(FEATURES):
            w.fixed_local[j][i] = fixed(w.local[j][i] / largest * LARGEST_SHORT)
        w.local_scale[i] = largest * PRODUCT_SCALE / (LARGEST_SHORT * WINDOW_SCALE)


@cython.final
@cython.cclass
class NetEvaluator(Evaluator):
    """Value and priors by a net; for one thread at a time.

    Args:
        net: evaluates for the side to move.
        for_white: evaluates for White instead of `net`.
    """

    def __cinit__(self, net: Net, for_white: Net = None):
        self.for_black = net
        self.for_white = net if for_white is None else for_white
        self.edge = 0
        self.filled = False
        self.memory = calloc(cython.sizeof(Scratch) + CACHE_LINE, 1)
        if self.memory == cython.NULL:
            raise MemoryError("no memory for the net")
        self.scratch = cython.cast(cython.pointer(Scratch), _aligned(self.memory))

    def __dealloc__(self):
        free(self.memory)

    def clone(self):
        return NetEvaluator(self.for_black, self.for_white)

    def compute_ahead(self, lines: cython.int):
        black = self.for_black.compute_ahead(lines)
        white = self.for_white.compute_ahead(lines)
        return black or white

    def outcomes(self, board: Board):
        """Return the chances that the side to move wins, draws and loses."""
        out: cython.float[3]
        self._sync(board)
        self._outcomes(out)
        return out[0], out[1], out[2]

    def evaluate(self, board: Board) -> cython.float:
        out: cython.float[3]
        self._sync(board)
        self._outcomes(out)
        return out[0] - out[2]

    def fill_priors(
        self,
        board: Board,
        moves: cython.p_ushort,
        priors: cython.p_float,
        n: cython.int,
    ) -> cython.void:
        self._sync(board)
        policy.fill_priors(self.weights, self.scratch, self.edge, moves, priors, n)

    def _sync(self, board: Board) -> cython.void:
        """Bring the scratch memory up to this position."""
        if self.filled and self.seen == board.hash and self.edge == board.edge:
            return
        if self.edge != board.edge:
            self.edge = board.edge
            memset(self.scratch.sums, 0, cython.sizeof(self.scratch.sums))
            memset(self.scratch.convolved, 0, cython.sizeof(self.scratch.convolved))
        if board.side == S_BLACK:
            self.weights = self.for_black.weights
            self.line_features = self.for_black.line_features
        else:
            self.weights = self.for_white.weights
            self.line_features = self.for_white.line_features
        self._sum_lines(board)
        self._convolve()
        self._compute_hidden()
        self.seen = board.hash
        self.filled = True

    def _sum_lines(self, board: Board) -> cython.void:
        """Compute the features of every cell from its four lines.

        Successive leaves differ in many lines: to skip the cells whose lines are those of the last
        position with the same side to move takes longer, visits at 0.94 times the rate. Nor are the
        reads the limit: features in 8 bits, common lines next to each other in memory, or finding
        all lines of a row before their sums make 0.97 to 1.01 times as many visits.
        """
        s: cython.pointer(Square)
        lines: cython.p_short
        a: cython.p_short
        b: cython.p_short
        c: cython.p_short
        d: cython.p_short
        pair_of: cython.pointer(cython.uint) = PAIR_OF[board.side - 1]
        x: cython.int
        y: cython.int
        square: cython.int
        for y in range(1, self.edge + 1):
            for x in range(1, self.edge + 1):
                square = y * STRIDE + x
                s = cython.address(board.squares[square])
                lines = self.line_features + _first_line(s.stone, board.side) * FEATURES
                a = lines + pair_of[s.code[0]] * FEATURES
                b = lines + pair_of[s.code[1]] * FEATURES
                c = lines + pair_of[s.code[2]] * FEATURES
                d = lines + pair_of[s.code[3]] * FEATURES
                if (a[0] == UNKNOWN) | (b[0] == UNKNOWN) | (c[0] == UNKNOWN) | (d[0] == UNKNOWN):
                    _ensure_known(self.weights, self.line_features, a)
                    _ensure_known(self.weights, self.line_features, b)
                    _ensure_known(self.weights, self.line_features, c)
                    _ensure_known(self.weights, self.line_features, d)
                _add_lines(a, b, c, d, self.scratch.sums[square])

    def _convolve(self) -> cython.void:
        """Convolve the first half of the features, and sum all features over the board."""
        total: cython.int[FEATURES]
        i: cython.int
        x: cython.int
        y: cython.int
        sums: cython.p_short
        convolved: cython.p_short
        for i in range(NEAR // BLOCK):
            self._convolve_block(i * BLOCK)
        for i in range(FEATURES):
            total[i] = 0
        # Two cells at a time: the sum of two features, which are never negative, fits 16 bits.
        for y in range(1, self.edge + 1):
            for x in range(1, self.edge + 1, 2):
                convolved = self.scratch.convolved[y * STRIDE + x]
                sums = self.scratch.sums[y * STRIDE + x]
                for i in range(NEAR):
                    total[i] += cython.cast(cython.ushort, convolved[i] + convolved[NEAR + i])
                for i in range(NEAR, FEATURES):
                    total[i] += cython.cast(cython.ushort, sums[i] + sums[FEATURES + i])
        for i in range(NEAR):
            self.scratch.pooled[i] = total[i] * (POOL_SCALE / NEAR_SCALE)
        for i in range(NEAR, FEATURES):
            self.scratch.pooled[i] = total[i] * (POOL_SCALE / LINE_SCALE)

    def _convolve_block(self, first: cython.int) -> cython.void:
        """Convolve a block of features of every cell, with its weights in registers."""
        weights: cython.short[KERNEL]
        bias: cython.short[BLOCK]
        # A local array cannot overlap with the inputs, which the compiler would otherwise check.
        out: cython.short[BLOCK]
        corner: cython.p_short
        cell: cython.p_short
        _x: cython.int
        y: cython.int
        i: cython.int
        k: cython.int
        for i in range(BLOCK):
            bias[i] = self.weights.fixed_near_bias[first + i]
            for k in range(9):
                weights[k * BLOCK + i] = self.weights.fixed_near[k][first + i]
        for y in range(1, self.edge + 1):
            corner = cython.address(self.scratch.sums[(y - 1) * STRIDE][first])
            cell = cython.address(self.scratch.convolved[y * STRIDE + 1][first])
            for _x in range(self.edge):
                _convolve_cell(weights, bias, corner, out)
                for i in range(BLOCK):
                    cell[i] = out[i]
                corner += FEATURES
                cell += NEAR

    def _compute_hidden(self) -> cython.void:
        """Compute the hidden features of the board."""
        w: cython.pointer(Weights) = self.weights
        pooled: cython.p_float = self.scratch.pooled
        total: cython.float[HIDDEN]
        i: cython.int
        j: cython.int
        for i in range(HIDDEN):
            total[i] = w.hidden_bias[i]
        for j in range(0, FEATURES, 4):
            for i in range(HIDDEN):
                total[i] += (pooled[j] * w.hidden[j][i] + pooled[j + 1] * w.hidden[j + 1][i]) + (
                    pooled[j + 2] * w.hidden[j + 2][i] + pooled[j + 3] * w.hidden[j + 3][i]
                )
        for i in range(HIDDEN):
            self.scratch.hidden[i] = max(total[i], 0)

    def _outcomes(self, out: cython.p_float) -> cython.void:
        """Write the chances to win, draw and lose."""
        w: cython.pointer(Weights) = self.weights
        units: cython.float[VALUE]
        i: cython.int
        j: cython.int
        for i in range(VALUE):
            units[i] = w.value_bias[i]
        for j in range(HIDDEN):
            for i in range(VALUE):
                units[i] += self.scratch.hidden[j] * w.value[j][i]
        for i in range(3):
            out[i] = w.outcome_bias[i]
        for j in range(VALUE):
            if units[j] > 0:
                for i in range(3):
                    out[i] += units[j] * w.outcome[j][i]
        policy.softmax(out, 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_line(stone: cython.int, side: cython.int) -> cython.int:
    """Return the index of the first line with this centre; a wall counts as an enemy stone."""
    if stone == S_EMPTY:
        return 0
    return PAIRS if stone == side else 2 * PAIRS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ensure_known(
    w: cython.pointer(Weights), lines: cython.p_short, features: cython.p_short
) -> cython.void:
    """Compute the features of a line unless they are known."""
    line: cython.int = cython.cast(cython.int, (features - lines) // FEATURES)
    pair: cython.int = line % PAIRS
    right: cython.int = 0
    if features[0] == UNKNOWN:
        while (right + 1) * (right + 2) // 2 <= pair:
            right += 1
        _compute_line(w, line // PAIRS, pair - right * (right + 1) // 2, right, features)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compute_line(
    w: cython.pointer(Weights),
    state: cython.int,
    left: cython.int,
    right: cython.int,
    features: cython.p_short,
) -> cython.void:
    middle: cython.float[MIDDLE]
    total: cython.float[FEATURES]
    unit: cython.float
    i: cython.int
    j: cython.int
    for i in range(MIDDLE):
        middle[i] = w.middle_bias[i]
    for j in range(HALF):
        unit = w.half[left][j] + w.half[right][j] + w.state[state][j]
        if unit > 0:
            for i in range(MIDDLE):
                middle[i] += unit * w.middle[j][i]
    for i in range(FEATURES):
        total[i] = w.row_bias[i]
    for j in range(MIDDLE):
        if middle[j] > 0:
            for i in range(FEATURES):
                total[i] += middle[j] * w.row[j][i]
    # The first number marks the line as known, so it is written last: another thread may read it.
    for i in range(FEATURES - 1, -1, -1):
        unit = floorf(total[i] * LINE_SCALE + cython.cast(cython.float, 0.5))
        unit = max(-LARGEST, min(LARGEST, unit))
        features[i] = cython.cast(cython.short, unit + OFFSET)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_lines(
    a: cython.p_short,
    b: cython.p_short,
    c: cython.p_short,
    d: cython.p_short,
    out: cython.p_short,
) -> cython.void:
    """Add four lines up, negative sums become 0."""
    total: cython.short[BLOCK]
    i: cython.int
    j: cython.int
    for j in range(0, FEATURES, 16):
        for i in range(BLOCK):
            total[i] = cython.cast(cython.short, a[j + i] + b[j + i] + c[j + i] + d[j + i])
        for i in range(BLOCK):
            out[j + i] = total[i] if total[i] > 0 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _convolve_cell(
    w: cython.p_short, bias: cython.p_short, corner: cython.p_short, out: cython.p_short
) -> cython.void:
    """Convolve a block of a cell's features; `corner` points at the first of the nine cells."""
    i: cython.int
    total: cython.short
    middle: cython.p_short = corner + STRIDE * FEATURES
    below: cython.p_short = middle + STRIDE * FEATURES
    for i in range(BLOCK):
        total = bias[i]
        total += product(corner[i], w[i])
        total += product(corner[i + FEATURES], w[BLOCK + i])
        total += product(corner[i + 2 * FEATURES], w[2 * BLOCK + i])
        total += product(middle[i], w[3 * BLOCK + i])
        total += product(middle[i + FEATURES], w[4 * BLOCK + i])
        total += product(middle[i + 2 * FEATURES], w[5 * BLOCK + i])
        total += product(below[i], w[6 * BLOCK + i])
        total += product(below[i + FEATURES], w[7 * BLOCK + i])
        total += product(below[i + 2 * FEATURES], w[8 * BLOCK + i])
        out[i] = total if total > 0 else 0
