"""Elo differences, scores and their errors."""

import math
from collections.abc import Sequence

Z95 = 1.959964
"""Standard errors in half of a 95 % interval."""

LOG_SCALE = 400 / math.log(10)
"""Elo per unit of log odds."""


def elo_of(score: float) -> float:
    """Return the Elo difference at which `score` (0 to 1, exclusive) is expected."""
    return LOG_SCALE * math.log(score / (1 - score))


def expected_score(elo: float) -> float:
    """Return the expected score, 0 to 1, at an Elo difference."""
    return 1 / (1 + math.exp(-elo / LOG_SCALE))


def mean_with_error(
    values: Sequence[float], counts: Sequence[int] | None = None
) -> tuple[float, float]:
    """Return the mean of independent values and half the width of its 95 % interval.

    Args:
        values: at least one; for pairs of games, the points per game.
        counts: how often each value occurred; once by default.
    """
    weights = [1] * len(values) if counts is None else counts
    total = sum(weights)
    mean = sum(n * value for n, value in zip(weights, values, strict=True)) / total
    variance = (
        sum(n * (value - mean) ** 2 for n, value in zip(weights, values, strict=True)) / total
    )
    return mean, Z95 * math.sqrt(variance / total)


def normalised_elo(values: Sequence[float], counts: Sequence[int]) -> tuple[float, float] | None:
    """Return the normalised Elo of pairs of games and half the width of its 95 % interval.

    It is the mean above 1/2 in standard deviations of a game, as Elo for small differences (Van den
    Bergh, "Normalized Elo", 2020): unlike Elo it tells how many games show a difference, and it
    depends little on the openings. None if all pairs had the same outcome.

    Args:
        values: points a game of the outcomes of a pair.
        counts: how often each occurred.
    """
    pairs = sum(counts)
    if pairs < 2 or sum(count > 0 for count in counts) < 2:
        return None
    mean, error = mean_with_error(values, counts)
    deviation = error / Z95 * math.sqrt(2 * pairs)
    return 2 * LOG_SCALE * (mean - 0.5) / deviation, Z95 * 2 * LOG_SCALE / math.sqrt(2 * pairs)
