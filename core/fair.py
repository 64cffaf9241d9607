"""Random openings that the search holds to be even."""

import random
import time

from core.board import Board, Point
from core.clock import Budget
from core.engine import Engine
from core.evaluate import LinesEvaluator
from core.rules import Rule

MOST_UNEVEN = 0.25
"""The value, of -1 to 1, from which an opening is no longer even."""

JUDGING_VISITS = 3000
_LEAST_STONES, _MOST_STONES = 3, 6
_REACH = 3


def fair_opening(size: int, rule: Rule, seed: int) -> tuple[Point, ...]:
    """A few random stones near the centre which neither side is seen to win from.

    The same seed gives the same opening, as long as the search judges alike.
    """
    rng = random.Random(seed)
    engine = Engine(LinesEvaluator())
    while True:
        board = Board(size, rule)
        moves: list[Point] = []
        if _scatter(board, rng, moves) and _is_even(engine, board):
            return tuple(moves)


def _scatter(board: Board, rng: random.Random, moves: list[Point]) -> bool:
    """Plays some random moves and notes them; False where that ended the game."""
    for _ in range(rng.randint(_LEAST_STONES, _MOST_STONES)):
        legal = set(board.legal_moves())
        near = sorted(legal & set(_near_centre(board.size)))
        if board.over or not near:
            return False
        moves.append(rng.choice(near))
        board.play(*moves[-1])
    return not board.over and bool(board.legal_moves())


def _near_centre(size: int) -> list[Point]:
    reach = range(max(0, size // 2 - _REACH), min(size, size // 2 + _REACH + 1))
    return [(x, y) for x in reach for y in reach]


def _is_even(engine: Engine, board: Board) -> bool:
    engine.set_position(board)
    unlimited = float("inf")
    report = engine.think(Budget(time.monotonic(), unlimited, unlimited, JUDGING_VISITS))
    return report.proof == 0 and abs(report.value) <= MOST_UNEVEN
