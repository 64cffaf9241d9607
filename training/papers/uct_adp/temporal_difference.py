"""Adaptive Dynamic Programming: the perceptron taught by games against itself (formulas 5, 6).

    w += rate * [reward(t + 1) + V(t + 1) - V(t)] * dV(t)/dw

V is the chance that Black wins. The reward is 0 while a game goes on; the move that ends it gives 1
for Black's win, 0 for White's and 1/2 for a draw, and V is 0 from then on. Both sides play the best
move by V, or sometimes a random move; otherwise two equal learners would repeat one game for ever
(the paper does not say what it does; Zhao, Zhang and Dai 2012 explore too).
"""

import random
from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.eval.netfile import NetFile
from core.game.board import BLACK, Board
from core.game.outcome import points_of
from core.papers.adp import ARCHITECTURE, LAYOUT, AdpEvaluator, Mlp
from core.papers.patterns import Patterns

Floats = NDArray[np.float32]

SIZE = 15
SPREAD = 0.1
"""Standard deviation of the initial weights."""

_SIZES = dict(LAYOUT)
WIDTH = _SIZES["output"]
INPUTS = _SIZES["hidden"] // WIDTH


PUBLISHED_GAMES = 10_000
"""Games of self-play in the paper."""


@dataclass(frozen=True, slots=True)
class LessonSettings:
    """Settings of self-play, none of which the paper gives.

    Points a game of a perceptron against the bot `heuristic` (200 games each, +-0.1, by seeds,
    `lesson_study`): 0.43, 0.33 and 0.09 with neither `fours` nor `symmetric`; 0.59, 0.04 and 0.08
    with `fours`; 0.59, 0.58 and 0.59 with both, as by default; also with an exploration that falls
    to 0 0.66 and 0.58, with none 0.60 and 0.51, with lessons from the best move 0.67 and 0.66 (0.61
    and 0.60 at a rate of 0.1). In UCT-ADP at 1,000 iterations against `alphabeta depth=3` (50
    games), seed 1: 0.08, 0.18, 0.18; and 0.04 with lessons from the best move, which is why these
    and the falling exploration are no defaults.

    Attributes:
        rate: of learning in the first game.
        halved_after: games after which the rate is half of the first; after twice as many it is a
            third.
        exploration: chance of a random move in the first game.
        fading: whether the exploration falls to 0, which it reaches with the published games.
        on_policy: learn from a random move as from any other; otherwise learn then from the best.
        symmetric: show the perceptron every position as Black's, colours exchanged for White.
        fours: count a position as won if the side to move can make a five.
    """

    rate: float = 0.5
    halved_after: int = 3000
    exploration: float = 0.1
    fading: bool = False
    on_policy: bool = True
    symmetric: bool = True
    fours: bool = True

    def rate_of(self, number: int) -> float:
        """Return the learning rate of a game."""
        return self.rate / (1 + number / self.halved_after)

    def exploration_of(self, number: int) -> float:
        """Return the chance of a random move in a game."""
        left = max(0.0, 1 - number / PUBLISHED_GAMES) if self.fading else 1.0
        return self.exploration * left


def encode(counts: list[int], to_move: int) -> Floats:
    """Return the inputs (162,) of a position: five for the count of each pattern (table I), and two
    for the side to move."""
    number = np.asarray(counts)[:, None]
    units = np.hstack([number > np.arange(4), np.maximum(number - 4, 0) / 2])
    turn = [float(to_move == BLACK), float(to_move != BLACK)]
    return np.concatenate([units.ravel(), turn]).astype(np.float32)


