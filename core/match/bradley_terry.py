"""Ratings of a field in the Bradley-Terry model."""

import math
from collections.abc import Mapping

from core.match.elo import LOG_SCALE, expected_score
from core.match.elo_covariance import elo_covariance

_MAX_ROUNDS = 200
_PRECISION = 1e-9
"""Log odds by which no player moves any more."""


def bradley_terry(
    points: Mapping[tuple[str, str], float], fixed: Mapping[str, float]
) -> dict[str, float]:
    """Return the maximum-likelihood Elo of every player in the Bradley-Terry model.

    Computed by Newton's method, with steps that converge from anywhere (Sun and Tran-Dinh,
    "Generalized self-concordant functions", 2019). Without a player of fixed Elo the scale is
    arbitrary.

    Args:
        points: of the first player against the second, a draw being half a point for each. Every
            player needs points lost and won, as a prior of drawn games gives.
        fixed: players whose Elo is known.
    """
    elo = {
        name: fixed.get(name, 0.0) for name in sorted({name for pair in points for name in pair})
    }
    for _ in range(_MAX_ROUNDS):
        slope = _slope(points, elo)
        step = dict.fromkeys(elo, 0.0)
        for (one, other), covariance in elo_covariance(points, elo, fixed).items():
            step[one] += covariance * slope[other]
        furthest = (max(step.values(), default=0.0) - min(step.values(), default=0.0)) / LOG_SCALE
        if furthest < _PRECISION:
            break
        part = math.log1p(furthest) / furthest
        elo = {name: value + part * step[name] for name, value in elo.items()}
    return elo


def _slope(points: Mapping[tuple[str, str], float], elo: Mapping[str, float]) -> dict[str, float]:
    """Return the change of the log likelihood by an Elo more of each player: the points won beyond
    those expected."""
    slope = dict.fromkeys(elo, 0.0)
    for (one, other), won in points.items():
        surplus = won * expected_score(elo[other] - elo[one]) / LOG_SCALE
        slope[one] += surplus
        slope[other] -= surplus
    return slope
