"""Swap2, the opening protocol of the unlimited league: place three, choose, or place two more.

| stones | we answer                                                    |
|--------|--------------------------------------------------------------|
| 0      | three stones that give neither side an edge                  |
| 3      | SWAP, or White's move, or two more stones if it looks even   |
| 5      | SWAP, or White's move                                        |

We are to move as White unless we swap, so the engine's value of the position decides: bad for
White, and we want to be Black.
"""

import dataclasses
from typing import TYPE_CHECKING

from core.game.board import Board, Point
from core.search.time_management import Budget
from pbrain.request import Answer, Request, Resources, Searcher
from pbrain.wording import coordinates

if TYPE_CHECKING:
    from core.search.engine import Report

STAGES = (0, 3, 5)
"""How many stones may lie on the board when a swap2 question comes."""

SHARE = 0.5
"""Part of a move's budget that an opening choice may cost."""

EVEN = 0.05
"""Values nearer to zero than this count as even."""

# Distances from two edges meeting in a corner: Black, White, Black. Chosen from random ones as
# those our own search (60,000 visits of the line evaluation, freestyle, 15x15 and 20x20) finds
# even within 0.04; a better evaluation may choose better ones.
OPENINGS: tuple[tuple[Point, Point, Point], ...] = (
    ((1, 3), (1, 0), (0, 3)),
    ((1, 6), (6, 4), (5, 5)),
    ((5, 2), (4, 1), (0, 4)),
    ((3, 0), (4, 0), (2, 3)),
    ((5, 1), (3, 1), (0, 4)),
    ((1, 0), (0, 3), (1, 5)),
    ((2, 3), (5, 0), (0, 3)),
)

SMALLEST_FOR_OPENINGS = 10
"""Smallest edge on which the corner openings keep off the opposite edges."""


def opening(size: int, seed: int) -> tuple[Point, Point, Point]:
    """Three stones for an empty board: the seed picks the opening, its corner and its mirror."""
    if size < SMALLEST_FOR_OPENINGS:
        middle = size // 2
        return ((middle, middle), (middle + 1, middle), (middle - 1, middle + 1))
    pick, symmetry = seed % len(OPENINGS), seed // len(OPENINGS) % 8
    first, second, third = (_turned(p, size, symmetry) for p in OPENINGS[pick])
    return first, second, third


def _turned(point: Point, size: int, symmetry: int) -> Point:
    x, y = point if symmetry & 1 else point[::-1]
    return (size - 1 - x if symmetry & 2 else x, size - 1 - y if symmetry & 4 else y)


class Swap2Request(Request):
    """Wants the choice for a board with 0, 3 or 5 stones; `seed` varies the opening."""

    def __init__(self, board: Board, budget: Budget, resources: Resources, seed: int) -> None:
        super().__init__(board, _part(budget, SHARE), resources)
        self._seed = seed

    def answer(self, engine: Searcher) -> Answer:
        """What the engine's value says: the better colour, or two stones where it is even."""
        stones = self.board.ply
        if stones == 0:
            return self.without_search(self.board)
        offers_two = stones == STAGES[1]
        first_share = _part(self.budget, 0.5) if offers_two else self.budget
        report = self.search(engine, self.board, first_share)
        if offers_two and abs(report.value) < EVEN:
            return self._two_stones(engine, report.move)
        return self.by_report(report)

    def by_report(self, report: "Report") -> Answer:
        """Return the better colour: to be Black, or White with the best move."""
        if report.value < 0:
            return Answer(("SWAP",))
        return _stones(report.move)

    def _two_stones(self, engine: Searcher, fourth: Point) -> Answer:
        """White's best move and the Black reply that leaves the position most even."""
        after = self.board.copy()
        after.play(*fourth)
        legal = after.legal_moves()
        replies = self.search(engine, after, self.budget).candidates
        fifth = min((c for c in replies if c.move in legal), key=lambda c: abs(c.value))
        return _stones(fourth, fifth.move)

    def without_search(self, board: Board) -> Answer:
        """An opening for the empty board; to be Black for any other, who has the extra stone."""
        if board.ply == 0:
            return _stones(*opening(board.size, self._seed))
        return Answer(("SWAP",))


def _part(budget: Budget, share: float) -> Budget:
    return dataclasses.replace(budget, soft=budget.soft * share, hard=budget.hard * share)


def _stones(*points: Point) -> Answer:
    return Answer((" ".join(coordinates(p) for p in points),), points)
