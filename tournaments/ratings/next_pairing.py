"""The pair of engines whose next games say the most about the ratings of a field."""

import itertools
import statistics
from collections.abc import Collection, Mapping, Sequence

from core.match.bradley_terry import bradley_terry
from core.match.elo import LOG_SCALE, expected_score
from core.match.elo_covariance import elo_covariance

_PRIOR = ""
"""A player in the middle of the field, against whom each engine is credited with one drawn game:
before its first game an engine is rated there, with a standard error of 347 Elo."""

GAMES = 2
"""Games that a pair is to play."""

Points = Mapping[tuple[str, str], float]


def next_pairing(
    names: Sequence[str],
    points: Points,
    anchors: Mapping[str, float],
    under_way: Collection[tuple[str, str]] = (),
) -> tuple[str, str]:
    """Return the two engines whose games lower the ratings' variances the most, each as a share.

    The games of engines near in rating say more than those of unequal ones, and games of uncertain
    engines more than those of engines with many. This is like optimal design for the Bradley-Terry
    model. Shares, since an engine far above all others stays uncertain whatever it plays: the sum
    of the variances would give most games to it.

    Args:
        names: engines that can play, at least two.
        points: of the first engine against the second, all engines that have played included.
        anchors: engines of fixed Elo; those that neither can play nor have played are left out.
        under_way: black and white of the games being played, which count as finished.
    """
    players = sorted({*names, *itertools.chain(*points), *itertools.chain(*under_way)})
    fixed = {name: elo for name, elo in anchors.items() if name in players}
    fixed[_PRIOR] = statistics.fmean(fixed.values()) if fixed else 0.0
    known = dict(points)
    for name in players:
        known[name, _PRIOR] = known[_PRIOR, name] = 0.5
    elo = {**fixed, **bradley_terry(known, fixed)}
    for one, other in under_way:
        share = expected_score(elo[one] - elo[other])
        known[one, other] = known.get((one, other), 0.0) + share
        known[other, one] = known.get((other, one), 0.0) + 1 - share
    covariance = elo_covariance(known, elo, fixed)
    uncertain = [name for name in names if name not in fixed]

    def reduction(pair: tuple[str, str]) -> float:
        """Return the sum of the shares of variance lost by a pair's games (Sherman, Morrison)."""
        one, other = pair
        share = expected_score(elo[one] - elo[other])
        information = GAMES * share * (1 - share) / LOG_SCALE**2
        column = {
            name: covariance.get((name, one), 0.0) - covariance.get((name, other), 0.0)
            for name in names
        }
        variance = column[one] - column[other]
        lost = sum(column[name] ** 2 / covariance[name, name] for name in uncertain)
        return lost * information / (1 + information * variance)

    return max(itertools.combinations(names, 2), key=reduction)
