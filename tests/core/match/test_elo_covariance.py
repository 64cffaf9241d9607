"""Errors of ratings against closed forms and numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match.elo import LOG_SCALE
from core.match.elo_covariance import connected_groups, elo_covariance

NAMES = "abcdef"
results = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(
        lambda pair: pair[0] < pair[1]
    ),
    st.floats(0.5, 50),
    max_size=12,
)


def test_two_players_have_the_error_of_their_share() -> None:
    points = {("a", "b"): 75.0, ("b", "a"): 25.0}
    ratings = {"a": LOG_SCALE * np.log(3), "b": 0.0}
    alone = LOG_SCALE**2 / (100 * 0.75 * 0.25)
    assert elo_covariance(points, ratings, ("b",)) == pytest.approx({("a", "a"): alone})
    free = elo_covariance(points, ratings)
    assert free["a", "a"] == pytest.approx(alone / 4)
    assert free["a", "b"] == pytest.approx(-alone / 4)


@given(results, st.sets(st.sampled_from(NAMES), max_size=2), st.integers(-300, 300))
def test_it_is_the_pseudo_inverse_of_the_curvature(
    points: dict[tuple[str, str], float], fixed: set[str], step: int
) -> None:
    ratings = {name: float(step * at) for at, name in enumerate(NAMES)}
    size = len(NAMES)
    curvature = np.zeros((size, size))
    for (one, other), games in points.items():
        i, j = NAMES.index(one), NAMES.index(other)
        share = 1 / (1 + 10 ** ((ratings[other] - ratings[one]) / 400))
        weight = games * share * (1 - share) / LOG_SCALE**2
        curvature[[i, j], [i, j]] += weight
        curvature[[i, j], [j, i]] -= weight
    free = [at for at, name in enumerate(NAMES) if name not in fixed]
    expected = np.linalg.pinv(curvature[np.ix_(free, free)], rcond=1e-10, hermitian=True)
    found = elo_covariance(points, ratings, fixed)
    for i, row in enumerate(free):
        for j, column in enumerate(free):
            value = found.get((NAMES[row], NAMES[column]), 0.0)
            assert value == pytest.approx(expected[i, j], rel=1e-4, abs=1e-4 * expected.max())


def test_groups_are_joined_by_chains() -> None:
    groups = connected_groups([("a", "b"), ("c", "d"), ("e", "d"), ("b", "x")])
    assert groups["a"] == groups["b"] == groups["x"]
    assert groups["c"] == groups["d"] == groups["e"]
    assert groups["a"] != groups["c"]
