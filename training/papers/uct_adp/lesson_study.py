"""Study of the settings of self-play, which the paper does not give.

Each variant teaches perceptrons with several seeds; each of them then plays, one ply deep, against
the best move by the line classes, which is the bot `heuristic`.
"""

import random
from dataclasses import replace

from core.eval.evaluate import LinesEvaluator
from core.game.board import BLACK, WHITE, Board, Point
from core.game.outcome import points_of
from core.game.rules import Rule
from core.match.balanced_openings import scatter
from core.papers.adp import AdpEvaluator
from training.papers.uct_adp.temporal_difference import (
    SIZE,
    AdpTeacher,
    LessonSettings,
    Perceptron,
)

PLAIN = LessonSettings(fours=False, symmetric=False)
FULL = replace(PLAIN, fours=True, symmetric=True)
VARIANTS = {
    "neither of the next two": PLAIN,
    "fours count as won": replace(PLAIN, fours=True),
    "and symmetric": FULL,
    "and exploration falls to 0": replace(FULL, fading=True),
    "symmetric, no exploration": replace(FULL, exploration=0.0),
    "symmetric, learns from the best move": replace(FULL, on_policy=False),
    "symmetric, learns from the best move, rate 0.1": replace(FULL, on_policy=False, rate=0.1),
}
"""Settings that are compared, by name."""

SEEDS = (1, 2, 3)
OPENING_STONES = 4
REACH = 3


def study_points(settings: LessonSettings, seed: int, lessons: int, pairs: int) -> list[float]:
    """Teach one perceptron; return its points, 0 to 1, in each pair of games against the line
    classes.

    Args:
        lessons: games of self-play.
        pairs: random openings that are played with both colours.
    """
    perceptron = Perceptron.begin(seed, settings.symmetric)
    teacher = AdpTeacher(perceptron, seed, settings)
    for number in range(lessons):
        teacher.play(number)
    evaluator, rng = AdpEvaluator(perceptron.mlp, settings.fours), random.Random(seed)
    return [_pair(evaluator, _opening(number), rng) for number in range(pairs)]


def _opening(number: int) -> tuple[Point, ...]:
    return scatter(Board(SIZE, Rule.FREESTYLE), random.Random(number), OPENING_STONES, REACH)


def _pair(evaluator: AdpEvaluator, opening: tuple[Point, ...], rng: random.Random) -> float:
    return (_game(evaluator, opening, BLACK, rng) + _game(evaluator, opening, WHITE, rng)) / 2


def _game(
    evaluator: AdpEvaluator, opening: tuple[Point, ...], colour: int, rng: random.Random
) -> float:
    board, lines = Board(SIZE), LinesEvaluator()
    for x, y in opening:
        board.play(x, y)
    while not board.over:
        found = evaluator.candidates(board) if board.to_move == colour else lines.priors(board)
        best = max(value for _, value in found)
        board.play(*rng.choice([move for move, value in found if value == best]))
    return points_of(board, colour)
