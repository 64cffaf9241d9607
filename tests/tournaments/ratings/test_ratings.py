"""Scores and the Elo of two engines against closed forms and published values."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from tests.tournaments.samples import sample
from tournaments.model import Reason, Result
from tournaments.ratings.ratings import Score, elo, elo_with_error, los, tally


@pytest.mark.parametrize(
    ("share", "difference"),
    # the table of the logistic Elo curve
    [(0.5, 0.0), (0.64, 99.95), (0.76, 200.24), (0.909091, 400.0), (0.25, -190.85)],
)
def test_elo_of_a_score(share: float, difference: float) -> None:
    assert elo(share) == pytest.approx(difference, abs=0.01)


def test_the_error_is_that_of_the_mean_of_the_results() -> None:
    score = Score(wins=50, draws=20, losses=30)
    results = np.array([1.0] * 50 + [0.5] * 20 + [0.0] * 30)
    half = norm.ppf(0.975) * results.std() / 10
    difference, error = elo_with_error(score)
    assert difference == pytest.approx(elo(0.6))
    # to first order the interval of the score, converted to Elo
    assert error == pytest.approx((elo(0.6 + half) - elo(0.6 - half)) / 2, rel=0.03)


def test_a_perfect_score_is_only_a_bound() -> None:
    difference, error = elo_with_error(Score(wins=60))
    assert math.isinf(error)
    assert difference == pytest.approx(elo(0.95))
    assert elo_with_error(Score(losses=60))[0] == pytest.approx(-difference)
    assert elo_with_error(Score()) == (0.0, math.inf)


@pytest.mark.parametrize(
    ("wins", "losses", "chance"),
    [(10, 10, 0.5), (60, 40, 0.97725), (5, 0, 0.98733), (0, 5, 0.01267)],
)
def test_likelihood_of_superiority(wins: int, losses: int, chance: float) -> None:
    assert los(Score(wins=wins, draws=7, losses=losses)) == pytest.approx(chance, abs=1e-5)


def test_the_tally_counts_sides_faults_and_extremes() -> None:
    records = [
        sample(1),
        sample(2, "beta", "alpha", Result.DRAW, Reason.FULL_BOARD),
        sample(3, result=Result.WHITE, reason=Reason.TIME),
        sample(4, result=Result.VOID, reason=Reason.VOID),
    ]
    tallies = tally(records, ["alpha", "beta"])
    assert str(tallies["alpha"].total) == "1-1-1"
    assert str(tallies["beta"].against["alpha"]) == "1-1-1"
    assert tallies["alpha"].faults == {Reason.TIME: 1}
    assert tallies["beta"].faults == {}
    assert (tallies["beta"].slowest_ms, tallies["beta"].peak_memory) == (120, 30 << 20)
