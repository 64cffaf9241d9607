"""A reply owed to the manager: what to ask the engine for it, and what to say without it."""

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


class Searcher(Protocol):
    """What the brain needs of `core.search.engine.Engine`."""

    def warm_up(self, rule: Rule) -> None:
        """Loads what thinking under a rule needs."""

    def set_position(self, board: Board) -> None:
        """Makes this the position to think about."""

    def set_max_memory(self, n_bytes: int) -> None:
        """Limits the search's memory."""

    def set_threads(self, threads: int) -> None:
        """Lets so many threads search."""

    def think(
        self,
        budget: Budget,
        stop: threading.Event | None = None,
        publish: "Callable[[Report], None] | None" = None,
    ) -> "Report":
        """Search until the budget or the flag ends it; publish now and then what is known."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What the search may use: bytes of memory, and threads."""

    max_memory: int
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """Lines to send, the reply proper last, and the stones it puts on the board."""

    lines: tuple[str, ...]
    moves: tuple[Point, ...] = ()


class Request(ABC):
    """One question of the manager's, from its line to its answer.

    Args:
        board: the position asked about; the request keeps its own copies.
        budget: what the answer may cost.
        resources: what the search may use.

    `stop` asks for the answer now; `abandoned` says that nobody waits for it any more.
    """

    def __init__(self, board: Board, budget: Budget, resources: Resources) -> None:
        self.board = board
        self.budget = budget
        self.resources = resources
        self.stop = threading.Event()
        self.abandoned = False
        # The engine may hold on to `board` while the watchdog asks for a fallback.
        self._spare = board.copy()
        self._found: Report | None = None

    @abstractmethod
    def answer(self, engine: Searcher) -> Answer:
        """Asks the engine. Whatever it raises, the caller falls back."""

    @abstractmethod
    def by_report(self, report: "Report") -> Answer:
        """Return what a search of the request's board, ended or not, says."""

    @abstractmethod
    def without_search(self, board: Board) -> Answer:
        """Return a legal answer at once."""

    def search(self, engine: Searcher, board: Board, budget: Budget) -> "Report":
        """Return the engine's report on a board; one on the request's own serves the fallback.

        Raises:
            ValueError: its move is illegal; a bug there must not lose a game by a foul.
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
        """Return a legal answer at once, from any thread: by what the search has found so far."""
        board, found = self._spare.copy(), self._found
        if found is None or found.move not in board.legal_moves():
            return self.without_search(board)
        return self.by_report(found)

    def abandon(self) -> None:
        """Ends the search and lets its answer go nowhere."""
        self.abandoned = True
        self.stop.set()


class MoveRequest(Request):
    """Wants one move: BEGIN, TURN, BOARD, and YXNBEST with the `n_best` moves before it."""

    def __init__(self, board: Board, budget: Budget, resources: Resources, n_best: int = 0) -> None:
        super().__init__(board, budget, resources)
        self._n_best = n_best

    def answer(self, engine: Searcher) -> Answer:
        """The engine's move, with what it saw on the way."""
        if not self.board.legal_moves():
            return self.without_search(self.board)
        return self.by_report(self.search(engine, self.board, self.budget))

    def by_report(self, report: "Report") -> Answer:
        """Return the best move, with what the search saw on the way."""
        messages = [] if report.visits == 0 else [search_message(report, self.board.rule)]
        for rank, candidate in enumerate(report.candidates[: self._n_best], start=1):
            messages.append(candidate_message(rank, candidate))
        return Answer((*messages, coordinates(report.move)), (report.move,))

    def without_search(self, board: Board) -> Answer:
        """Return the best-looking legal move."""
        move = emergency_move(board)
        return Answer((coordinates(move),), (move,))


def explained(answer: Answer, error: object) -> Answer:
    """The answer with a MESSAGE before it that says why the search did not give it."""
    return Answer((failure_message(error), *answer.lines), answer.moves)
