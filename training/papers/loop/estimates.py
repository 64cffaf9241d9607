"""Scores and Elo of matches, with their 95 % intervals."""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.match.elo import LOG_SCALE, Z95, bradley_terry, elo_of, expected_score

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


def elo_of_match(points: float, games: int) -> Estimate:
    """Return the Elo difference that a match itself shows; a score of 0 or 1 counts as half a point
    from it."""
    least = 0.5 / games
    found = score_interval(points, games)
    return Estimate(
        *(elo_of(min(max(s, least), 1 - least)) for s in (found.value, found.low, found.high))
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
    names = [name for name in ratings if name != anchor]
    places = {name: place for place, name in enumerate(names)}
    information = np.zeros((len(names), len(names)))
    for (one, other), (_, games) in scores.items():
        expected = expected_score(ratings[one] - ratings[other])
        weight = (games + PRIOR_GAMES) * expected * (1 - expected) / LOG_SCALE**2
        pair = [places[name] for name in (one, other) if name in places]
        for at in pair:
            information[at, at] += weight
        if len(pair) == 2:
            information[pair, pair[::-1]] -= weight
    errors = Z95 * np.sqrt(np.linalg.inv(information).diagonal())
    found = {anchor: Estimate(0.0, 0.0, 0.0)}
    for name, error in zip(names, errors.tolist(), strict=True):
        found[name] = Estimate(ratings[name], ratings[name] - error, ratings[name] + error)
    return found
