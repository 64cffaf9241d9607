"""Scores and the Elo of two engines against closed forms and published values."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from core.match.elo import elo_of
from tests.tournaments.samples import sample
from tournaments.model import Reason, Result
from tournaments.ratings.scores import Score, elo_with_error, tally


def test_the_error_is_that_of_the_mean_of_the_results() -> None:
    score = Score(wins=50, draws=20, losses=30)
    results = np.array([1.0] * 50 + [0.5] * 20 + [0.0] * 30)
    half = NormalDist().inv_cdf(0.975) * results.std() / 10
    difference, error = elo_with_error(score)
    assert difference == pytest.approx(elo_of(0.6))
    # to first order the interval of the score, converted to Elo
    assert error == pytest.approx((elo_of(0.6 + half) - elo_of(0.6 - half)) / 2, rel=0.03)


def test_a_perfect_score_is_only_a_bound() -> None:
    difference, error = elo_with_error(Score(wins=60))
    assert math.isinf(error)
    assert difference == pytest.approx(elo_of(0.95))
    assert elo_with_error(Score(losses=60))[0] == pytest.approx(-difference)
    assert elo_with_error(Score()) == (0.0, math.inf)


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
