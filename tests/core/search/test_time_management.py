"""Time management: each special value, and whole games that must not run out of time."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.time_management import (
    DEFAULT_TURN,
    MATCH_RESERVE,
    MOVE_OVERHEAD,
    UNLIMITED_MS,
    Limits,
    budget,
    moves_to_go,
)

CELLS = 15 * 15


@pytest.mark.parametrize(
    ("turn_ms", "seconds"),
    [
        (None, DEFAULT_TURN),
        (5000, 5.0),
        (1, 0.001),
        (0, 0.0),
        (-1, math.inf),
        (UNLIMITED_MS, math.inf),
        (10 * UNLIMITED_MS, math.inf),
    ],
)
def test_timeout_turn(turn_ms: int | None, seconds: float) -> None:
    assert Limits.from_protocol(timeout_turn=turn_ms).turn == seconds


@pytest.mark.parametrize(
    ("match_ms", "left_ms", "seconds"),
    [
        (None, None, math.inf),
        (0, None, math.inf),
        (-1, None, math.inf),
        (UNLIMITED_MS, None, math.inf),
        (180_000, None, 180.0),
        (180_000, 170_000, 170.0),
        (0, 170_000, 170.0),
        (180_000, UNLIMITED_MS, math.inf),
        (180_000, 0, 0.0),
        (180_000, -501, -0.501),
        (180_000, -(2**31), -(2**31) / 1000),
        (0, 0, math.inf),
        (-1, 0, math.inf),
        (0, -501, math.inf),
        (None, 0, 0.0),
        (None, 10 * UNLIMITED_MS, math.inf),
    ],
)
def test_time_left_wins_over_timeout_match(
    match_ms: int | None, left_ms: int | None, seconds: float
) -> None:
    limits = Limits.from_protocol(timeout_match=match_ms, time_left=left_ms)
    assert limits.left == pytest.approx(seconds)


def test_turn_zero_means_at_once_whatever_is_left() -> None:
    assert spend(Limits.from_protocol(timeout_turn=0, time_left=100_000)) == (0, 0)
    assert spend(Limits.from_protocol(timeout_turn=0)) == (0, 0)


@pytest.mark.parametrize("left", [-(2**31), -501, 0, 1, 1000])
def test_no_time_left_means_at_once_whatever_the_turn(left: int) -> None:
    assert spend(Limits.from_protocol(timeout_turn=30_000, time_left=left)) == (0, 0)
    assert spend(Limits.from_protocol(timeout_turn=-1, time_left=left)) == (0, 0)


def test_without_a_match_limit_the_turn_is_used_but_for_the_pipe() -> None:
    soft, hard = spend(Limits.from_protocol(timeout_turn=30_000, time_left=UNLIMITED_MS))
    assert 29.5 < soft == hard < 29.9


def test_a_short_turn_still_leaves_time_to_search_and_to_answer() -> None:
    soft, hard = spend(Limits(turn=0.1))
    assert 0.03 <= soft <= hard <= 0.07


def test_without_any_limit_only_the_caller_ends_the_search() -> None:
    assert spend(Limits(math.inf, math.inf)) == (math.inf, math.inf)


def test_budget_counts_from_the_request() -> None:
    cost = budget(Limits(), 123.5, 0, CELLS)
    assert (cost.started, cost.soft, cost.hard) == (123.5, DEFAULT_TURN - 0.15, DEFAULT_TURN - 0.15)


def test_moves_to_go_follows_its_text() -> None:
    assert moves_to_go(0, 400) == moves_to_go(24, 400) == 12
    assert moves_to_go(29, 400) == 13
    assert moves_to_go(124, 400) == 32
    assert moves_to_go(215, CELLS) == 5
    assert moves_to_go(224, CELLS) == moves_to_go(CELLS, CELLS) == 1


# The leagues' clocks: turn and match limit in seconds.
LEAGUES = [(30.0, 180.0), (300.0, 1000.0), (5.0, 120.0), (5.0, 100.0), (1.0, 180.0), (1.0, 20.0)]


@pytest.mark.parametrize(("turn", "match"), LEAGUES)
@pytest.mark.parametrize("first_ply", [0, 1])
def test_a_game_of_whole_soft_budgets_keeps_its_reserve(
    turn: float, match: float, first_ply: int
) -> None:
    spent, left = play_game(turn, match, 100, "soft", MOVE_OVERHEAD, first_ply)
    assert left >= MATCH_RESERVE
    assert all(seconds < turn for seconds in spent)
    assert sum(spent[:25]) > 0.4 * min(match, 25 * turn), "time is there to be used"


@pytest.mark.parametrize("match", [0.5, 1.0, 3.0, 10.0])
def test_a_short_game_is_thought_about_and_not_lost_on_time(match: float) -> None:
    spent, left = play_game(30.0, match, 100, "soft", 0.001 * match)
    assert sum(spent[:25]) > 0.3 * match
    assert left > 0
    assert play_game(30.0, match, 100, "hard", 0.0)[1] > 0


@pytest.mark.parametrize(("turn", "match"), LEAGUES[:4])
def test_most_of_the_clock_is_there_for_the_moves_that_decide(turn: float, match: float) -> None:
    spent, _ = play_game(turn, match, 100, "soft", MOVE_OVERHEAD)
    assert sum(spent[:6]) > 0.35 * min(match, 6 * turn)
    assert sum(spent[:15]) > 0.6 * min(match, 15 * turn)


@pytest.mark.parametrize(("turn", "match"), LEAGUES)
def test_a_turn_is_never_planned_to_its_end(turn: float, match: float) -> None:
    spent, _ = play_game(turn, match, 100, "soft", 0.0)
    assert max(spent) <= 0.8 * turn


@pytest.mark.parametrize(("turn", "match"), LEAGUES)
def test_a_game_of_whole_hard_budgets_keeps_its_reserve(turn: float, match: float) -> None:
    _, left = play_game(turn, match, 100, "hard", 0.0)
    assert left >= MATCH_RESERVE


@pytest.mark.parametrize("turn", [0.001, 0.01, 0.03, 0.05, 0.1, 0.3, 1.0, 30.0, 300.0])
def test_a_late_search_is_waited_for_within_a_third_of_the_reserve(turn: float) -> None:
    cost = budget(Limits(turn), 0.0, 20, CELLS)
    assert cost.guard == pytest.approx((turn - cost.hard) / 3)


@pytest.mark.parametrize("limits", [Limits(0.0), Limits(30.0, 0.0), Limits(30.0, -2e6), Limits()])
def test_a_move_wanted_at_once_gets_a_moment(limits: Limits) -> None:
    assert budget(limits, 0.0, 20, CELLS).guard == pytest.approx(0.05)


def test_a_late_search_is_waited_for_longer_where_the_turn_goes_on() -> None:
    turn, left = 300.0, 1000.0
    cost = budget(Limits(turn, left), 0.0, 20, CELLS)
    assert cost.hard + 0.5 < cost.hard + cost.guard < turn
    poor = budget(Limits(turn, 2.0), 0.0, 20, CELLS)
    assert poor.guard < 0.06


@pytest.mark.parametrize(("turn", "match"), [*LEAGUES, (0.0, 20.0), (30.0, 1.0)])
def test_a_game_of_late_searches_alone_is_not_lost_on_time(turn: float, match: float) -> None:
    left = match
    for ply in range(0, CELLS, 2):
        cost = budget(Limits(turn, left), 0.0, ply, CELLS)
        late = cost.hard + cost.guard
        assert turn == 0 or late < turn
        left -= late
    assert left > MATCH_RESERVE / 20


@given(turn=st.floats(0, 400), left=st.floats(-10, 10_000), stones=st.integers(0, CELLS))
def test_a_late_search_never_costs_the_game(turn: float, left: float, stones: int) -> None:
    cost = budget(Limits(turn, left), 0.0, stones, CELLS)
    assert 0 <= cost.guard <= 1.0
    lost = min((limit for limit in (turn, left) if limit > 0), default=math.inf)
    assert cost.hard + cost.guard <= lost


@pytest.mark.parametrize("which", ["soft", "hard"])
def test_a_180_s_game_is_not_played_at_30_s_a_move(which: str) -> None:
    spent, _ = play_game(30.0, 180.0, 100, which, 0.01)
    assert sum(seconds > 20 for seconds in spent) <= 5
    assert max(spent) < 30


def test_late_moves_of_a_long_game_still_think() -> None:
    spent, _ = play_game(30.0, 180.0, 100, "soft", 0.01)
    assert min(spent[:40]) > 0.5
    assert min(spent[:60]) > 0.1


seconds_allowed = st.one_of(
    st.just(math.inf), st.floats(-100, 0), st.floats(0, 1), st.floats(0, 100_000)
)


@given(
    turn=seconds_allowed.filter(lambda t: t >= 0),
    left=seconds_allowed,
    size=st.integers(5, 22),
    fill=st.floats(0, 1),
)
def test_budget_lies_within_every_limit(turn: float, left: float, size: int, fill: float) -> None:
    cells = size * size
    soft, hard = spend(Limits(turn, left), round(fill * cells), cells)
    assert 0 <= soft <= hard <= turn
    assert hard <= max(left, 0)
    assert math.isinf(left) or hard <= max(0, left - MATCH_RESERVE)
    assert turn == 0 or math.isinf(turn) or hard < turn


@given(
    turn_ms=st.none() | st.integers(),
    match_ms=st.none() | st.integers(),
    left_ms=st.none() | st.integers(),
)
def test_any_numbers_a_manager_sends_make_a_budget(
    turn_ms: int | None, match_ms: int | None, left_ms: int | None
) -> None:
    soft, hard = spend(Limits.from_protocol(turn_ms, match_ms, left_ms))
    assert 0 <= soft <= hard
    assert turn_ms is None or turn_ms < 0 or turn_ms >= UNLIMITED_MS or hard <= turn_ms / 1000
    has_match = match_ms is None or match_ms > 0 or (left_ms is not None and left_ms > 0)
    if has_match and left_ms is not None and left_ms < UNLIMITED_MS:
        assert hard <= max(0, left_ms / 1000)


@given(
    left=st.floats(0, 10_000),
    more=st.floats(0, 10_000),
    turn=st.floats(0, 400),
    stones=st.integers(0, CELLS),
)
def test_more_time_never_means_less_thought(
    left: float, more: float, turn: float, stones: int
) -> None:
    poor = spend(Limits(turn, left), stones)
    rich = spend(Limits(turn, left + more), stones)
    endless = spend(Limits(turn), stones)
    assert poor[0] <= rich[0] <= endless[0]
    assert poor[1] <= rich[1] <= endless[1]


def spend(limits: Limits, stones: int = 0, cells: int = CELLS) -> tuple[float, float]:
    """Return the soft and hard seconds of one move."""
    cost = budget(limits, 0.0, stones, cells)
    return cost.soft, cost.hard


def play_game(
    turn: float, match: float, moves: int, which: str, overhead: float, first_ply: int = 0
) -> tuple[list[float], float]:
    """Return the seconds of each own move on 15x15, and the rest of the match limit after them.

    The manager counts in whole milliseconds; every move uses its whole budget, and `overhead` more.
    """
    left = match
    spent = []
    for move in range(moves):
        limits = Limits.from_protocol(int(turn * 1000), int(match * 1000), int(left * 1000))
        seconds = getattr(budget(limits, 0.0, first_ply + 2 * move, CELLS), which) + overhead
        assert seconds <= turn
        left -= seconds
        spent.append(seconds)
    return spent, left
