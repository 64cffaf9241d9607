"""One search within one budget: how long it goes on, and with how many threads.

Two ways of the clock were tried at 6 s a game, by `fukumi ab` and an SPRT of 0 against 20 Elo,
and dropped. Ending a search when its most visited move could no longer be overtaken scored
0.396 +-0.041 (360 games): what it saves is seldom used later. Going on for up to twice the
planned time, when the best move was not the most visited or the value had fallen, scored
0.500 +-0.033 (400 games).
"""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from core.clock import Budget
from core.mcts import Search

_CLOCK_CHECK_SECONDS = 0.002
_FORCED_VISITS = 1000
"""A look behind a forced move, for its value and proof."""

_FEWEST_VISITS_UNCHECKED = 4
_MOST_VISITS_UNCHECKED = 256


class Thinking:
    """Lets a search run until its budget is used, its move is certain, or `stop` is set.

    Args:
        search: stands at the position, and is ready (`Search.prepare`).
        threads: how many threads search, this one among them.
        budget: what the search may cost.
        stop: ends it from another thread.
    """

    def __init__(
        self,
        search: Search,
        threads: int,
        budget: Budget,
        stop: threading.Event,
    ) -> None:
        self._search = search
        self._threads = threads
        self._stop = stop
        self._visits = math.inf if budget.visits is None else budget.visits
        self._deadline = budget.started + min(budget.soft, budget.hard)
        self._begun = time.monotonic()
        self._visits_before = search.root_visits

    def run(self) -> None:
        """Searches; where memory runs out, makes room and goes on."""
        while True:
            with self._helpers():
                self._search_on()
            if not self._search.full or self._search.root_decided:
                return
            self._search.collect()

    @property
    def visits(self) -> int:
        """Visits added so far."""
        return self._search.root_visits - self._visits_before

    @property
    def seconds(self) -> float:
        """Time since the beginning."""
        return time.monotonic() - self._begun

    @contextmanager
    def _helpers(self) -> Iterator[None]:
        """The other threads, at work on the tree while the context lasts."""
        numbers = range(1, self._threads)
        helpers = [threading.Thread(target=self._search.help, args=(i,)) for i in numbers]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            self._search.stop()
            for helper in helpers:
                helper.join()

    def _search_on(self) -> None:
        chunk = _FEWEST_VISITS_UNCHECKED
        now = time.monotonic()
        while not (self._search.root_decided or self._search.full or self._stop.is_set()):
            left = self._visits_left(now)
            if left <= 0 or (self._search.has_one_move and self.visits >= _FORCED_VISITS):
                return
            self._search.run(max(1, math.ceil(min(chunk, left))))
            before, now = now, time.monotonic()
            chunk = _next_chunk(chunk, now - before)

    def _visits_left(self, now: float) -> float:
        """How many more visits the budget allows at the rate seen so far."""
        seconds = now - self._begun
        rate = self.visits / seconds if seconds > 0 and self.visits else math.inf
        by_time = (self._deadline - now) * rate if now < self._deadline else 0.0
        return min(self._visits - self.visits, by_time)


def _next_chunk(chunk: int, seconds: float) -> int:
    """Twice as many visits between looks at the clock while they take next to no time."""
    if seconds < _CLOCK_CHECK_SECONDS / 2:
        return min(chunk * 2, _MOST_VISITS_UNCHECKED)
    if seconds > _CLOCK_CHECK_SECONDS * 2:
        return max(chunk // 2, _FEWEST_VISITS_UNCHECKED)
    return chunk
