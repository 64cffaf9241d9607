"""The sequential probability ratio test on pairs of games.

A pair is one opening played with both colours; its score is one of five (0, 1/2, 1, 3/2 or 2
points), and pairs, unlike games, are independent. The log-likelihood ratio is the generalised one
of Van den Bergh ("A practical introduction to the GSPRT", 2020), as used by fishtest: that of the
likeliest distributions of the five scores with the means of `elo0` and `elo1`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.match.elo import expected_score

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points a game for the five outcomes of a pair."""

_UNSEEN = 1e-3
"""Count given to an outcome that never happened, so that no likelihood is 0."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H1 "stronger by elo1" against H0 "stronger by elo0" (logistic Elo).

    Attributes:
        alpha: the chance of accepting H1 where H0 holds.
        beta: the chance of accepting H0 where H1 holds.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[int]) -> float:
        """Return the log-likelihood ratio of the counts of the five outcomes, worst first."""
        total = sum(pairs)
        if total == 0:
            return 0.0
        counts = [max(count, _UNSEEN) for count in pairs]
        shares = [count / sum(counts) for count in counts]
        likely0 = _likeliest(shares, expected_score(self.elo0))
        likely1 = _likeliest(shares, expected_score(self.elo1))
        terms = zip(shares, likely0, likely1, strict=True)
        return total * sum(p * math.log(p1 / p0) for p, p0, p1 in terms)

    def verdict(self, pairs: Sequence[int]) -> str | None:
        """Return `H0`, `H1`, or None while neither is decided."""
        llr = self.llr(pairs)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None

    def describe(self, pairs: Sequence[int], ended: bool) -> str:
        """Describe in one line the state of the test after these pairs.

        Args:
            ended: whether no more games will be played.
        """
        games = 2 * sum(pairs)
        verdict = self.verdict(pairs)
        if verdict:
            elo = self.elo1 if verdict == "H1" else self.elo0
            outcome = f"{verdict} accepted (Elo {elo:+g}) after {games} games"
        else:
            outcome = f"{'inconclusive' if ended else 'undecided so far'} after {games} games"
        return (
            f"SPRT of Elo {self.elo0:+g} against {self.elo1:+g}: {outcome}, "
            f"LLR {self.llr(pairs):+.2f} of [{self.lower:.2f}, {self.upper:.2f}], pairs {pairs}"
        )


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with this mean that is likeliest given the observed shares.

    It is p / (1 + x (score - mean)) for the x that makes the mean come out right. The mean falls
    with x, so the halving of an interval finds it.
    """

    def off(x: float) -> float:
        terms = zip(shares, PAIR_SCORES, strict=True)
        return sum(p * (s - mean) / (1 + x * (s - mean)) for p, s in terms)

    low, high = -1 / (PAIR_SCORES[-1] - mean) + 1e-9, 1 / (mean - PAIR_SCORES[0]) - 1e-9
    while low < (x := (low + high) / 2) < high:
        low, high = (x, high) if off(x) > 0 else (low, x)
    return [p / (1 + x * (s - mean)) for p, s in zip(shares, PAIR_SCORES, strict=True)]
