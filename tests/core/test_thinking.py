"""How long a search goes on, with a search whose findings are scripted."""

import threading
from typing import cast

import pytest

from core.clock import Budget
from core.mcts import Search
from core.settings import Settings
from core.thinking import Thinking

Move = tuple[tuple[int, int], int, float, float, int, tuple[()]]
BEST: Move = ((7, 7), 90, 0.5, 0.2, 0, ())
OTHER: Move = ((8, 8), 10, 0.5, 0.1, 0, ())


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
        self.moves: list[Move] = [BEST, OTHER]
        self.ahead = (0, 0)

    def run(self, visits: int) -> None:
        self._clock.now += 0.001
        self.root_visits += visits

    def stop(self) -> None:
        pass

    def collect(self) -> None:
        self.collected += 1
        self.full = False

    def leaders(self) -> tuple[int, int]:
        return self.ahead

    def root_moves(self) -> list[Move]:
        return self.moves


def seconds_taken(
    clock: Clock,
    search: ScriptedSearch,
    soft: float,
    hard: float,
    visits: int | None = None,
    extend: float = 1.0,
) -> float:
    begun = clock.now
    budget = Budget(begun, soft, hard, visits)
    thinking = Thinking(cast(Search, search), Settings(extend=extend), 1, budget, threading.Event())
    if search.root_value:
        search.root_value -= 0.2  # it turns out worse than it looked
    thinking.run()
    return clock.now - begun


def test_a_clear_search_ends_at_its_soft_time(clock: Clock) -> None:
    taken = seconds_taken(clock, ScriptedSearch(clock), 0.05, 9.0, extend=3.0)
    assert taken == pytest.approx(0.05, abs=0.002)


def test_it_goes_on_where_the_move_to_play_is_not_the_most_visited(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.moves = [OTHER, BEST]
    assert seconds_taken(clock, search, 0.05, 9.0, extend=3.0) == pytest.approx(0.15, abs=0.002)
    assert seconds_taken(clock, search, 0.05, 0.1, extend=3.0) == pytest.approx(0.1, abs=0.002)
    assert seconds_taken(clock, search, 0.05, 9.0) == pytest.approx(0.05, abs=0.002)


def test_it_goes_on_where_things_turned_out_worse(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.root_value = 0.5
    assert seconds_taken(clock, search, 0.05, 9.0, extend=3.0) == pytest.approx(0.15, abs=0.002)


def test_visits_are_never_extended(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.moves = [OTHER, BEST]
    seconds_taken(clock, search, 9.0, 9.0, visits=50, extend=3.0)
    assert search.root_visits == 50


def test_it_ends_when_nothing_can_change_any_more(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.ahead = (1_000_000, 0)
    assert seconds_taken(clock, search, 5.0, 5.0) < 1.0
    decided = ScriptedSearch(clock)
    decided.root_decided = True
    assert seconds_taken(clock, decided, 5.0, 5.0) == 0.0


@pytest.mark.parametrize("visits", [1, 3, 1000])
def test_out_of_memory_it_makes_room_and_goes_on(clock: Clock, visits: int) -> None:
    search = ScriptedSearch(clock)
    search.full = True
    seconds_taken(clock, search, 9.0, 9.0, visits=visits)
    assert search.collected == 1
    assert search.root_visits == visits
