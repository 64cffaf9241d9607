"""Swap2, the opening protocol of the unlimited league: the brain's choice at each stage.

| stones | answer                                                       |
|--------|--------------------------------------------------------------|
| 0      | three stones that give neither side an edge                  |
| 3      | SWAP, or White's move, or two more stones if it looks even   |
| 5      | SWAP, or White's move                                        |

The brain moves as White unless it swaps, so the engine's value of the position decides: if it is
bad for White, the brain swaps to Black.
"""

import dataclasses
from typing import TYPE_CHECKING

from core.game.board import Board, Point
from core.game.symmetry import SYMMETRIES, transform
from core.search.time_management import Budget
from pbrain.request import Answer, Request, Resources, SearchEngine
from pbrain.wording import coordinates

if TYPE_CHECKING:
    from core.search.engine import Report

STAGES = (0, 3, 5)
"""Numbers of stones on the board at which swap2 asks for a choice."""

SHARE = 0.5
"""Share of a move's budget for an opening choice."""

EVEN = 0.05
"""Values closer to zero than this count as even."""

TRUSTED = 0.1
"""Share of the most visits that a move needs for its value to be believed."""

# Distances from two edges that meet in a corner: Black, White, Black. Random openings whose value
# is within 0.05 of even by a search of 60,000 visits (freestyle, 15x15 and 20x20).
OPENINGS: tuple[tuple[Point, Point, Point], ...] = (
    ((0, 1), (0, 4), (2, 3)),
    ((3, 1), (6, 2), (6, 5)),
    ((5, 6), (4, 6), (3, 2)),
    ((1, 6), (0, 0), (0, 2)),
    ((5, 6), (3, 4), (1, 4)),
    ((1, 3), (5, 2), (5, 4)),
    ((1, 4), (4, 1), (3, 2)),
)

SMALLEST_FOR_OPENINGS = 10
"""Smallest board on which the corner openings stay clear of the opposite edges."""


def opening(size: int, seed: int) -> tuple[Point, Point, Point]:
    """Return three stones for an empty board; the seed picks opening, corner and reflection."""
    if size < SMALLEST_FOR_OPENINGS:
        middle = size // 2
        return ((middle, middle), (middle + 1, middle), (middle - 1, middle + 1))
    pick, symmetry = seed % len(OPENINGS), seed // len(OPENINGS) % len(SYMMETRIES)
    first, second, third = (transform(p, size, symmetry) for p in OPENINGS[pick])
    return first, second, third


class Swap2Request(Request):
    """Request for the choice on a board with 0, 3 or 5 stones; `seed` varies the opening."""

    def __init__(self, board: Board, budget: Budget, resources: Resources, seed: int) -> None:
        super().__init__(board, _part(budget, SHARE), resources)
        self._seed = seed

    def answer(self, engine: SearchEngine) -> Answer:
        """Return the better colour by the engine's value, or two more stones if it is even."""
        stones = self.board.ply
        if stones == 0:
            return self.without_search(self.board)
        offers_two = stones == STAGES[1]
        first_share = _part(self.budget, 0.5) if offers_two else self.budget
        report = self.search(engine, self.board, first_share)
        if offers_two and abs(report.value) < EVEN:
            return self._two_stones(engine, report.move)
        return self.answer_from_report(report)

    def answer_from_report(self, report: "Report") -> Answer:
        """Return the better colour: SWAP for Black, or the best move for White."""
        if report.value < 0:
            return Answer(("SWAP",))
        return _stones(report.move)

    def _two_stones(self, engine: SearchEngine, fourth: Point) -> Answer:
        """Return White's best move and the Black reply that keeps the position most even."""
        after = self.board.copy()
        after.play(*fourth)
        legal = after.legal_moves()
        replies = [c for c in self.search(engine, after, self.budget).candidates if c.move in legal]
        # The value of a move with few visits is mostly chance.
        least = max(reply.visits for reply in replies) * TRUSTED
        fifth = min((c for c in replies if c.visits >= least), key=lambda c: abs(c.value))
        return _stones(fourth, fifth.move)

    def without_search(self, board: Board) -> Answer:
        """Return an opening for the empty board, else SWAP: Black has the extra stone."""
        if board.ply == 0:
            return _stones(*opening(board.size, self._seed))
        return Answer(("SWAP",))


def _part(budget: Budget, share: float) -> Budget:
    return dataclasses.replace(budget, soft=budget.soft * share, hard=budget.hard * share)


def _stones(*points: Point) -> Answer:
    return Answer((" ".join(coordinates(p) for p in points),), points)
