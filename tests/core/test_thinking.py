"""How long a search goes on, with a search whose findings are scripted."""

import threading
import time
from typing import cast

import pytest

from core.clock import Budget
from core.mcts import Search
from core.settings import Settings
from core.thinking import Thinking

BEST, OTHER = ((7, 7), 90, 0.5, 0.2, 0, ()), ((8, 8), 10, 0.5, 0.1, 0, ())


class ScriptedSearch:
    """Takes a millisecond a run, and finds what it is told to."""

    def __init__(self) -> None:
        self.root_visits = 0
        self.root_value = 0.0
        self.root_decided = False
        self.full = False
        self.collected = 0
        self.moves = [BEST, OTHER]
        self.ahead = (0, 0)

    def run(self, visits: int) -> None:
        time.sleep(0.001)
        self.root_visits += visits

    def stop(self) -> None:
        pass

    def collect(self) -> None:
        self.collected += 1
        self.full = False

    def leaders(self) -> tuple[int, int]:
        return self.ahead

    def root_moves(self) -> list[tuple[object, ...]]:
        return self.moves


def seconds_taken(
    search: ScriptedSearch, soft: float, hard: float, visits: int | None = None, extend: float = 1.0
) -> float:
    begun = time.monotonic()
    thinking = Thinking(
        cast(Search, search),
        Settings(extend=extend),
        1,
        Budget(begun, soft, hard, visits),
        threading.Event(),
    )
    if search.root_value:
        search.root_value -= 0.2  # it turns out worse than it looked
    thinking.run()
    return time.monotonic() - begun


def test_a_clear_search_ends_at_its_soft_time() -> None:
    assert 0.05 <= seconds_taken(ScriptedSearch(), 0.05, 9.0, extend=3.0) < 0.15


def test_it_goes_on_where_the_move_to_play_is_not_the_most_visited() -> None:
    search = ScriptedSearch()
    search.moves = [OTHER, BEST]
    assert 0.15 <= seconds_taken(search, 0.05, 9.0, extend=3.0) < 1.0
    assert 0.1 <= seconds_taken(search, 0.05, 0.1, extend=3.0) < 0.15
    assert 0.05 <= seconds_taken(search, 0.05, 9.0) < 0.15


def test_it_goes_on_where_things_turned_out_worse() -> None:
    search = ScriptedSearch()
    search.root_value = 0.5
    assert 0.15 <= seconds_taken(search, 0.05, 9.0, extend=3.0) < 1.0


def test_visits_are_never_extended() -> None:
    search = ScriptedSearch()
    search.moves = [OTHER, BEST]
    seconds_taken(search, 9.0, 9.0, visits=50, extend=3.0)
    assert search.root_visits == 50


def test_it_ends_when_nothing_can_change_any_more() -> None:
    search = ScriptedSearch()
    search.ahead = (1_000_000, 0)
    assert seconds_taken(search, 5.0, 5.0) < 1.0
    decided = ScriptedSearch()
    decided.root_decided = True
    assert seconds_taken(decided, 5.0, 5.0) < 1.0
    assert decided.root_visits == 0


@pytest.mark.parametrize("visits", [1, 3, 1000])
def test_out_of_memory_it_makes_room_and_goes_on(visits: int) -> None:
    search = ScriptedSearch()
    search.full = True
    seconds_taken(search, 9.0, 9.0, visits=visits)
    assert search.collected == 1
    assert search.root_visits == visits