class Perceptron:
    """The weights in training; `mlp` always has the same weights, for evaluation."""

    def __init__(self, file: NetFile) -> None:
        self.mlp = Mlp(file)
        self.symmetric = bool(file.header.get("symmetric", False))
        self._flat = np.concatenate([np.asarray(file.arrays[name]) for name, _ in LAYOUT]).astype(
            np.float32
        )
        ends = np.cumsum([count for _, count in LAYOUT])
        hidden, self._hidden_bias, self._output, self._output_bias = np.split(self._flat, ends[:-1])
        self._hidden = hidden.reshape(INPUTS, WIDTH)

    @classmethod
    def begin(cls, seed: int, symmetric: bool = False) -> "Perceptron":
        """Return a perceptron with small random weights."""
        rng = np.random.default_rng(seed)
        arrays = {
            name: array("f", rng.normal(0, SPREAD, count).astype(np.float32).tobytes())
            for name, count in LAYOUT
        }
        header = {"architecture": ARCHITECTURE, "symmetric": symmetric}
        return cls(NetFile(header, arrays))

    def file(self, **known: object) -> NetFile:
        """Return the weights as a net file, with these values in its header."""
        ends = np.cumsum([count for _, count in LAYOUT])
        parts = np.split(self._flat, ends[:-1])
        arrays = {
            name: array("f", part.tobytes()) for (name, _), part in zip(LAYOUT, parts, strict=True)
        }
        header = {"architecture": ARCHITECTURE, "symmetric": self.symmetric, **known}
        return NetFile(header, arrays)

    def value(self, inputs: Floats) -> float:
        """Return the chance that Black wins."""
        return float(_sigmoid(self._output @ self._units(inputs) + self._output_bias[0]))

    def learn(self, inputs: Floats, target: float, rate: float) -> float:
        """Take one step towards the target; return the error before it."""
        units = self._units(inputs)
        value = float(_sigmoid(self._output @ units + self._output_bias[0]))
        error = target - value
        slope = rate * error * value * (1 - value)
        back = slope * self._output * units * (1 - units)
        self._output += slope * units
        self._output_bias += slope
        used = np.flatnonzero(inputs)
        self._hidden[used] += inputs[used, None] * back
        self._hidden_bias += back
        self.mlp.load(self._flat.tobytes())
        return error

    def _units(self, inputs: Floats) -> Floats:
        used = np.flatnonzero(inputs)
        return _sigmoid(inputs[used] @ self._hidden[used] + self._hidden_bias)


def _sigmoid(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The result of one game of self-play: its plies, Black's points, and the mean absolute
    error."""

    plies: int
    points: float
    error: float


class AdpTeacher:
    """Self-play of a perceptron that is taught after every move.

    Args:
        perceptron: plays both sides and learns.
        seed: the same seed and number play the same game, with the same perceptron.
    """

    def __init__(self, perceptron: Perceptron, seed: int, settings: LessonSettings) -> None:
        self._perceptron = perceptron
        self._evaluator = AdpEvaluator(perceptron.mlp, settings.fours)
        self._patterns = Patterns()
        self._seed = seed
        self._settings = settings

    def play(self, number: int) -> Lesson:
        """Play the game with this number."""
        rng = random.Random(f"{self._seed} {number}")
        rate = self._settings.rate_of(number)
        exploration = self._settings.exploration_of(number)
        board, errors = Board(SIZE), []
        while not board.over:
            found = self._evaluator.candidates(board)
            best = max(value for _, value in found)
            move, value = rng.choice([entry for entry in found if entry[1] == best])
            if rng.random() < exploration:
                move, value = rng.choice(found)
            chance = value if self._settings.on_policy else best
            # A position that counts as won anyway teaches nothing.
            if not (self._settings.fours and self._evaluator.value(board) == 1.0):
                errors.append(abs(self._learn(board, chance, rate)))
            board.play(*move)
        return Lesson(board.ply, points_of(board, BLACK), sum(errors) / max(1, len(errors)))

    def _learn(self, board: Board, chance: float, rate: float) -> float:
        """Take one step towards a chance of the side to move; return the error before it."""
        counts = self._patterns.counts(board)
        if board.to_move == BLACK:
            return self._perceptron.learn(encode(counts, BLACK), chance, rate)
        if self._perceptron.symmetric:
            half = len(counts) // 2
            swapped = counts[half:] + counts[:half]
            return self._perceptron.learn(encode(swapped, BLACK), chance, rate)
        return self._perceptron.learn(encode(counts, board.to_move), 1 - chance, rate)
