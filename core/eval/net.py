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
    logit   = relu(cell @ cell_weights + hidden @ board_weights) @ policy

Line tables come from Rapfi's line-pattern nets (Jin 2025, arXiv 2503.13178), fixed point with exact
sums from NNUE (Nasu 2018).
"""

import cython
from cython.cimports.core.eval.evaluate import Evaluator
from cython.cimports.core.game.board import S_BLACK, S_EMPTY, STRIDE, Board, Square
from cython.cimports.core.game.lines import CODES, HALF_OFFSET, HALF_SWAP, HALVES, POWER
from cython.cimports.libc.math import expf, floorf
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

ARCHITECTURE = "linenet-2"
"""The only architecture that `Net` reads."""

LARGEST = cython.declare(cython.float, 8000.0)  # of a line feature: four of them fit 16 bits
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
)
"""Name and length of each array of a net file, in the order of the fields of `Weights`."""


# Number of the unordered pair of halves of a line, by the side to move and the line's code.
_pair_of = cython.declare(cython.uint[CODES][2])


@cython.cfunc
def _fill_pairs() -> cython.void:
    left: cython.int
    right: cython.int
    code: cython.int
    for left in range(HALVES):
        for right in range(HALVES):
            code = left * HALVES + right
            _pair_of[0][code] = _pair_number(left, right)
            _pair_of[1][code] = _pair_number(HALF_SWAP[left], HALF_SWAP[right])


@cython.cfunc
@cython.exceptval(check=False)
def _pair_number(left: cython.int, right: cython.int) -> cython.int:
    high: cython.int = max(left, right)
    return high * (high + 1) // 2 + min(left, right)


_fill_pairs()

_common = cython.declare(cython.int[LINES])  # lines up to MOST_RARE, the commonest first
_n_common = cython.declare(cython.int, 0)


@cython.cfunc
def _list_common_lines() -> cython.void:
    """Fill `_common`; a line is rarer the more stones it has and the further apart they are."""
    global _n_common
    rarity_of: cython.int[HALVES]
    rarity: cython.int
    state: cython.int
    left: cython.int
    right: cython.int
    for left in range(HALVES):
        rarity_of[left] = _half_rarity(left)
    for rarity in range(MOST_RARE + 1):
        for state in range(STATES):
            for right in range(HALVES):
                for left in range(right + 1):
                    if rarity_of[left] + rarity_of[right] + 2 * (state > 0) == rarity:
                        _common[_n_common] = state * PAIRS + _pair_number(left, right)
                        _n_common += 1


@cython.cfunc
@cython.exceptval(check=False)
def _half_rarity(half: cython.int) -> cython.int:
    """Return 2 for each stone, less 1 for each pair of neighbours."""
    length: cython.int = 5
    rarity: cython.int = 0
    neighbour: cython.bint = False
    stone: cython.bint
    j: cython.int
    while half < HALF_OFFSET[length]:
        length -= 1
    for j in range(length):
        stone = (half - HALF_OFFSET[length]) // POWER[j] % 3 > 0
        rarity += 2 * stone - (stone and neighbour)
        neighbour = stone
    return rarity


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
        memcpy(self.weights, cython.cast(cython.p_char, weights), cython.sizeof(Weights))
        self.header = dict(file.header)

    def compute_ahead(self, lines: cython.int):
        """Compute the features of the next common lines; return True while some are left.

        A search computes any other line when it meets it, which takes about 3 us. The common lines,
        39,800 of 199,290, are most of those that the first searches of a game meet.

        Args:
            lines: number of lines to compute.
        """
        i: cython.int
        if _n_common == 0:
            _list_common_lines()
        end: cython.int = min(self.ahead + lines, _n_common)
        for i in range(self.ahead, end):
            _ensure_known(
                self.weights,
                self.line_features,
                self.line_features + _common[i] * FEATURES,
            )
        self.ahead = end
        return end < _n_common

    def __dealloc__(self):
        free(self.memory)


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
        w: cython.pointer(Weights)
        base: cython.float[POLICY]
        i: cython.int
        j: cython.int
        self._sync(board)
        w = self.weights
        for i in range(POLICY):
            base[i] = w.policy_bias[i]
        for j in range(HIDDEN):
            if self.scratch.hidden[j] > 0:
                for i in range(POLICY):
                    base[i] += self.scratch.hidden[j] * w.board[j][i]
        for i in range(n):
            priors[i] = _logit(w, self.scratch.cells[moves[i]], base)
        _softmax(priors, n)

    def _sync(self, board: Board) -> cython.void:
        """Bring the scratch memory up to this position."""
        if self.filled and self.seen == board.hash and self.edge == board.edge:
            return
        if self.edge != board.edge:
            self.edge = board.edge
            memset(self.scratch.near, 0, cython.sizeof(self.scratch.near))
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
        """Compute the features of every cell from its four lines."""
        s: cython.pointer(Square)
        lines: cython.p_short
        a: cython.p_short
        b: cython.p_short
        c: cython.p_short
        d: cython.p_short
        pair_of: cython.pointer(cython.uint) = _pair_of[board.side - 1]
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
                _add_lines(a, b, c, d, self.scratch.near[square], self.scratch.cells[square])

    def _convolve(self) -> cython.void:
        """Convolve the first half of the features, and sum all features over the board."""
        total: cython.float[FEATURES]
        i: cython.int
        x: cython.int
        y: cython.int
        cell: cython.p_float
        for i in range(NEAR // BLOCK):
            self._convolve_block(i * BLOCK)
        for i in range(FEATURES):
            total[i] = 0.0
        for y in range(1, self.edge + 1):
            for x in range(1, self.edge + 1):
                cell = self.scratch.cells[y * STRIDE + x]
                for i in range(FEATURES):
                    total[i] += cell[i]
        for i in range(FEATURES):
            self.scratch.pooled[i] = total[i] * POOL_SCALE

    def _convolve_block(self, first: cython.int) -> cython.void:
        """Convolve a block of features of every cell, with its weights in registers."""
        weights: cython.float[KERNEL]
        bias: cython.float[BLOCK]
        # A local array: it cannot overlap with the inputs, which the compiler would else check.
        out: cython.float[BLOCK]
        corner: cython.p_float
        cell: cython.p_float
        _x: cython.int
        y: cython.int
        i: cython.int
        k: cython.int
        for i in range(BLOCK):
            bias[i] = self.weights.near_bias[first + i]
            for k in range(9):
                weights[k * BLOCK + i] = self.weights.near[k][first + i]
        for y in range(1, self.edge + 1):
            corner = cython.address(self.scratch.near[(y - 1) * STRIDE][first])
            cell = cython.address(self.scratch.cells[y * STRIDE + 1][first])
            for _x in range(self.edge):
                _convolve_cell(weights, bias, corner, out)
                for i in range(BLOCK):
                    cell[i] = out[i]
                corner += NEAR
                cell += FEATURES

    def _compute_hidden(self) -> cython.void:
        """Compute the hidden features of the board."""
        w: cython.pointer(Weights) = self.weights
        i: cython.int
        j: cython.int
        for i in range(HIDDEN):
            self.scratch.hidden[i] = w.hidden_bias[i]
        for j in range(FEATURES):
            for i in range(HIDDEN):
                self.scratch.hidden[i] += self.scratch.pooled[j] * w.hidden[j][i]
        for i in range(HIDDEN):
            self.scratch.hidden[i] = max(self.scratch.hidden[i], 0)

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
        _softmax(out, 3)


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
    near: cython.p_float,
    cell: cython.p_float,
) -> cython.void:
    """Add four lines up and convert the sum from fixed point, negative sums to 0.

    With its offsets a sum may overflow 16 bits; subtracting the offsets brings it back.
    """
    total: cython.short[FEATURES]
    i: cython.int
    scale: cython.float = cython.cast(cython.float, 1.0) / LINE_SCALE
    for i in range(FEATURES):
        total[i] = cython.cast(cython.short, a[i] + b[i] + c[i] + d[i] - 4 * OFFSET)
    for i in range(FEATURES):
        total[i] = total[i] if total[i] > 0 else 0
    for i in range(NEAR):
        near[i] = total[i] * scale
    for i in range(FAR):
        cell[NEAR + i] = total[NEAR + i] * scale


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _convolve_cell(
    w: cython.p_float, bias: cython.p_float, corner: cython.p_float, out: cython.p_float
) -> cython.void:
    """Convolve a block of a cell's features; `near` points at the first of the nine cells."""
    i: cython.int
    total: cython.float
    middle: cython.p_float = corner + STRIDE * NEAR
    below: cython.p_float = middle + STRIDE * NEAR
    for i in range(BLOCK):
        total = bias[i]
        total += corner[i] * w[i]
        total += corner[i + NEAR] * w[BLOCK + i]
        total += corner[i + 2 * NEAR] * w[2 * BLOCK + i]
        total += middle[i] * w[3 * BLOCK + i]
        total += middle[i + NEAR] * w[4 * BLOCK + i]
        total += middle[i + 2 * NEAR] * w[5 * BLOCK + i]
        total += below[i] * w[6 * BLOCK + i]
        total += below[i + NEAR] * w[7 * BLOCK + i]
        total += below[i + 2 * NEAR] * w[8 * BLOCK + i]
        out[i] = total if total > 0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _logit(w: cython.pointer(Weights), cell: cython.p_float, base: cython.p_float) -> cython.float:
    units: cython.float[POLICY]
    logit: cython.float = 0.0
    i: cython.int
    j: cython.int
    for i in range(POLICY):
        units[i] = base[i]
    # Four features at a time keep the sums in registers.
    for j in range(0, FEATURES, 4):
        for i in range(POLICY):
            units[i] += (cell[j] * w.cell[j][i] + cell[j + 1] * w.cell[j + 1][i]) + (
                cell[j + 2] * w.cell[j + 2][i] + cell[j + 3] * w.cell[j + 3][i]
            )
    for i in range(POLICY):
        logit += max(units[i], 0) * w.policy[i]
    return logit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _softmax(values: cython.p_float, n: cython.int) -> cython.void:
    most: cython.float = -1e30
    total: cython.float = 0.0
    i: cython.int
    for i in range(n):
        most = max(most, values[i])
    for i in range(n):
        values[i] = expf(values[i] - most)
        total += values[i]
    for i in range(n):
        values[i] /= total
