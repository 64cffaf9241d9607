"""How long a search goes on, with a search whose findings are scripted."""

import threading
from typing import cast

import pytest

from core.clock import Budget
from core.mcts import Search
from core.thinking import Thinking


class Clock:
    """Stands still except while a search runs."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("core.thinking.time", clock)
    return clock


class ScriptedSearch:
    """Takes a millisecond a run, and finds what it is told to."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.root_visits = 0
        self.root_value = 0.0
        self.root_decided = False
        self.full = False
        self.collected = 0
        self.has_one_move = False

    def run(self, visits: int) -> None:
        self._clock.now += 0.001
        self.root_visits += visits

    def stop(self) -> None:
        pass

    def collect(self) -> None:
        self.collected += 1
        self.full = False


def seconds_taken(
    clock: Clock, search: ScriptedSearch, soft: float, hard: float, visits: int | None = None
) -> float:
    begun = clock.now
    budget = Budget(begun, soft, hard, visits)
    Thinking(cast(Search, search), 1, budget, threading.Event()).run()
    return clock.now - begun


def test_a_search_takes_its_soft_time_and_never_more_than_the_hard(clock: Clock) -> None:
    assert seconds_taken(clock, ScriptedSearch(clock), 0.05, 9.0) == pytest.approx(0.05, abs=0.002)
    assert seconds_taken(clock, ScriptedSearch(clock), 0.5, 0.1) == pytest.approx(0.1, abs=0.002)


def test_a_search_takes_its_visits(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    seconds_taken(clock, search, 9.0, 9.0, visits=50)
    assert search.root_visits == 50


def test_it_does_not_begin_where_all_is_proved(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.root_decided = True
    assert seconds_taken(clock, search, 5.0, 5.0) == 0.0


def test_a_forced_move_takes_no_more_than_a_look(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.has_one_move = True
    assert seconds_taken(clock, search, 50.0, 50.0) < 1.0
    assert 0 < search.root_visits < 2000


@pytest.mark.parametrize("visits", [1, 3, 1000])
def test_out_of_memory_it_makes_room_and_goes_on(clock: Clock, visits: int) -> None:
    search = ScriptedSearch(clock)
    search.full = True
    seconds_taken(clock, search, 9.0, 9.0, visits=visits)
    assert search.collected == 1
    assert search.root_visits == visits
