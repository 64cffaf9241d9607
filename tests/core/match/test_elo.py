"""Elo differences and their errors against closed forms and published values."""

import pytest

from core.match.elo import bradley_terry, elo_of, expected_score, los, mean_with_error


@pytest.mark.parametrize(
    ("share", "difference"),
    # the table of the logistic Elo curve
    [(0.5, 0.0), (0.64, 99.95), (0.76, 200.24), (0.909091, 400.0), (0.25, -190.85)],
)
def test_elo_of_a_score_and_back(share: float, difference: float) -> None:
    assert elo_of(share) == pytest.approx(difference, abs=0.01)
    assert expected_score(difference) == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize(
    ("wins", "losses", "chance"),
    [(10, 10, 0.5), (60, 40, 0.97725), (5, 0, 0.98733), (0, 5, 0.01267), (0, 0, 0.5)],
)
def test_likelihood_of_superiority(wins: int, losses: int, chance: float) -> None:
    assert los(wins, losses) == pytest.approx(chance, abs=1e-5)


def test_the_mean_and_its_interval() -> None:
    mean, error = mean_with_error((0.5, 1.0), (50, 50))
    assert mean == pytest.approx(0.75)
    assert error == pytest.approx(1.96 * 0.25 / 10, rel=1e-3)
    assert mean_with_error([0.5, 1.0] * 50) == pytest.approx((mean, error))


def test_ratings_of_a_chain_add_up_from_the_fixed_player() -> None:
    points = {("a", "b"): 10.0, ("b", "a"): 1.0, ("b", "c"): 10.0, ("c", "b"): 1.0}
    found = bradley_terry(points, {"c": 1000.0})
    assert found == pytest.approx({"a": 1800.0, "b": 1400.0, "c": 1000.0})
