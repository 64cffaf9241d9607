"""Random openings that the search considers even.

The shipped net judges them. Of openings that the line evaluator had judged even, a third was won
twice by the same colour, whichever side had it, so that no player could score more than about 0.85
on them.
"""

import random
from functools import cache

from core.game.board import Board, Point
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.time_management import Budget

MAX_IMBALANCE = 0.25
"""The value, of -1 to 1, from which an opening is no longer even."""

JUDGING_VISITS = 3000
_LEAST_STONES, _MOST_STONES = 3, 6
_REACH = 3


def balanced_opening(size: int, rule: Rule, seed: int) -> tuple[Point, ...]:
    """Return a few random moves near the centre after which neither side is seen to win.

    The same seed gives the same opening, as long as the search evaluates alike.
    """
    rng = random.Random(seed)
    while True:
        board = Board(size, rule)
        moves = scatter(board, rng, rng.randint(_LEAST_STONES, _MOST_STONES), _REACH)
        if moves and _is_even(board):
            return moves


def scatter(board: Board, rng: random.Random, stones: int, reach: int) -> tuple[Point, ...]:
    """Play random legal moves at most `reach` lines from the centre, and return them.

    The result is empty if they ended the game or did not all fit.
    """
    moves: list[Point] = []
    for _ in range(stones):
        legal = set(board.legal_moves())
        near = sorted(legal & set(_near_centre(board.size, reach)))
        if board.over or not near:
            return ()
        moves.append(rng.choice(near))
        board.play(*moves[-1])
    return () if board.over else tuple(moves)


def _near_centre(size: int, reach: int) -> list[Point]:
    lines = range(max(0, size // 2 - reach), min(size, size // 2 + reach + 1))
    return [(x, y) for x in lines for y in lines]


@cache
def _judge() -> Engine:
    """Return the engine that judges all openings of the process: its net is filled only once."""
    return Engine()


def _is_even(board: Board) -> bool:
    judge = _judge()
    judge.set_position(board)
    report = judge.think(Budget.from_now(visits=JUDGING_VISITS))
    return report.proof == 0 and abs(report.value) <= MAX_IMBALANCE
