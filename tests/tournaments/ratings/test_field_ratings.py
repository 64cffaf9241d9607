"""Ratings of a field: against an independent package, published estimates and closed forms."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match.elo import LOG_SCALE, Z95, elo_of
from tournaments.model import TournamentError
from tournaments.ratings.field_ratings import PRIOR_DRAWS, fit_ratings
from tournaments.ratings.scores import Score

AGRESTI_TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
AGRESTI_WINS = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
"""American League East, 1987: wins of the row over the column (Agresti, "Categorical Data
Analysis", 2nd edition, table 10.10)."""


def field(wins: list[list[int]], names: tuple[str, ...]) -> dict[str, dict[str, Score]]:
    return {
        name: {
            names[j]: Score(wins[i][j], 0, wins[j][i])
            for j in range(len(names))
            if j != i and wins[i][j] + wins[j][i]
        }
        for i, name in enumerate(names)
    }


def test_published_estimates_and_errors() -> None:
    # Agresti, table 10.11: logits against Baltimore, standard errors "about 0.3"
    published = {
        "Milwaukee": 1.58,
        "Detroit": 1.44,
        "Toronto": 1.29,
        "New York": 1.25,
        "Boston": 1.11,
        "Cleveland": 0.68,
    }
    ratings = fit_ratings(field(AGRESTI_WINS, AGRESTI_TEAMS), {"Baltimore": 0.0}, prior_draws=0)
    for team, logit in published.items():
        assert ratings[team].elo / LOG_SCALE == pytest.approx(logit, abs=0.0051)
        assert ratings[team].error / LOG_SCALE / Z95 == pytest.approx(0.3, abs=0.05)
    assert ratings["Baltimore"] == (0.0, 0.0)
    assert ratings.ranked() == [*published, "Baltimore"]


@st.composite
def fields(draw: st.DrawFn) -> list[list[int]]:
    """Draw the wins of a round robin in which every player has beaten and lost to every other."""
    n = draw(st.integers(2, 7))
    return [[draw(st.integers(1, 40)) if i != j else 0 for j in range(n)] for i in range(n)]


@given(fields())
def test_agrees_with_choix_to_one_elo(wins: list[list[int]]) -> None:
    import choix  # here, since it imports scipy, which takes seconds of each test process

    names = tuple("abcdefg"[: len(wins)])
    ratings = fit_ratings(field(wins, names), prior_draws=0)
    independent = choix.mm_pairwise(
        len(wins),
        [(i, j) for i, row in enumerate(wins) for j, n in enumerate(row) for _ in range(n)],
    )
    independent -= independent.mean()
    for name, expected in zip(names, independent, strict=True):
        assert ratings[name].elo == pytest.approx(expected * LOG_SCALE, abs=1.0)


@given(fields())
def test_expected_points_are_the_real_ones(wins: list[list[int]]) -> None:
    """Compare expected and real points: where they agree, a rating is right under draws too."""
    names = tuple("abcdefg"[: len(wins)])
    scores = field(wins, names)
    for name, others in scores.items():
        for other in others:
            if name < other:
                scores[name][other].draws = scores[other][name].draws = 5
    ratings = fit_ratings(scores, prior_draws=0)
    for name, others in scores.items():
        expected = sum(
            score.games / (1 + math.exp((ratings[other].elo - ratings[name].elo) / LOG_SCALE))
            for other, score in others.items()
        )
        assert expected == pytest.approx(sum(score.points for score in others.values()), abs=0.01)


def test_errors_are_those_of_simulated_tournaments() -> None:
    """Compare the interval of a rating with the spread over simulated tournaments."""
    truth = np.array([120.0, 20.0, -40.0, -100.0]) / LOG_SCALE
    chance = 1 / (1 + np.exp(truth[None, :] - truth[:, None]))
    rng = np.random.default_rng(1)
    fits, claimed = [], 0.0
    for _ in range(300):
        wins = np.triu(rng.binomial(60, chance), 1)
        wins += np.tril(60 - wins.T, -1)
        ratings = fit_ratings(field(wins.tolist(), tuple("abcd")))
        fits.append([ratings[name].elo for name in "abcd"])
        claimed = ratings["a"].error
    assert claimed == pytest.approx(Z95 * np.array(fits).std(axis=0)[0], rel=0.15)


def test_two_engines_have_the_elo_of_their_score() -> None:
    scores = {"a": {"b": Score(7500, 0, 2500)}, "b": {"a": Score(2500, 0, 7500)}}
    ratings = fit_ratings(scores, prior_draws=0)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(elo_of(0.75), abs=0.01)
    # that of the share of 10,000 games, to first order
    error = Z95 * math.sqrt(0.75 * 0.25 / 10_000) * LOG_SCALE / (0.75 * 0.25)
    assert ratings.difference("a", "b") == pytest.approx((elo_of(0.75), error), rel=1e-3)
    # half the error of the difference, since both lie as far from the mean
    assert ratings["a"].error == pytest.approx(error / 2, rel=0.01)
    against_b = fit_ratings(scores, {"b": 2000.0}, prior_draws=0)
    assert against_b["a"].elo == pytest.approx(2000 + elo_of(0.75), abs=0.01)
    assert against_b["a"].error == pytest.approx(2 * ratings["a"].error, rel=1e-6)


def test_the_prior_is_two_draws_for_each_engine() -> None:
    ratings = fit_ratings({"a": {"b": Score(wins=10)}, "b": {"a": Score(losses=10)}})
    expected = elo_of((10 + PRIOR_DRAWS) / (10 + 2 * PRIOR_DRAWS))
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(expected, abs=0.01)


def test_anchors_shift_the_scale_and_nothing_else() -> None:
    scores = field(AGRESTI_WINS, AGRESTI_TEAMS)
    free, anchored = fit_ratings(scores), fit_ratings(scores, {"Toronto": 1500.0})
    for team in AGRESTI_TEAMS:
        gap = free[team].elo - free["Toronto"].elo
        assert anchored[team].elo - 1500 == pytest.approx(gap, abs=0.01)
        assert anchored.los(team, "Boston") == pytest.approx(free.los(team, "Boston"), abs=1e-6)


def test_two_anchors_hold_and_the_third_lies_between() -> None:
    scores = field([[0, 5, 5], [5, 0, 5], [5, 5, 0]], ("a", "b", "c"))
    ratings = fit_ratings(scores, {"a": 100.0, "b": 300.0})
    assert ratings["a"] == pytest.approx((100.0, 0.0))
    assert ratings["b"] == pytest.approx((300.0, 0.0))
    assert ratings["c"].elo == pytest.approx(200, abs=0.1)
    assert ratings.los("b", "a") == 1.0


def test_likelihood_of_superiority_uses_the_covariance() -> None:
    scores = {"a": {"b": Score(60, 0, 40)}, "b": {"a": Score(40, 0, 60)}}
    ratings = fit_ratings(scores, prior_draws=0)
    # the published table for 60 - 40 (two standard errors) is 97.7 %
    assert ratings.los("a", "b") == pytest.approx(0.977, abs=0.002)
    assert ratings.los("a", "b") + ratings.los("b", "a") == pytest.approx(1.0)
    assert ratings.los("a", "a") == 0.5


def test_engines_that_no_games_tie_together_are_not_compared() -> None:
    scores = field([[0, 5, 0], [3, 0, 0], [0, 0, 0]], ("a", "b", "lonely"))
    ratings = fit_ratings(scores)
    assert not ratings.connected
    assert math.isinf(ratings["lonely"].error)
    assert math.isfinite(ratings["a"].error)
    assert ratings.los("a", "lonely") == 0.5
    assert math.isinf(ratings.difference("a", "lonely").error)
    assert fit_ratings(field([[0, 5], [3, 0]], ("a", "b"))).connected


def test_an_anchor_that_has_not_played_is_an_error() -> None:
    with pytest.raises(TournamentError, match="anchor 'x' has not played; the engines are a, b"):
        fit_ratings(field([[0, 5], [3, 0]], ("a", "b")), {"x": 0.0})
