"""The reserve of a turn, by how late moves have been."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.time_management import PIPE_RESERVE
from pbrain.reserve import FEWEST, LEAST_RESERVE, MOST, Reserve


def after(*late: float) -> Reserve:
    reserve = Reserve()
    for seconds in late:
        reserve.note(seconds)
    return reserve


def test_it_is_full_until_some_moves_were_seen() -> None:
    assert after().seconds(5.0) == PIPE_RESERVE
    assert after(*[0.0] * (FEWEST - 1)).seconds(5.0) == PIPE_RESERVE
    assert after(*[0.0] * FEWEST).seconds(5.0) == LEAST_RESERVE


def test_late_moves_make_it_grow_and_are_forgotten() -> None:
    punctual = [0.001] * MOST
    assert after(*punctual).seconds(0.5) == pytest.approx(LEAST_RESERVE + 0.002)
    assert after(*punctual, 0.02).seconds(0.5) == pytest.approx(LEAST_RESERVE + 0.04)
    assert after(*punctual, 3.0).seconds(0.5) == PIPE_RESERVE
    assert after(3.0, *punctual).seconds(0.5) == pytest.approx(LEAST_RESERVE + 0.002)


def test_a_short_turn_keeps_a_tenth_and_more_at_first() -> None:
    assert after(*[0.0] * FEWEST).seconds(0.05) == pytest.approx(0.005)
    assert after().seconds(0.05) == pytest.approx(0.015)


@given(st.lists(st.floats(-1, 10), max_size=30), st.floats(0, 1000))
def test_it_is_never_above_the_usual_one(late: list[float], turn: float) -> None:
    assert 0 <= after(*late).seconds(turn) <= PIPE_RESERVE
