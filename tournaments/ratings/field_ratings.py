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
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from core.match.bradley_terry import bradley_terry
from core.match.elo import Z95
from core.match.elo_covariance import connected_groups, elo_covariance
from tournaments.model import TournamentError
from tournaments.ratings.scores import Score

PRIOR_NOTE = (
    "each engine is credited with two drawn games against its opponents, so that a perfect score "
    "has a finite rating"
)
"""The prior in words for people, to show with the ratings."""

PRIOR_DRAWS = 2.0
"""Drawn games credited to each engine in the fit, shared among its opponents in proportion to its
games, so that an engine that won or lost every game gets a finite rating (BayesElo's prior and its
default)."""

HIGHEST_ANCHOR = 5e4
"""Elo below which an anchor's is, above or below 0: the expected score of two anchors of a larger
difference cannot be computed."""

_NOTHING = 1e-7
"""A variance, in squared Elo, that is only rounding: of two anchors, or of an engine against
itself."""

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
        elo: of each engine.
        covariance: of each two engines, in squared Elo; 0 if missing.
        groups: a name for each engine, equal for engines connected by chains of games.
        measured: the groups whose ratings are on the common scale.
    """

    def __init__(
        self,
        elo: Mapping[str, float],
        covariance: Mapping[tuple[str, str], float],
        groups: Mapping[str, str],
        measured: Collection[str],
    ) -> None:
        self._elo = elo
        self._covariance = covariance
        self._groups = groups
        self._measured = set(measured)

    def __getitem__(self, name: str) -> Rating:
        variance = max(self._covariance.get((name, name), 0.0), 0.0)
        known = self._groups[name] in self._measured
        return Rating(self._elo[name], Z95 * math.sqrt(variance) if known else math.inf)

    def ranked(self) -> list[str]:
        """Return the engines, strongest first."""
        return sorted(self._elo, key=lambda name: -self._elo[name])

    def difference(self, first: str, second: str) -> Rating:
        """Return the Elo of `first` less that of `second`; the error is infinite where they cannot
        be compared."""
        gap, variance = self._gap(first, second)
        return Rating(
            gap, Z95 * math.sqrt(variance) if self._comparable(first, second) else math.inf
        )

    def _gap(self, first: str, second: str) -> tuple[float, float]:
        """Return the difference of two ratings and its variance."""
        own, theirs, shared = (
            self._covariance.get(pair, 0.0)
            for pair in ((first, first), (second, second), (first, second))
        )
        return self._elo[first] - self._elo[second], max(own + theirs - 2 * shared, 0.0)

    def _comparable(self, first: str, second: str) -> bool:
        groups = {self._groups[first], self._groups[second]}
        return len(groups) == 1 or groups <= self._measured

    @property
    def connected(self) -> bool:
        """True if all engines can be compared: by chains of games, or through anchors."""
        return set(self._groups.values()) <= self._measured

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
    fixed = anchors or {}
    check_anchors(fixed, scores)
    points = _with_prior(scores, prior_draws)
    groups = {**{name: name for name in scores}, **connected_groups(points)}
    elo = {**dict.fromkeys(scores, 0.0), **fixed, **bradley_terry(points, fixed)}
    anchored = {groups[name] for name in fixed}
    for group in set(groups.values()) - anchored:
        inside = [name for name in scores if groups[name] == group]
        mean = sum(elo[name] for name in inside) / len(inside)
        elo |= {name: elo[name] - mean for name in inside}
    largest = {group for group, _ in Counter(groups.values()).most_common(1)}
    return Ratings(elo, elo_covariance(points, elo, fixed), groups, anchored or largest)


def check_anchors(anchors: Iterable[str], played: Collection[str]) -> None:
    """Refuse anchors that have not played.

    Raises:
        TournamentError: names the first of them.
    """
    for name in anchors:
        if name not in played:
            known = ", ".join(sorted(played))
            raise TournamentError(f"anchor {name!r} has not played; the engines are {known}")


def _with_prior(scores: Scores, draws: float) -> dict[tuple[str, str], float]:
    """Return the points of each engine against each it met, with the credited draws of both."""
    games = {name: sum(score.games for score in own.values()) for name, own in scores.items()}
    return {
        (name, other): score.points + draws / 2 * score.games * (1 / games[name] + 1 / games[other])
        for name, own in scores.items()
        for other, score in own.items()
        if score.games
    }
