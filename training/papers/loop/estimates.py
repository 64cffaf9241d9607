"""Scores and Elo of matches, with their 95 % intervals."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.match.bradley_terry import bradley_terry
from core.match.elo import Z95, elo_of
from core.match.elo_covariance import elo_covariance

PRIOR_GAMES = 1.0
"""Drawn games added to each pair's results, so that no rating is infinite."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured number with its 95 % interval."""

    value: float
    low: float
    high: float

    def text(self, form: str = "+.0f") -> str:
        """Return it for a table, in this format: `+120 (+80 to +170)`."""
        return f"{self.value:{form}} ({self.low:{form}} to {self.high:{form}})"


def score_interval(points: float, games: int) -> Estimate:
    """Return the points a game, with Wilson's interval, as if no game were drawn."""
    share, z = points / games, Z95 * Z95 / games
    middle = (share + z / 2) / (1 + z)
    half = math.sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    # Rounding must not put the share outside its interval, at 0 and at 1.
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean_by_groups(sums: Sequence[float], counts: Sequence[int]) -> Estimate:
    """Return the mean of all values, with the interval of a mean of independent groups: the
    positions of one game are alike.

    Args:
        sums: of each group's values.
        counts: the values of each group.
    """
    mean = sum(sums) / sum(counts)
    spread = sum((s - mean * n) ** 2 for s, n in zip(sums, counts, strict=True))
    half = Z95 * math.sqrt(spread) / sum(counts)
    return Estimate(mean, mean - half, mean + half)


def elo_of_match(points: float, games: int) -> Estimate:
    """Return the Elo difference that a match itself shows; a score of 0 or 1 counts as half a point
    from it, but the interval of a clean score has no bound on that side."""
    least = 0.5 / games
    found = score_interval(points, games)
    return Estimate(
        elo_of(min(max(found.value, least), 1 - least)),
        elo_of(found.low) if found.low > 0 else -math.inf,
        elo_of(found.high) if found.high < 1 else math.inf,
    )


def elo(scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> dict[str, Estimate]:
    """Return the Elo of every player by the Bradley-Terry model, the anchor's being 0.

    The intervals are by the information of the games at the estimate, as if none were drawn.

    Args:
        scores: by pair: points of the first, and the games played.
        anchor: the player with Elo 0.
    """
    points: dict[tuple[str, str], float] = defaultdict(float)
    for (one, other), (won, games) in scores.items():
        points[one, other] += won + PRIOR_GAMES / 2
        points[other, one] += games - won + PRIOR_GAMES / 2
    ratings = bradley_terry(points, {anchor: 0.0})
    covariance = elo_covariance(points, ratings, (anchor,))
    found = {}
    for name, rating in ratings.items():
        error = Z95 * math.sqrt(covariance.get((name, name), 0.0))
        found[name] = Estimate(rating, rating - error, rating + error)
    return found
