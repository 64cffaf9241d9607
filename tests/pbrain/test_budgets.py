"""Budgets of moves: the clock that counts, its start, and its limits."""

import math
import os
import time

import pytest

from core.search.engine import Report
from core.search.search_settings import DEFAULT_MEMORY
from core.search.time_management import MATCH_RESERVE, PIPE_RESERVE, Budget, budget
from pbrain.info import ManagerSettings
from pbrain.protocol import STARTUP_CAP
from tests.patience import PATIENCE
from tests.pbrain.fakes import FakeEngine
from tests.pbrain.scripted import MockChannel, converse

pytestmark = pytest.mark.usefixtures("lenient_watchdog")


class Clock:
    """The brain's clock, which advances only when a test says so."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def monotonic(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class SlowEngine(FakeEngine):
    """An engine that takes half a second per move."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def choose(self) -> Report:
        self._clock.advance(0.5)
        return super().choose()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("pbrain.protocol.time", clock)
    monkeypatch.setattr("tests.pbrain.scripted.time", clock)
    return clock


def budgets(text: str, process_age: float = 0.0) -> list[Budget]:
    """Return the budgets that an instant engine gets in a conversation."""
    return engine_after(text, process_age).budgets


def engine_after(text: str, process_age: float = 0.0) -> FakeEngine:
    engine = FakeEngine()
    channel = MockChannel(lambda: engine, process_age)
    converse(channel, "> INFO max_node 10\n> START 15\n< OK\n" + text)
    assert channel.finish() == []
    return engine


def test_turn_limit_keeps_a_reserve() -> None:
    (budget,) = budgets("> INFO timeout_turn 5000\n> BEGIN\n< MOVE")
    assert 4.0 < budget.hard < 5.0
    assert budget.soft == budget.hard


def test_time_left_wins_over_timeout_match() -> None:
    rich, poor = budgets(
        """
        > INFO timeout_turn 30000
        > INFO timeout_match 180000
        > INFO time_left 180000
        > BEGIN
        < MOVE
        > INFO time_left 5000
        > TURN 0,0
        < MOVE
        """
    )
    assert rich.soft > 5
    assert poor.hard < 1.25


def test_the_time_left_of_one_game_does_not_hold_in_the_next() -> None:
    _, fresh, told = budgets(
        """
        > INFO timeout_turn 0
        > INFO time_left 500
        > BEGIN
        < MOVE
        > INFO timeout_turn 30000
        > INFO timeout_match 100000
        > START 15
        < OK
        > BEGIN
        < MOVE
        > START 15
        < OK
        > INFO time_left 5000
        > RESTART
        < OK
        > BEGIN
        < MOVE
        """
    )
    assert fresh.soft > 2
    assert 0.1 < told.hard < 1.25


@pytest.mark.parametrize("told_for", ["START 15\n< OK\n> BEGIN", "BOARD\n> 7,7,2\n> DONE"])
def test_a_time_left_told_during_a_search_is_that_of_the_next(told_for: str, clock: Clock) -> None:
    engine = FakeEngine()
    channel = MockChannel(lambda: engine)
    converse(channel, "> INFO timeout_turn 30000\n> INFO time_left 300000\n> START 15\n< OK")
    converse(channel, "> INFO max_node 0\n> BEGIN")
    clock.advance(0.7)
    converse(channel, f"> INFO max_node 1\n> INFO time_left 10000\n> {told_for}\n< MOVE")
    assert channel.finish() == []
    reserves = MATCH_RESERVE + PIPE_RESERVE
    assert engine.budgets[-1].hard == pytest.approx((10.0 - reserves) / 4)


@pytest.mark.parametrize(("late", "reserve"), [(1e-9, 0.03), (0.01, 0.05), (0.3, 0.15)])
def test_the_reserve_follows_how_late_searches_end(
    late: float, reserve: float, clock: Clock
) -> None:
    class Late(FakeEngine):
        """An engine that ends its searches late."""

        def choose(self) -> Report:
            clock.advance(self.budgets[-1].soft + late)
            return super().choose()

    engine = Late()
    channel = MockChannel(lambda: engine)
    said = "> INFO timeout_turn 500\n> INFO max_node 9\n> START 15\n< OK\n> BEGIN\n< MOVE\n"
    converse(channel, said + "".join(f"> TURN {x},0\n< MOVE\n" for x in range(4)))
    assert channel.finish() == []
    hard = [budget.hard for budget in engine.budgets]
    assert hard == pytest.approx([0.35, 0.35, 0.35, 0.5 - reserve, 0.5 - reserve])


