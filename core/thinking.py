"""One search within one budget: how long it goes on, and with how many threads."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter

from core.clock import Budget
from core.mcts import Search
from core.settings import Settings

_CLOCK_CHECK_SECONDS = 0.002
_RATE_KNOWN_SECONDS = 0.02
_FEWEST_VISITS_UNCHECKED = 4
_MOST_VISITS_UNCHECKED = 256

_WORSE = 0.1
"""The loss of value during a search that calls for more time."""


class Thinking:
    """Lets a search run until its budget is used, the move is certain, or `stop` is set.

    Args:
        search: stands at the position, and is ready (`Search.prepare`).
        settings: of the same search.
        threads: how many threads search, this one among them.
        budget: what the search may cost.
        stop: ends it from another thread.
    """

    def __init__(
        self,
        search: Search,
        settings: Settings,
        threads: int,
        budget: Budget,
        stop: threading.Event,
    ) -> None:
        self._search = search
        self._settings = settings
        self._threads = threads
        self._stop = stop
        self._visits = math.inf if budget.visits is None else budget.visits
        self._deadline = budget.started + min(budget.soft, budget.hard)
        self._last_deadline = budget.started + min(budget.soft * settings.extend, budget.hard)
        self._begun = time.monotonic()
        self._visits_before = search.root_visits
        self._value_before = search.root_value

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
            if left <= 0 and not self._extend(now):
                return
            if now - self._begun > _RATE_KNOWN_SECONDS and self._is_settled(left):
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

    def _is_settled(self, visits_left: float) -> bool:
        """Whether the most visited move can no longer be overtaken."""
        first, second = self._search.leaders()
        return self._settings.early_stop and first > 0 and first - second > visits_left

    def _extend(self, now: float) -> bool:
        """Takes the rest of the time, once, if what was planned was not enough: the move to
        play is not the most visited one, or things look worse than at the start."""
        if self.visits >= self._visits or now >= self._last_deadline:
            return False
        moves = self._search.root_moves()
        unclear = moves[0] != max(moves, key=itemgetter(1))
        if not unclear and self._search.root_value >= self._value_before - _WORSE:
            return False
        self._deadline = self._last_deadline
        return True


def _next_chunk(chunk: int, seconds: float) -> int:
    """Twice as many visits between looks at the clock while they take next to no time."""
    if seconds < _CLOCK_CHECK_SECONDS / 2:
        return min(chunk * 2, _MOST_VISITS_UNCHECKED)
    if seconds > _CLOCK_CHECK_SECONDS * 2:
        return max(chunk // 2, _FEWEST_VISITS_UNCHECKED)
    return chunk
