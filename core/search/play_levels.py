"""Playing levels for people: the search with a person's weaknesses.

A weaker level looks at fewer positions, sees forced wins less far ahead, and chooses less sharply
among the moves that it likes. It never plays a move that it does not like itself, and it always
completes a five and stops one.
"""

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.game.board import Board, Point, other
from core.search.candidate import Candidate
from core.search.engine import Engine, Report
from core.search.search_settings import DEFAULTS, SearchSettings
from core.search.time_management import Budget

PRIOR_VISITS = 8
"""Visits that the prior counts for, so that a search of a few visits still has a choice."""

LEAST_SHARE = 0.02
"""A move is playable from this share of the best move's visits on."""


@dataclass(frozen=True, slots=True)
class PlayLevel:
    """A playing level.

    Attributes:
        name: for the person who chooses it.
        visits: of the search for a move.
        sight: positions that the search for a win by fours may take at a node, 0 to see none and
            to prove nothing.
        softness: exponent 1 / softness of the shares by which a move is drawn.
    """

    name: str
    visits: int
    sight: int
    softness: float

    @property
    def settings(self) -> SearchSettings:
        """The constants of the search, which sees no wins by open threes (VCT)."""
        return replace(
            DEFAULTS,
            mcts_solver=self.sight > 0,
            vcf_budget=max(1, self.sight),
            vct_share=0.0,
        )


LEVELS = (
    PlayLevel("Beginner", 1, 0, 5.0),
    PlayLevel("Novice", 1, 0, 1.3),
    PlayLevel("Casual player", 4, 0, 0.8),
    PlayLevel("Club player", 16, 0, 0.35),
    PlayLevel("Strong club player", 20, 2, 0.35),
    PlayLevel("Expert", 48, 8, 0.3),
    PlayLevel("Master", 120, 16, 0.2),
)
"""The levels, the weakest first. Each against the one before it, freestyle on 15x15, 100 games over
balanced openings (`python -m tests.core.search.level_matches`), with the 95 % interval:

| level | score | Elo | above the weakest |
|---|---|---|---|
| Novice | 0.785 +-0.081 | +225 (+151 to +324) | +225 |
| Casual player | 0.710 +-0.081 | +156 (+92 to +231) | +381 |
| Club player | 0.730 +-0.079 | +173 (+108 to +251) | +553 |
| Strong club player | 0.730 +-0.078 | +173 (+109 to +250) | +726 |
| Expert | 0.805 +-0.067 | +246 (+180 to +333) | +972 |
| Master | 0.750 +-0.073 | +191 (+128 to +267) | +1163 |
"""


class LevelPlayer:
    """Fukumi at a level.

    Args:
        level: the level.
        max_memory: limit for the process, in bytes.
        rng: draws the moves.
    """

    def __init__(self, level: PlayLevel, max_memory: int, rng: random.Random) -> None:
        self._level = level
        self._rng = rng
        self._engine = Engine(max_memory=max_memory, settings=level.settings)

    def move(self, board: Board, stop: threading.Event | None = None) -> tuple[Point, Report]:
        """Return the move and the search it was drawn from.

        Raises:
            ValueError: there is no legal move.
        """
        self._engine.new_game(board.size, board.rule)
        self._engine.set_position(board)
        report = self._engine.think(Budget.from_now(visits=self._level.visits), stop)
        urgent = _urgent(board)
        if not urgent:
            return self._draw(report.candidates), report
        seen = [candidate for candidate in report.candidates if candidate.move in urgent]
        # a search of a few visits may have left them out
        return (self._draw(seen) if seen else urgent[0]), report

    def _draw(self, candidates: Sequence[Candidate]) -> Point:
        if candidates[0].proof > 0:
            return candidates[0].move
        shares = [c.visits + PRIOR_VISITS * c.prior if c.proof >= 0 else 0.0 for c in candidates]
        best = max(shares)
        if best == 0:
            return candidates[0].move
        weights = [
            (share / best) ** (1 / self._level.softness) if share >= LEAST_SHARE * best else 0.0
            for share in shares
        ]
        return self._rng.choices(candidates, weights)[0].move


def _urgent(board: Board) -> list[Point]:
    """Return the moves that make a five or else stop one, if there are any."""
    legal = set(board.legal_moves())
    for colour in (board.to_move, other(board.to_move)):
        fives = [point for point in board.threats(colour).get("five", []) if point in legal]
        if fives:
            return fives
    return []