@pytest.mark.usefixtures("clock")
def test_the_reserve_follows_what_the_manager_counts() -> None:
    said = "> INFO timeout_turn 500\n> INFO time_left 100000\n> BEGIN\n< MOVE\n"
    for left, move in ((99995, "0,0"), (99990, "1,0"), (99985, "2,0"), (99980, "3,0")):
        said += f"> INFO time_left {left}\n> TURN {move}\n< MOVE\n"
    hard = [budget.hard for budget in budgets(said)]
    assert hard[:3] == [0.35] * 3
    assert hard[3:] == [pytest.approx(0.46)] * 2


@pytest.mark.parametrize("left", [0, -501, -2147483648])
def test_no_time_left_means_at_once(left: int) -> None:
    (budget,) = budgets(f"> INFO time_left {left}\n> BEGIN\n< MOVE")
    assert budget.hard == 0


@pytest.mark.parametrize("left", [2147483647, 99999999999999999999])
def test_endless_match_leaves_the_turn_limit(left: int) -> None:
    (budget,) = budgets(f"> INFO timeout_turn 2000\n> INFO time_left {left}\n> BEGIN\n< MOVE")
    assert 1.8 < budget.soft < 2


def test_a_match_without_a_limit_has_no_time_left_to_run_out(clock: Clock) -> None:
    engine = SlowEngine(clock)
    channel = MockChannel(lambda: engine)
    converse(channel, "> INFO timeout_turn 2000\n> INFO timeout_match 0\n> INFO time_left 0")
    converse(channel, "> INFO max_node 1\n> START 15\n< OK\n> BEGIN\n< MOVE\n> TURN 0,0\n< MOVE")
    assert channel.finish() == []
    assert all(1.8 < budget.soft < 2 for budget in engine.budgets)


def test_match_clock_of_a_manager_without_time_left_keeps_running(clock: Clock) -> None:
    engine = SlowEngine(clock)
    channel = MockChannel(lambda: engine)
    converse(
        channel,
        """
        > INFO timeout_turn -1
        > INFO timeout_match 40000
        > INFO max_node 1
        > START 15
        < OK
        > BEGIN
        < MOVE
        > TURN 0,0
        < MOVE
        > START 15
        < OK
        > BEGIN
        < MOVE
        """,
    )
    assert channel.finish() == []
    hard = [(left - PIPE_RESERVE - MATCH_RESERVE) / 4 for left in (40.0, 39.5, 40.0)]
    assert [budget.hard for budget in engine.budgets] == pytest.approx(hard)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(("match", "size"), [(10_000, 15), (180_000, 20)])
def test_no_game_is_too_long_for_its_match_limit(match: int, size: int, told: bool) -> None:
    """Each move takes its whole budget and 20 ms more, until the board is full."""
    settings, left = ManagerSettings(), match / 1000
    settings.set("timeout_turn", "30000")
    settings.set("timeout_match", str(match))
    for ply in range(0, size**2, 2):
        if told:
            settings.set("time_left", str(int(left * 1000)))
        seconds = budget(settings.limits(), 0.0, ply, size**2).soft + 0.02
        settings.spend(seconds)
        left -= seconds
    assert left > 0


def test_clock_of_a_board_begins_at_done(clock: Clock) -> None:
    engine = FakeEngine()
    channel = MockChannel(lambda: engine)
    converse(channel, "> INFO max_node 1\n> START 15\n< OK\n> TURN 0,0\n< MOVE\n> BOARD\n> 7,7,2")
    channel.meanwhile(lambda: clock.advance(0.2))
    converse(channel, "> DONE\n< MOVE")
    assert channel.finish() == []
    assert engine.budgets[1].started == clock.now


def test_start_up_is_charged_to_the_first_move_only(clock: Clock) -> None:
    first, second = budgets("> TURN 7,7\n< MOVE\n> TURN 0,0\n< MOVE", process_age=0.5)
    assert first.started == pytest.approx(clock.now - 0.5, abs=1e-6)
    assert second.started == clock.now


