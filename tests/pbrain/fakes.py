"""Fake engines for tests in which the search does not matter or misbehaves."""

import threading
import time
from collections.abc import Callable

from core.game.board import Board, Point
from core.game.rules import Rule
from core.search.candidate import Candidate
from core.search.engine import Report
from core.search.time_management import Budget


def report(
    moves: list[Point], value: float = 0.0, values: list[float] | None = None, visits: int = 1
) -> Report:
    """Return the report of a search that prefers the moves in this order."""
    each = values or [value] * len(moves)
    candidates = tuple(
        Candidate(move, visits, 1 / len(moves), v, 0, (move,))
        for move, v in zip(moves, each, strict=True)
    )
    return Report(moves[0], value, visits, 0.0, 0, candidates)


class FakeEngine:
    """An engine that fulfils the contract without searching: it waits, then plays near the middle.

    It answers a budget of visits at once, and waits out any other until the stop. `budgets`,
    `memory`, `threads` and `warm` record the arguments of its methods.
    """

    def __init__(self) -> None:
        self.board = Board(15)
        self.budgets: list[Budget] = []
        self.memory: list[int] = []
        self.threads: list[int] = []
        self.warm: list[Rule] = []

    def warm_up(self, rule: Rule) -> None:
        self.warm.append(rule)

    def compute_ahead(self) -> bool:
        return False

    def set_position(self, board: Board) -> None:
        self.board = board.copy()

    def set_max_memory(self, n_bytes: int) -> None:
        self.memory.append(n_bytes)

    def set_threads(self, threads: int) -> None:
        self.threads.append(threads)

    def think(
        self,
        budget: Budget,
        stop: threading.Event | None = None,
        publish: Callable[[Report], None] | None = None,  # noqa: ARG002
    ) -> Report:
        self.budgets.append(budget)
        if budget.visits is None and stop is not None:
            stop.wait(max(0.0, budget.started + budget.soft - time.monotonic()))
        return self.choose()

    def choose(self) -> Report:
        """Return the report on the position; subclasses override it."""
        middle = self.board.size // 2
        legal = self.board.legal_moves()
        return report(sorted(legal, key=lambda p: (p[0] - middle) ** 2 + (p[1] - middle) ** 2))


class FixedEngine(FakeEngine):
    """An engine that returns the report of a function of the board."""

    def __init__(self, choose: Callable[[Board], Report]) -> None:
        super().__init__()
        self._choose = choose

    def choose(self) -> Report:
        return self._choose(self.board)


class DeafEngine(FakeEngine):
    """An engine that ignores clock and stop, and answers only when the test allows it.

    Args:
        publish: returns the reports to publish before it hangs, from the board; none by default.
    """

    def __init__(self, publish: Callable[[Board], list[Report]] = lambda _board: []) -> None:
        super().__init__()
        self.may_answer = threading.Event()
        self.answered = threading.Semaphore(0)
        self._findings = publish

    def think(
        self,
        budget: Budget,
        stop: threading.Event | None = None,  # noqa: ARG002
        publish: Callable[[Report], None] | None = None,
    ) -> Report:
        self.budgets.append(budget)
        for finding in self._findings(self.board):
            if publish is not None:
                publish(finding)
        self.may_answer.wait()
        self.answered.release()
        return self.choose()
