"""The length of a search, with a search of scripted results."""

import itertools
import math
import threading
from collections.abc import Callable
from typing import cast

import pytest

from core.search.mcts import Search
from core.search.search_control import SearchControl
from core.search.time_management import Budget


class Clock:
    """A clock that only runs while a search does."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class ScriptedSearch:
    """A search that takes a millisecond per run, with results set by the test."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.root_visits = 0
        self.root_value = 0.0
        self.root_decided = False
        self.full = False
        self.collected = 0
        self.memory = 0
        self.has_one_move = False
        self.solver_limits: list[tuple[float, int]] = []
        self.fills_after = math.inf

    def run(self, visits: int) -> None:
        self._clock.now += 0.001
        self.root_visits += visits
        self.full = self.root_visits >= self.fills_after

    def limit_solvers(self, positions: int) -> None:
        self.solver_limits.append((self._clock.now, positions))

    def stop(self) -> None:
        pass

    def collect(self) -> None:
        self.collected += 1
        self.full = False


def seconds_taken(
    clock: Clock,
    search: ScriptedSearch,
    soft: float,
    hard: float,
    visits: int | None = None,
    publish: Callable[[], None] = lambda: None,
) -> float:
    begun = clock.now
    budget = Budget(begun, soft, hard, visits, clock=clock)
    SearchControl(cast(Search, search), 1, budget, threading.Event(), publish).run()
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


def test_a_full_tree_is_left_alone_once_the_time_is_used(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.fills_after = 1
    seconds_taken(clock, search, 0.0005, 0.0005)
    assert search.root_visits > 0
    assert search.collected == 0


def test_a_full_tree_is_left_alone_when_there_is_no_time_to_make_room(clock: Clock) -> None:
    search = ScriptedSearch(clock)
    search.fills_after, search.memory = 1, 2 << 30
    seconds_taken(clock, search, 1.0, 1.0)
    assert search.collected == 0
    search.memory = 1 << 20
    seconds_taken(clock, search, 1.0, 1.0)
    assert search.collected > 0


def test_it_publishes_at_once_and_then_ever_more_rarely(clock: Clock) -> None:
    begun, times = clock.now, list[float]()
    search = ScriptedSearch(clock)
    seconds_taken(clock, search, 10.0, 10.0, publish=lambda: times.append(clock.now - begun))
    assert times[0] == 0
    assert sum(seconds < 0.02 for seconds in times) >= 3, "a turn of 30 ms has something"
    pauses = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert max(pauses) < 0.3
    assert len(times) < 60, "publishing costs next to nothing"


@pytest.mark.parametrize("state", ["root_decided", "full"])
def test_it_publishes_before_what_may_take_long(clock: Clock, state: str) -> None:
    visits: list[int] = []
    search = ScriptedSearch(clock)
    search.fills_after = 40 if state == "full" else math.inf

    def publish() -> None:
        visits.append(search.root_visits)
        search.root_decided = state == "root_decided" and search.root_visits > 40

    seconds_taken(clock, search, 0.1, 0.1, publish=publish)
    assert visits[-1] == search.root_visits


def test_a_solver_never_takes_longer_than_the_search_has_left(clock: Clock) -> None:
    search, end = ScriptedSearch(clock), clock.now + 0.5
    seconds_taken(clock, search, 0.5, 9.0)
    assert search.solver_limits[0][1] > 50_000
    for now, positions in search.solver_limits:
        assert positions <= (end - now) * 300_000
    endless = ScriptedSearch(clock)
    seconds_taken(clock, endless, math.inf, math.inf, visits=10)
    assert endless.solver_limits[0][1] > 1 << 32


def test_the_line_of_a_proof_is_looked_for_within_the_hard_time(clock: Clock) -> None:
    search = cast(Search, ScriptedSearch(clock))
    control = SearchControl(search, 1, Budget(clock.now, 0.1, 0.2, clock=clock), threading.Event())
    before = control.positions_left
    clock.now += 0.5
    assert 0 < control.positions_left < before / 100
