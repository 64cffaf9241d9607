"""Ratings of a whole field by maximum likelihood under the Bradley-Terry model.

The chance of a point is 1 / (1 + 10^(-d/400)) for a rating difference of d, which is the definition
of Elo. A draw is half a point for each side. Elo himself defined it so (a rating difference stands
for an expected score), Ordo fits the same model, and it needs no parameter for draws: the ratings
that make expected and real points of every engine equal are right whatever the share of draws
(Papke and Wooldridge, "Econometric methods for fractional response variables", 1996). Davidson's
model of draws (1970) also rests on the points alone and ranks a full round robin the same way, but
its scale stretches with the share of draws, so its differences are no longer those of the scores.

Errors come from the curvature of the likelihood at its peak, as in BayesElo. They treat games as
independent and every game as a win or a loss; with draws, or with pairs of games from openings that
favour a colour, they are therefore too large rather than too small. For two engines
`pairs.error_of_pairs` (the spread of pairs) is sharper.

numpy is imported inside the functions that need it, since importing it takes longer than many a
game.
"""

import math
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from core.match.elo import LOG_SCALE, Z95, bradley_terry
from tournaments.model import TournamentError
from tournaments.ratings.scores import Score

if TYPE_CHECKING:
    import numpy as np

PRIOR_NOTE = (
    "each engine is credited with two drawn games against its opponents, so that a perfect score "
    "has a finite rating"
)
"""The prior in words for people, to show with the ratings."""

PRIOR_DRAWS = 2.0
"""Drawn games credited to each engine in the fit, shared among its opponents in proportion to its
games, so that an engine that won or lost every game gets a finite rating (BayesElo's prior and its
default)."""

_NOTHING = 1e-12
"""A variance that is only rounding: of two anchors, or of an engine against itself."""

Scores = Mapping[str, Mapping[str, Score]]
"""The score of each engine against each other one."""


class Rating(NamedTuple):
    """Elo, and half its 95 % interval: infinite for an engine that no game connects to the others,
    0 for an anchor."""

    elo: float
    error: float


class Ratings:
    """The ratings of a field, relative to its average or, with anchors, to the anchors.

    Args:
        names: the engines, in the order of the arrays.
        values: ratings in units of log odds [n].
        covariance: of the values [n, n].
        groups: a number for each engine, equal for engines connected by chains of games [n].
        measured: the groups whose ratings are on the common scale.
    """

    def __init__(
        self,
        names: list[str],
        values: "np.ndarray",
        covariance: "np.ndarray",
        groups: "np.ndarray",
        measured: set[int],
    ) -> None:
        self._index = {name: i for i, name in enumerate(names)}
        self._values = values
        self._covariance = covariance
        self._groups = groups
        self._measured = measured

    def __getitem__(self, name: str) -> Rating:
        at = self._index[name]
        variance = max(float(self._covariance[at, at]), 0.0)
        known = int(self._groups[at]) in self._measured
        error = Z95 * LOG_SCALE * math.sqrt(variance) if known else math.inf
        return Rating(float(self._values[at]) * LOG_SCALE, error)

    def ranked(self) -> list[str]:
        """Return the engines, strongest first."""
        return sorted(self._index, key=lambda name: -self._values[self._index[name]])

    def difference(self, first: str, second: str) -> Rating:
        """Return the Elo of `first` less that of `second`; the error is infinite where they cannot
        be compared."""
        gap, variance = self._gap(first, second)
        error = Z95 * LOG_SCALE * math.sqrt(variance)
        return Rating(gap * LOG_SCALE, error if self._comparable(first, second) else math.inf)

    def _gap(self, first: str, second: str) -> tuple[float, float]:
        """Return the difference of two ratings and its variance, in units of log odds."""
        i, j = self._index[first], self._index[second]
        gap = float(self._values[i] - self._values[j])
        covariance = self._covariance
        variance = float(covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])
        return gap, max(variance, 0.0)

    def _comparable(self, first: str, second: str) -> bool:
        groups = {int(self._groups[self._index[name]]) for name in (first, second)}
        return len(groups) == 1 or groups <= self._measured

    @property
    def connected(self) -> bool:
        """True if all engines can be compared: by chains of games, or through anchors."""
        return set(self._groups.tolist()) <= self._measured

    def los(self, first: str, second: str) -> float:
        """Return the likelihood of superiority: the chance that `first` is the stronger engine, by
        the normal law with the covariance of the two ratings; 0.5 where they cannot be compared."""
        if not self._comparable(first, second):
            return 0.5
        gap, variance = self._gap(first, second)
        if variance < _NOTHING:
            return 0.5 + math.copysign(0.5, gap) if gap else 0.5
        return 0.5 * (1 + math.erf(gap / math.sqrt(2 * variance)))


