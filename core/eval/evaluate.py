"""Value and priors of a position, from the line classes or from random playouts.

Evaluators expect a position that nobody has won yet.
"""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import (
    C_FIVE,
    C_OPEN_FOUR,
    RULE_CARO,
    RULE_CARO_EXACT,
    RULE_RENJU,
    RULE_STANDARD,
)
from cython.cimports.core.game.moves import MAX_MOVES, all_moves, near_moves
from cython.cimports.core.game.squares import S_BLACK, S_EMPTY, SQUARES, STEP, STRIDE, enemy_of
from cython.cimports.libc.math import tanhf

_own_weight = cython.declare(cython.float[16])
_enemy_weight = cython.declare(cython.float[16])
_own_value = cython.declare(cython.float[16])
_enemy_value = cython.declare(cython.float[16])


@cython.cfunc
def _fill(table: cython.pointer(cython.float), values: tuple) -> cython.void:
    i: cython.int
    for i in range(16):
        table[i] = values[i]


# Prior weights of a square, before normalization, by its cell class for the side to move and for
# the enemy. The tables are indexed by the cell classes C_NONE to C_FOUL_MAYBE (core.game.lines).
_fill(_own_weight, (1, 2, 6, 12, 10, 18, 40, 70, 160, 25, 60, 800, 3000, 1e6, 0, 30))
_fill(_enemy_weight, (0.5, 1, 3, 6, 5, 9, 16, 26, 50, 12, 20, 200, 900, 1e5, 0.2, 10))
# Value of each square of a class for either side, before tanh, and the value of having the move.
# Fitted by logistic regression to the outcomes of 1,026 self-play games (21,087 positions; log loss
# on held-out games 0.52, against 0.69 for a coin flip). Own four-threes are set by hand, since the
# VCF search had already decided those positions.
_fill(
    _own_value,
    (0, 0, 0.013, 0.081, 0.019, 0.09, 0.121, 0.264, 0.247, 0.12, 0.302, 0.6, 2.0, 9.0, 0, 0.1),
)
_fill(
    _enemy_value,
    (0, 0.001, 0.011, 0.069, 0.016, 0.094, 0.109, 0.191, 0.206, 0.116, 0.278, 0.43, 0.61, 0, 0, 0),
)
MOVE_VALUE = cython.declare(cython.float, 0.41)


@cython.cclass
class Evaluator:
    """Base of the evaluators: an even value and uniform priors."""

    def priors(self, board: Board):
        """Return the candidate moves with their priors, highest first; the priors sum to 1."""
        moves: cython.ushort[MAX_MOVES]
        weights: cython.float[MAX_MOVES]
        n: cython.int
        i: cython.int
        n = all_moves(board, moves) if self.full_width else near_moves(board, moves)
        self.fill_priors(board, moves, weights, n)
        listed = [(board.point_of(moves[i]), float(weights[i])) for i in range(n)]
        return sorted(listed, key=_by_prior)

    def clone(self):
        """Return an equivalent evaluator for another thread."""
        return self

    def compute_ahead(self, lines: cython.int):
        """Compute what the first searches need of a net; return True while some is left.

        Args:
            lines: number of lines to compute for each colour.
        """
        return False

    def value(self, board: Board):
        """Return the expected outcome for the side to move: -1 lost, 0 even, +1 won."""
        return float(self.evaluate(board))

    def evaluate(self, board: Board) -> cython.float:
        return 0.0

    def fill_priors(
        self,
        board: Board,
        moves: cython.pointer(cython.ushort),
        priors: cython.pointer(cython.float),
        n: cython.int,
    ) -> cython.void:
        i: cython.int
        for i in range(n):
            priors[i] = cython.cast(cython.float, 1.0) / n


def _by_prior(entry):
    return -entry[1]


