"""Elo differences and their errors against closed forms and published values."""

import math

import pytest

from core.match.elo import elo_of, expected_score, mean_with_error, normalised_elo


@pytest.mark.parametrize(
    ("share", "difference"),
    # the table of the logistic Elo curve
    [(0.5, 0.0), (0.64, 99.95), (0.76, 200.24), (0.909091, 400.0), (0.25, -190.85)],
)
def test_elo_of_a_score_and_back(share: float, difference: float) -> None:
    assert elo_of(share) == pytest.approx(difference, abs=0.01)
    assert expected_score(difference) == pytest.approx(share, abs=1e-4)


def test_normalised_elo_counts_standard_deviations_of_a_game() -> None:
    counts = (179, 9148, 21188, 9287, 198)
    found = normalised_elo((0.0, 0.25, 0.5, 0.75, 1.0), counts)
    mean = sum(n * v for n, v in zip(counts, (0.0, 0.25, 0.5, 0.75, 1.0), strict=True)) / 40_000
    variance = sum(
        n * (v - mean) ** 2 for n, v in zip(counts, (0.0, 0.25, 0.5, 0.75, 1.0), strict=True)
    )
    expected = (mean - 0.5) / math.sqrt(2 * variance / 40_000) * 800 / math.log(10)
    assert found == pytest.approx((expected, 2.407), abs=0.001)


def test_pairs_of_one_outcome_have_no_normalised_elo() -> None:
    assert normalised_elo((0.0, 0.25, 0.5, 0.75, 1.0), (0, 0, 0, 0, 30)) is None
    assert normalised_elo((0.0, 0.25, 0.5, 0.75, 1.0), (0, 0, 0, 0, 0)) is None


def test_the_mean_and_its_interval() -> None:
    mean, error = mean_with_error((0.5, 1.0), (50, 50))
    assert mean == pytest.approx(0.75)
    assert error == pytest.approx(1.96 * 0.25 / 10, rel=1e-3)
    assert mean_with_error([0.5, 1.0] * 50) == pytest.approx((mean, error))
