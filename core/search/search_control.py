"""Control of one search: its length within a budget, and its threads.

Two rules were tried at 6 s a game, by `fukumi ab` and an SPRT of 0 against 20 Elo, and dropped.
Ending a search when its most visited move could no longer be overtaken scored 0.396 +-0.041 (360
games): the time it saves is seldom used later. Searching for up to twice the planned time, when the
best move was not the most visited or the value had fallen, scored 0.500 +-0.033 (400 games).
"""

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from core.search.mcts import Search
from core.search.time_management import Budget

_CLOCK_CHECK_SECONDS = 0.002
_FORCED_VISITS = 1000
"""Visits after a forced move, for its value and proof."""

_MIN_VISITS_UNCHECKED = 4
_MAX_VISITS_UNCHECKED = 256

_TIME_SHARE = 0.5
"""Part of the time left that is searched before the next check of the clock. Visits differ in cost,
so the end is approached in steps that get smaller.
"""

_SOLVER_SPEED = 250_000
"""Positions per second of the solvers, under the rule where they are slowest."""

_MIN_POSITIONS = 100
_MAX_POSITIONS = 1_000_000
"""Bounds of a solver's positions to extend the line of a proved win."""

_COLLECTION = 1e-9
"""Seconds that it takes to free memory, for each byte that the tree holds."""

_NO_LIMIT = 1 << 40

_FIRST_PUBLICATION, _PUBLICATION = 0.002, 0.25
"""Seconds between two publications: the first and the longest interval. In between it doubles."""


class SearchControl:
    """A search within its budget: until that is used, the move is certain, or `stop` is set.

    Args:
        search: the search at the position, ready to run (`Search.prepare`).
        threads: number of search threads, including this one.
        budget: limits of time and visits.
        stop: ends the search from another thread.
        publish: called on this thread to report progress: at the beginning, a few times a second,
            and before steps that may take long.
    """

    def __init__(
        self,
        search: Search,
        threads: int,
        budget: Budget,
        stop: threading.Event,
        publish: Callable[[], None] = lambda: None,
    ) -> None:
        self._search = search
        self._threads = threads
        self._stop = stop
        self._visits = math.inf if budget.visits is None else budget.visits
        self._deadline = budget.started + min(budget.soft, budget.hard)
        self._end = budget.started + budget.hard
        self._clock = budget.clock
        self._begun = self._clock()
        self._visits_before = search.root_visits
        self._publish = publish
        self._next_publication = math.inf

    def run(self) -> None:
        """Search; where memory runs out, make room and go on."""
        self._publish_at(self._begun)
        while True:
            with self._helpers():
                self._search_on()
            if self._search.root_decided or self._search.full:
                self._publish_at(self._clock())
            if not self._search.full or self._search.root_decided or self._is_over():
                return
            if self._deadline - self._clock() < self._search.memory * _COLLECTION:
                return
            self._search.collect()

    @property
    def visits(self) -> int:
        """Visits added so far."""
        return self._search.root_visits - self._visits_before

    @property
    def seconds(self) -> float:
        """Time since the beginning."""
        return self._clock() - self._begun

    @property
    def positions_left(self) -> int:
        """Positions that a solver may take after the search to extend the line of a proved win."""
        left = (self._end - self._clock()) * _SOLVER_SPEED
        return int(max(_MIN_POSITIONS, min(left, _MAX_POSITIONS)))

    @contextmanager
    def _helpers(self) -> Iterator[None]:
        """Run the other threads' searches while the context lasts."""
        numbers = range(1, self._threads)
        helpers = [threading.Thread(target=self._search.run_helper, args=(i,)) for i in numbers]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            self._search.stop()
            for helper in helpers:
                helper.join()

    def _search_on(self) -> None:
        chunk = _MIN_VISITS_UNCHECKED
        now = self._clock()
        while not (self._search.root_decided or self._search.full or self._stop.is_set()):
            left = self._visits_left(now)
            if left <= 0 or (self._search.has_one_move and self.visits >= _FORCED_VISITS):
                return
            self._search.limit_solvers(self._solver_limit(now))
            self._search.run(max(1, math.ceil(min(chunk, left))))
            before, now = now, self._clock()
            chunk = _next_chunk(chunk, now - before)
            if now >= self._next_publication:
                self._publish_at(now)

    def _is_over(self) -> bool:
        return self._stop.is_set() or self._visits_left(self._clock()) <= 0

    def _publish_at(self, now: float) -> None:
        self._publish()
        pause = min(max(now - self._begun, _FIRST_PUBLICATION), _PUBLICATION)
        self._next_publication = now + pause

    def _visits_left(self, now: float) -> float:
        """Return how many visits to make, at the rate so far, before the next check."""
        seconds = now - self._begun
        rate = self.visits / seconds if seconds > 0 and self.visits else math.inf
        by_time = (self._deadline - now) * rate * _TIME_SHARE if now < self._deadline else 0.0
        return min(self._visits - self.visits, by_time)

    def _solver_limit(self, now: float) -> int:
        """Return how many positions a solver may take to end within the time left."""
        left = (self._deadline - now) * _SOLVER_SPEED
        return _NO_LIMIT if math.isinf(left) else int(left)


def _next_chunk(chunk: int, seconds: float) -> int:
    """Return the visits until the next check of the clock: doubled while they take no time."""
    if seconds < _CLOCK_CHECK_SECONDS / 2:
        return min(chunk * 2, _MAX_VISITS_UNCHECKED)
    if seconds > _CLOCK_CHECK_SECONDS * 2:
        return max(chunk // 2, _MIN_VISITS_UNCHECKED)
    return chunk