@cython.cclass
class LinesEvaluator(Evaluator):
    """Value and priors from the line classes (five, open four, four, open three, ...)."""

    def evaluate(self, board: Board) -> cython.float:
        own: cython.int = board.side - 1
        enemy: cython.int = 1 - own
        score: cython.float = MOVE_VALUE
        classes: cython.int
        square: cython.int
        if board.count[own][C_FIVE]:
            return 1.0
        if board.count[enemy][C_FIVE] >= 2:
            return -1.0
        if board.count[own][C_OPEN_FOUR] and not board.count[enemy][C_FIVE]:
            return 1.0
        for square in range(STRIDE, (board.edge + 1) * STRIDE):
            if board.squares[square].stone == S_EMPTY:
                classes = board.cell_classes(square)
                score += _own_value[classes >> (4 * own) & 15]
                score -= _enemy_value[classes >> (4 * enemy) & 15]
        return tanhf(score)

    def fill_priors(
        self,
        board: Board,
        moves: cython.pointer(cython.ushort),
        priors: cython.pointer(cython.float),
        n: cython.int,
    ) -> cython.void:
        own: cython.int = board.side - 1
        total: cython.float = 0.0
        weight: cython.float
        classes: cython.int
        i: cython.int
        for i in range(n):
            classes = board.cell_classes(moves[i])
            weight = (
                _own_weight[classes >> (4 * own) & 15]
                + _enemy_weight[classes >> (4 * (1 - own)) & 15]
            )
            priors[i] = weight
            total += weight
        for i in range(n):
            priors[i] /= total


@cython.cclass
class RolloutEvaluator(Evaluator):
    """Uniform priors, and the outcome of one uniformly random playout as the value.

    Args:
        seed: makes the playouts repeatable.
    """

    def __init__(self, seed: cython.ulonglong = 0):
        self.full_width = True
        self.state = seed * 2 + 0x9E3779B9

    def clone(self):
        return RolloutEvaluator(self._random(0x7FFFFFFF))

    def _random(self, below: cython.uint) -> cython.uint:
        """Return a random number in [0, below), by xorshift64*."""
        self.state ^= self.state >> 12
        self.state ^= self.state << 25
        self.state ^= self.state >> 27
        return cython.cast(
            cython.uint,
            (
                ((self.state * cython.cast(cython.ulonglong, 0x2545F4914F6CDD1D)) >> 32)
                * cython.cast(cython.ulonglong, below)
            )
            >> 32,
        )

    def evaluate(self, board: Board) -> cython.float:
        """Return the outcome of one playout.

        Renju fouls are ignored, except that an overline does not win.
        """
        stones: cython.uchar[SQUARES]
        empties: cython.ushort[MAX_MOVES]
        n: cython.int = 0
        square: cython.int
        pick: cython.int
        colour: cython.int = board.side
        for square in range(SQUARES):
            stones[square] = board.squares[square].stone
            if stones[square] == S_EMPTY:
                empties[n] = square
                n += 1
        while n > 0:
            pick = self._random(n)
            square = empties[pick]
            n -= 1
            empties[pick] = empties[n]
            stones[square] = colour
            if _wins(stones, square, colour, board.rule_code):
                return 1.0 if colour == board.side else -1.0
            colour = enemy_of(colour)
        return 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wins(
    stones: cython.pointer(cython.uchar),
    square: cython.int,
    colour: cython.int,
    rule_code: cython.int,
) -> cython.bint:
    """Return whether the stone just put on `square` wins by the rule's definition of five."""
    enemy: cython.int = enemy_of(colour)
    d: cython.int
    ahead: cython.int
    behind: cython.int
    n: cython.int
    for d in range(4):
        ahead = square + STEP[d]
        while stones[ahead] == colour:
            ahead += STEP[d]
        behind = square - STEP[d]
        while stones[behind] == colour:
            behind -= STEP[d]
        n = (ahead - behind) // STEP[d] - 1
        if n >= 5 and _run_wins(
            n, stones[ahead] == enemy and stones[behind] == enemy, colour, rule_code
        ):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _run_wins(
    n: cython.int, blocked: cython.bint, colour: cython.int, rule_code: cython.int
) -> cython.bint:
    """Return whether a run of n >= 5 wins; `blocked` means the enemy holds both its ends."""
    if rule_code == RULE_STANDARD or (rule_code == RULE_RENJU and colour == S_BLACK):
        return n == 5
    if rule_code == RULE_CARO:
        return n >= 6 or not blocked
    if rule_code == RULE_CARO_EXACT:
        return n == 5 and not blocked
    return True
