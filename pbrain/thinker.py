"""The search thread: owns the engine and answers requests in order and on time."""

import queue
import threading
import time
from collections.abc import Callable

from core.game.rules import Rule
from pbrain.request import Answer, Request, SearchEngine, with_failure
from pbrain.watchdog import Watchdog

STOP_GRACE = 0.3
"""Seconds the search has to answer after a stop."""

Deliver = Callable[[Request, Answer], None]


class Thinker:
    """A thread that answers requests.

    Each request is delivered at least once: by the search, or by the watchdog if the search is
    late. In that case the search's own answer follows later, and the receiver drops it.

    Args:
        make_engine: creates the engine, on the search thread, when it is first needed; called
            again after the engine has raised.
        deliver: receives the answers, on the search thread or the watchdog's thread.
    """

    def __init__(self, make_engine: Callable[[], SearchEngine], deliver: Deliver) -> None:
        self._make_engine = make_engine
        self._deliver = deliver
        self._engine: SearchEngine | None = None
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._watchdog = Watchdog()
        threading.Thread(target=self._work, name="search", daemon=True).start()

    def warm_up(self, rule: Callable[[], Rule | None]) -> None:
        """Load the engine and a rule's net in the background, before the first move needs them.

        Args:
            rule: returns the rule, or None while it is unknown; called just before loading, so
                that a rule which is changed at once costs nothing.
        """
        self._queue.put(lambda: self._load(rule))

    def ask(self, request: Request) -> None:
        """Start on a request; its answer is delivered within its hard limit and guard time."""
        self._queue.put(lambda: self._answer(request))
        cost = request.budget
        self._guard(request, cost.started + cost.hard + cost.guard, "out of time")

    def hurry(self, request: Request) -> None:
        """Ask for the answer now."""
        request.stop.set()
        self._guard(request, time.monotonic() + STOP_GRACE, "no answer to the stop")

    def release(self, request: Request) -> None:
        """Stop the work for a request that has its answer or needs none."""
        self._watchdog.cancel()
        request.abandon()

    def close(self) -> None:
        """Let the threads end once they are idle."""
        self._queue.put(None)
        self._watchdog.close()

    def _guard(self, request: Request, due: float, why: str) -> None:
        """Schedule the fallback answer for `due`, unless an earlier one is set."""
        self._watchdog.set(
            due, lambda: self._deliver(request, with_failure(request.fallback(), why))
        )

    def _work(self) -> None:
        while (job := self._next_job()) is not None:
            job()

    def _next_job(self) -> Callable[[], None] | None:
        """Return the next job; while there is none, let the engine compute ahead."""
        while self._queue.empty() and self._compute_ahead():
            pass
        return self._queue.get()

    def _compute_ahead(self) -> bool:
        # Like a failure to load, a failure here is reported with the next move.
        try:
            return self._engine is not None and self._engine.compute_ahead()
        except Exception:
            self._engine = None
            return False

    def _load(self, rule: Callable[[], Rule | None]) -> None:
        # A core that cannot be loaded is reported with the first move.
        try:
            self._engine = self._engine or self._make_engine()
            if known := rule():
                self._engine.warm_up(known)
        except Exception:
            self._engine = None

    def _answer(self, request: Request) -> None:
        if request.abandoned:
            return
        try:
            self._engine = self._engine or self._make_engine()
            answer = request.answer(self._engine)
        except Exception as error:
            self._engine = None
            answer = with_failure(request.fallback(), f"{type(error).__name__}: {error}")
        self._deliver(request, answer)
