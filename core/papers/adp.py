"""The evaluation of Adaptive Dynamic Programming: a perceptron over the pattern counts.

Three layers of 162, 60 and 1 units, each a sigmoid (Cao and Lin; Zhao, Zhang and Dai 2012). The
count n of a pattern gives five inputs: n > 0, n > 1, n > 2, n > 3, and (n - 4) / 2 where n is above
4. Two more tell the side to move. The output is the chance that Black wins. The paper does not give
the width of the hidden layer; the program its authors published has 60 units.

A net file whose header says `symmetric` holds a perceptron that sees every position as Black's to
move, with the colours exchanged if White is; its output is the chance of the side to move.
"""

import cython
from cython.cimports.core.eval.evaluate import Evaluator
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import C_FIVE
from cython.cimports.core.game.moves import MAX_MOVES, adjacent_moves
from cython.cimports.core.game.squares import S_BLACK
from cython.cimports.core.papers.patterns import PATTERNS, SHAPES_A_SIDE, Patterns
from cython.cimports.libc.math import expf
from cython.cimports.libc.string import memcpy

from core.eval.netfile import NetError

ARCHITECTURE = "adp-mlp-1"
"""The only architecture that `Mlp` reads."""

LAYOUT = (
    ("hidden", INPUTS * MLP_HIDDEN),
    ("hidden_bias", MLP_HIDDEN),
    ("output", MLP_HIDDEN),
    ("output_bias", 1),
)
"""Name and length of each array of a net file, in the order of the fields of `MlpWeights`."""


@cython.final
@cython.cclass
class Mlp:
    """Weights of the perceptron.

    Raises:
        NetError: the file's net has another architecture or shape.
    """

    def __init__(self, file):
        self.load(file.packed(ARCHITECTURE, LAYOUT))
        self.symmetric = bool(file.header.get("symmetric", False))

    def load(self, weights: bytes):
        """Replace the weights: 32-bit floats in native byte order, in the order of LAYOUT.

        Raises:
            NetError: the number of weights is wrong.
        """
        if len(weights) != cython.sizeof(MlpWeights):
            raise NetError(f"{len(weights)} bytes are not the weights of {ARCHITECTURE}")
        memcpy(
            cython.address(self.weights),
            cython.cast(cython.p_char, weights),
            cython.sizeof(MlpWeights),
        )

    def chance(self, count: cython.p_int, side: cython.int) -> cython.float:
        """Return the chance that Black wins, from the pattern counts and the side to move."""
        total: cython.float[MLP_HIDDEN]
        sum_: cython.float = self.weights.output_bias
        pattern: cython.int
        swapped: cython.int[PATTERNS]
        i: cython.int
        if self.symmetric and side != S_BLACK:
            for i in range(SHAPES_A_SIDE):
                swapped[i] = count[SHAPES_A_SIDE + i]
                swapped[SHAPES_A_SIDE + i] = count[i]
            return 1 - self.chance(swapped, S_BLACK)
        memcpy(total, self.weights.hidden_bias, cython.sizeof(total))
        for pattern in range(PATTERNS):
            for i in range(min(count[pattern], UNITS - 1)):
                self._add_row(total, pattern * UNITS + i, 1.0)
            if count[pattern] > UNITS - 1:
                self._add_row(
                    total,
                    pattern * UNITS + UNITS - 1,
                    cython.cast(cython.float, 0.5) * (count[pattern] - UNITS + 1),
                )
        self._add_row(total, PATTERNS * UNITS + (0 if side == S_BLACK else 1), 1.0)
        for i in range(MLP_HIDDEN):
            sum_ += self.weights.output[i] * _sigmoid(total[i])
        return _sigmoid(sum_)

    def _add_row(self, total: cython.p_float, row: cython.int, scale: cython.float) -> cython.void:
        i: cython.int
        for i in range(MLP_HIDDEN):
            total[i] += scale * self.weights.hidden[row][i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sigmoid(x: cython.float) -> cython.float:
    return cython.cast(cython.float, 1.0) / (cython.cast(cython.float, 1.0) + expf(-x))


@cython.final
@cython.cclass
class AdpEvaluator(Evaluator):
    """Uniform priors; the value is twice the chance of the side to move, less one.

    Args:
        mlp: gives the chance.
        fours: count a position as won if the side to move can make a five, as the program that the
            paper's authors published does.
    """

    def __cinit__(self, mlp: Mlp, fours: cython.bint = True):
        self.mlp = mlp
        self.fours = fours
        self.patterns = Patterns()

    def clone(self):
        return AdpEvaluator(self.mlp, self.fours)

    def evaluate(self, board: Board) -> cython.float:
        chance: cython.float
        if self.fours and board.count[board.side - 1][C_FIVE]:
            return 1.0
        self.patterns.update(board)
        chance = self.mlp.chance(self.patterns.count, board.side)
        return 2 * chance - 1 if board.side == S_BLACK else 1 - 2 * chance

    def candidates(self, board: Board):
        """Return the moves near stones with the chance (0 to 1) that the mover wins after each.

        Near is within two squares. The chance is 1 for a five, 1/2 for a full board.
        """
        moves: cython.ushort[MAX_MOVES]
        value: cython.float
        i: cython.int
        n: cython.int = adjacent_moves(board, moves)
        found: list = []
        for i in range(n):
            board.make(moves[i])
            value = 1.0 if board.won_by else 0.0 if board.empties == 0 else -self.evaluate(board)
            board.unmake()
            found.append((board.point_of(moves[i]), (1 + float(value)) / 2))
        return found
