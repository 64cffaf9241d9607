"""Fukumi's engine for one page: live analysis, and moves."""

import random
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from board import puzzles
from board.resources import LEAST_OFFERED, EngineResources
from core.eval.net_loader import evaluator_for
from core.game.board import Board, Point
from core.game.game_line import GameLine
from core.search.candidate import Candidate, candidate_json
from core.search.engine import Engine, Report
from core.search.game_review import GameReviewer, MoveReview
from core.search.play_levels import LEVELS, LevelPlayer
from core.search.time_management import Budget
from core.threats.vcf import Vcf

SLICE = 0.2
"""Seconds of search between two reports."""

LONGEST_ANALYSIS = 900.0
"""Seconds after which an analysis ends, so that a forgotten page frees its core."""

MOST_CANDIDATES = 24
REVIEW_VISITS = 400
"""Visits for each position of a review."""

VCF_BUDGET = 100_000
"""Nodes, about a tenth of a second."""


class PageEngine:
    """The engine of one page: created on first use, used by one thread at a time."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._levels: dict[int, LevelPlayer] = {}
        self.resources = EngineResources()

    def analyse(self, board: Board, stop: threading.Event) -> Iterator[dict[str, Any]]:
        """Yield the policy and a win by fours, if there is one, then reports of the search.

        The analysis ends when everything is proved, after `LONGEST_ANALYSIS` or once `stop` is set;
        its last report has `done` set.
        """
        yield {"type": "policy", "policy": _policy(board), "vcf": Vcf().search(board, VCF_BUDGET)}
        for report, seconds, done in self._search(board, stop):
            fields = as_fields(report.value, report.proof, report.candidates, seconds)
            yield {"type": "analysis", "done": done, **fields}

    def ponder(self, board: Board, stop: threading.Event) -> None:
        """Search the position until `stop` is set, as long as an analysis, for a move that reuses
        the search."""
        for _ in self._search(board, stop):
            pass

    def _search(self, board: Board, stop: threading.Event) -> Iterator[tuple[Report, float, bool]]:
        """Yield the reports of a search, with the seconds so far and whether it is the last."""
        engine = self._ready()
        engine.set_position(board)
        seconds, done = 0.0, False
        while not done and not stop.is_set():
            report = _slice(engine, stop)
            seconds += report.seconds
            done = report.visits == 0 or seconds > LONGEST_ANALYSIS
            yield report, seconds, done

    def review(
        self, game: GameLine, opening: int, stop: threading.Event
    ) -> Iterator[dict[str, Any]]:
        """Yield the judgement of each move of a game, the last with `done` set.

        The first `opening` moves are not judged.
        """
        reviewer = GameReviewer(self._ready(), REVIEW_VISITS)
        for found in reviewer.review(game.position(opening), game.moves[opening:], stop):
            yield {"type": "review", "done": found.ply == len(game.moves), **_review_fields(found)}

    def defend(self, board: Board, stop: threading.Event) -> tuple[Point, bool]:
        """Return the best defence in a puzzle, and whether the win is still there after it."""
        defence = puzzles.defend(self._ready(), board, stop)
        return defence.move, defence.still_won

    def move(self, board: Board, budget: Budget, stop: threading.Event, reuse: bool) -> Report:
        """Return the report of a search within this budget.

        With `reuse` it continues an earlier search, if play leads from there to this position.
        """
        engine = self._ready()
        if not reuse:
            engine.new_game(board.size, board.rule)
        engine.set_position(board)
        return engine.think(budget, stop)

    def move_at_level(self, board: Board, level: int, stop: threading.Event) -> tuple[Point, float]:
        """Return a move at a playing level, counted from 0, and the seconds it took."""
        if level not in self._levels:
            # one at a time: each has a search tree
            self._levels = {level: LevelPlayer(LEVELS[level], LEAST_OFFERED, random.Random())}
        move, report = self._levels[level].move(board, stop)
        return move, report.seconds

    def _ready(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(max_memory=self.resources.memory)
        self._engine.set_max_memory(self.resources.memory)
        self._engine.set_threads(self.resources.threads)
        return self._engine


def _slice(engine: Engine, stop: threading.Event) -> Report:
    """Search for SLICE seconds, or longer on a busy machine until the first visit.

    A report without visits then means that there is nothing left to search.
    """
    report = engine.think(Budget.from_now(SLICE), stop)
    return report if report.visits else engine.think(Budget.from_now(visits=1), stop)


def as_fields(
    value: float, proof: int, candidates: Sequence[Candidate], seconds: float = 0.0
) -> dict[str, Any]:
    """Return a report as JSON for the page; values are for the side to move, from -1 to 1."""
    shown = [candidate_json(c, list) for c in candidates[:MOST_CANDIDATES] if c.visits or c.proof]
    return {
        "visits": sum(candidate.visits for candidate in candidates),
        "seconds": round(seconds, 2),
        "value": round(value, 4),
        "proof": proof,
        "candidates": shown,
    }


def _review_fields(review: MoveReview) -> dict[str, Any]:
    """Return a judgement as JSON for the page, with a report on the position before the move."""
    before = review.before
    return {
        "ply": review.ply,
        "grade": review.grade.value,
        "loss": round(review.loss, 4),
        "chance": round(review.chance, 4),
        "line": before.line,
        "proof": before.proof,
        "report": as_fields(2 * before.chance - 1, before.proof, before.candidates),
    }


def _policy(board: Board) -> list[tuple[int, int, float]]:
    priors = evaluator_for(board.rule).priors(board)
    return [(x, y, round(prior, 4)) for (x, y), prior in priors if prior >= 0.001]
