"""Requests: replies owed to the manager, found by a search or, without one, by a fallback."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from core.game.board import Board, Point
from core.game.rules import Rule
from core.search.time_management import Budget
from pbrain.fallback import emergency_move
from pbrain.wording import (
    candidate_message,
    coordinates,
    failure_message,
    search_message,
)

if TYPE_CHECKING:
    from core.search.engine import Report


class SearchEngine(Protocol):
    """The part of `core.search.engine.Engine` that the brain uses."""

    def warm_up(self, rule: Rule) -> None:
        """Load the net and tables of a rule."""

    def compute_ahead(self) -> bool:
        """Compute a small part of what searches will need; return True if some is left."""

    def set_position(self, board: Board) -> None:
        """Set the position to search."""

    def set_max_memory(self, n_bytes: int) -> None:
        """Limit the memory of the search."""

    def set_threads(self, threads: int) -> None:
        """Set the number of search threads."""

    def think(
        self,
        budget: Budget,
        stop: threading.Event | None = None,
        publish: "Callable[[Report], None] | None" = None,
    ) -> "Report":
        """Search until the budget or `stop` ends it; publish intermediate reports."""


@dataclass(frozen=True, slots=True)
class Resources:
    """Limits of the search: bytes of memory, and threads."""

    max_memory: int
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """Lines to send, the reply itself last, and the stones it puts on the board."""

    lines: tuple[str, ...]
    moves: tuple[Point, ...] = ()


class Request(ABC):
    """A question of the manager, from its line to its answer.

    Args:
        board: the position in question; the request keeps its own copies.
        budget: time and visits for the answer.
        resources: memory and threads for the search.

    `stop` asks for the answer now; `abandoned` means that the answer is no longer wanted.
    """

    def __init__(self, board: Board, budget: Budget, resources: Resources) -> None:
        self.board = board
        self.budget = budget
        self.resources = resources
        self.stop = threading.Event()
        self.abandoned = False
        # The engine may still use `board` while the watchdog asks for a fallback.
        self._spare = board.copy()
        self._found: Report | None = None

    @abstractmethod
    def answer(self, engine: SearchEngine) -> Answer:
        """Return the engine's answer; the caller falls back if it raises anything."""

    @abstractmethod
    def answer_from_report(self, report: "Report") -> Answer:
        """Return the answer that follows from a (finished or partial) search of the own board."""

    @abstractmethod
    def without_search(self, board: Board) -> Answer:
        """Return a legal answer immediately."""

    def search(self, engine: SearchEngine, board: Board, budget: Budget) -> "Report":
        """Return the engine's report on a board; a report on the request's own serves the fallback.

        Raises:
            ValueError: the engine's move is illegal; a bug must not lose a game by a foul.
        """
        engine.set_max_memory(self.resources.max_memory)
        engine.set_threads(self.resources.threads)
        engine.set_position(board)
        own = board is self.board
        report = engine.think(budget, self.stop, self._keep if own else None)
        if report.move not in board.legal_moves():
            raise ValueError(f"the engine chose the illegal {coordinates(report.move)}")
        if own:
            self._keep(report)
        return report

    def _keep(self, report: "Report") -> None:
        self._found = report

    def fallback(self) -> Answer:
        """Return a legal answer immediately, from the last published report if there is one.

        May be called from any thread.
        """
        board, found = self._spare.copy(), self._found
        if found is None or found.move not in board.legal_moves():
            return self.without_search(board)
        return self.answer_from_report(found)

    def abandon(self) -> None:
        """End the search and discard its answer."""
        self.abandoned = True
        self.stop.set()


class MoveRequest(Request):
    """Request for one move: BEGIN, TURN, BOARD, or YXNBEST, which also lists `n_best` moves."""

    def __init__(self, board: Board, budget: Budget, resources: Resources, n_best: int) -> None:
        super().__init__(board, budget, resources)
        self._n_best = n_best

    def answer(self, engine: SearchEngine) -> Answer:
        """Return the engine's move, after MESSAGE lines about the search."""
        if self.board.over:
            return self.without_search(self.board)
        return self.answer_from_report(self.search(engine, self.board, self.budget))

    def answer_from_report(self, report: "Report") -> Answer:
        """Return the best move, after MESSAGE lines about the search."""
        rule, size = self.board.rule, self.board.size
        # A win or a loss that is seen at once takes no visit.
        says_something = report.visits > 0 or report.proof != 0
        messages = [search_message(report, rule, size)] if says_something else []
        for rank, candidate in enumerate(report.candidates[: self._n_best], start=1):
            messages.append(candidate_message(rank, candidate, size))
        return Answer((*messages, coordinates(report.move)), (report.move,))

    def without_search(self, board: Board) -> Answer:
        """Return the legal move with the highest prior."""
        move = emergency_move(board)
        return Answer((coordinates(move),), (move,))


def with_failure(answer: Answer, error: object) -> Answer:
    """Return the answer after a MESSAGE that says why it did not come from the search."""
    return Answer((failure_message(error), *answer.lines), answer.moves)