def test_freeze_during_start_up_is_charged_no_more_than_the_cap(clock: Clock) -> None:
    (first,) = budgets("> TURN 7,7\n< MOVE", process_age=30.0)
    assert first.started == clock.now - STARTUP_CAP


def test_start_up_takes_half_a_turn_at_most(clock: Clock) -> None:
    (first,) = budgets("> INFO timeout_turn 1000\n> TURN 7,7\n< MOVE", process_age=30.0)
    assert first.hard < 1
    assert first.started == clock.now - first.hard / 2


@pytest.mark.parametrize("turn", [50, 100, 500])
def test_start_up_is_not_charged_to_turns_shorter_than_the_judges(turn: int, clock: Clock) -> None:
    first, second = budgets(
        f"> INFO timeout_turn {turn}\n> TURN 7,7\n< MOVE\n"
        "> INFO timeout_turn 5000\n> TURN 0,0\n< MOVE",
        process_age=30.0,
    )
    assert (first.started, second.started) == (clock.now, clock.now)


def test_waiting_for_the_manager_is_not_start_up(clock: Clock) -> None:
    engine = FakeEngine()
    channel = MockChannel(lambda: engine)
    channel.meanwhile(lambda: clock.advance(0.3))
    converse(channel, "> INFO max_node 1\n> START 15\n< OK")
    channel.meanwhile(lambda: clock.advance(0.3))
    converse(channel, "> TURN 7,7\n< MOVE")
    assert channel.finish() == []
    assert engine.budgets[0].started == pytest.approx(clock.now, abs=1e-6)


def test_no_limit_at_all_still_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbrain.protocol.DEFAULT_TURN", 2 * PATIENCE)
    engine = FakeEngine()
    channel = MockChannel(lambda: engine)
    converse(
        channel,
        """
        > INFO timeout_turn -1
        > INFO timeout_match 0
        > INFO time_left 2147483647
        > START 15
        < OK
        > BEGIN
        > YXSTOP
        < MOVE
        > INFO max_node 5
        > TURN 0,0
        < MOVE
        """,
    )
    assert channel.finish() == []
    endless, counted = engine.budgets
    assert endless.soft == 2 * PATIENCE
    assert counted.visits == 5
    assert math.isinf(counted.soft)


@pytest.mark.parametrize("off", ["0", "-1"])
def test_max_node_limits_the_visits_until_it_is_revoked(off: str) -> None:
    limited, free = budgets(
        f"> BEGIN\n< MOVE\n> INFO max_node {off}\n> INFO timeout_turn 0\n> TURN 0,0\n< MOVE"
    )
    assert (limited.visits, free.visits) == (10, None)


def test_memory_limit_reaches_the_engine() -> None:
    engine = engine_after(
        """
        > BEGIN
        < MOVE
        > INFO max_memory 100000000
        > TURN 0,0
        < MOVE
        > INFO max_memory 0
        > TURN 1,1
        < MOVE
        """
    )
    assert engine.memory == [DEFAULT_MEMORY, 100_000_000, DEFAULT_MEMORY]


def test_too_little_memory_is_reported_once_with_the_next_move() -> None:
    engine = FakeEngine()
    channel = MockChannel(lambda: engine)
    converse(
        channel,
        """
        > INFO max_node 1
        > START 15
        < OK
        > INFO max_memory 31457280
        > BEGIN
        < MESSAGE max_memory 31457280 is too little: up to 70000000 bytes are needed.*
        < MESSAGE visits .*
        < MOVE
        > TURN 0,0
        < MESSAGE visits .*
        < MOVE
        > INFO max_memory 31457280
        > INFO max_memory 70000000
        > TURN 1,1
        < MESSAGE visits .*
        < MOVE
        """,
    )
    assert channel.finish() == []
    assert engine.memory == [31457280, 31457280, 70_000_000]


def test_threads_reach_the_engine_up_to_the_number_of_processors() -> None:
    engine = engine_after(
        """
        > BEGIN
        < MOVE
        > INFO thread_num 2
        > TURN 0,0
        < MOVE
        > INFO thread_num 1000000
        > TURN 1,1
        < MOVE
        > INFO thread_num -3
        > TURN 2,2
        < MOVE
        """
    )
    most = os.cpu_count() or 1
    assert engine.threads == [1, min(2, most), most, 1]