def fit_ratings(
    scores: Scores, anchors: Mapping[str, float] | None = None, prior_draws: float = PRIOR_DRAWS
) -> Ratings:
    """Fit the ratings that make the results most likely.

    Args:
        scores: of every engine, as `scores.tally` has them; both sides of each pairing.
        anchors: engines with a fixed Elo, on whose scale the others then are.
        prior_draws: see `PRIOR_DRAWS`; 0 is pure maximum likelihood, for which there must be no
            perfect scores.
    Raises:
        TournamentError: an anchor that has not played.
    """
    import numpy as np

    fixed = _checked(anchors or {}, scores)
    names = list(scores)
    points = _with_prior(_points(names, scores), prior_draws)
    groups = _connected(points + points.T > 0)
    free = np.array([name not in fixed for name in names], dtype=bool)
    met = zip(*np.nonzero(points + points.T), strict=True)
    fitted = bradley_terry({(names[i], names[j]): float(points[i, j]) for i, j in met}, fixed)
    values = np.array([fitted.get(name, fixed.get(name, 0.0)) for name in names]) / LOG_SCALE
    for group in set(groups.tolist()):
        inside = groups == group
        if free[inside].all():
            values[inside] -= values[inside].mean()
    covariance = _covariance(points, values, free)
    return Ratings(names, values, covariance, groups, _measured(groups, free))


def _connected(met: "np.ndarray") -> "np.ndarray":
    """Return a number for each engine, equal for those connected by chains of games [n].

    Args:
        met: whether two engines have played [n, n].
    """
    import numpy as np

    groups = np.arange(len(met))
    for i, j in zip(*np.nonzero(met), strict=True):
        groups[groups == groups[j]] = groups[i]
    return groups


def _measured(groups: "np.ndarray", free: "np.ndarray") -> set[int]:
    """Return the groups with an anchor; without anchors, the largest group."""
    if not free.all():
        return set(groups[~free].tolist())
    sizes = Counter(groups.tolist())
    return {group for group, _ in sizes.most_common(1)}


def _checked(anchors: Mapping[str, float], scores: Scores) -> Mapping[str, float]:
    for name in anchors:
        if name not in scores:
            known = ", ".join(scores)
            raise TournamentError(f"anchor {name!r} has not played; the engines are {known}")
    return anchors


def _points(names: list[str], scores: Scores) -> "np.ndarray":
    """Return the points of each engine against each other one [n, n]."""
    import numpy as np

    index = {name: i for i, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for name, others in scores.items():
        for other, score in others.items():
            points[index[name], index[other]] = score.points
    return points


def _with_prior(points: "np.ndarray", draws: float) -> "np.ndarray":
    """Return the points with each engine's credited draws added, half a point for both sides."""
    games = points + points.T
    played = games.sum(axis=1, keepdims=True)
    share = games / played.clip(min=1e-300)
    credited = share * draws / 2
    shared: np.ndarray = points + credited + credited.T
    return shared


def _covariance(points: "np.ndarray", values: "np.ndarray", free: "np.ndarray") -> "np.ndarray":
    """Return the inverse of the curvature at the peak [n, n]; 0 where a value is not free.

    Where nothing fixes the mean of a group the curvature has no inverse; its pseudo-inverse is then
    the covariance of the differences from that mean.
    """
    import numpy as np

    games = points + points.T
    chance = 1 / (1 + np.exp(-(values[:, None] - values[None, :])))
    weight = games * chance * (1 - chance)
    curvature = np.diag(weight.sum(axis=1)) - weight
    covariance = np.zeros_like(points)
    within = np.ix_(free, free)
    covariance[within] = np.linalg.pinv(curvature[within], rcond=1e-10, hermitian=True)
    return covariance
