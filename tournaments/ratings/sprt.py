"""The sequential probability ratio test on pairs of games.

A pair is one opening played with both colours; its score is one of five (0, 1/2, 1, 3/2 or 2
points), and pairs, unlike games, are independent. The log-likelihood ratio is the generalised one
of Van den Bergh ("A practical introduction to the GSPRT", 2020), as used by fishtest: that of the
likeliest distributions of the five scores with the means of `elo0` and `elo1`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from core.match.elo import expected_score

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points a game for the five outcomes of a pair."""

FEWEST_TO_EXPECT = 10
"""Pairs from which on the length of the test is estimated."""

MOST_ELO, LEAST_GAP = 1000, 0.1
"""Bound of a test's Elo differences, and the least gap between them."""

_UNSEEN = 1e-3
"""Count given to an outcome that never happened, so that no likelihood is 0."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H1 "stronger by elo1" against H0 "stronger by elo0" (logistic Elo).

    Attributes:
        alpha: the chance of accepting H1 where H0 holds.
        beta: the chance of accepting H0 where H1 holds.

    Raises:
        ValueError: Elo differences that cannot be told apart, or that no games can show; chances
            out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (self.elo0 >= -MOST_ELO and self.elo0 + LEAST_GAP <= self.elo1 <= MOST_ELO):
            raise ValueError(
                f"elo0 {self.elo0:g} and elo1 {self.elo1:g}: give elo1 at least {LEAST_GAP} more "
                f"than elo0, both from {-MOST_ELO} to {MOST_ELO}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha {self.alpha:g}, beta {self.beta:g}: both are from 0 to 0.5")

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
        shares = _shares(pairs)
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
        note = ""
        if verdict:
            elo = self.elo1 if verdict == "H1" else self.elo0
            outcome = f"{verdict} accepted (Elo {elo:+g}) after {games} games"
        else:
            outcome = f"{'inconclusive' if ended else 'undecided so far'} after {games} games"
            note = f"; {self._outlook(pairs)}"
        return (
            f"SPRT of Elo {self.elo0:+g} against {self.elo1:+g}: {outcome}, LLR "
            f"{self.llr(pairs):+.2f} of [{self.lower:.2f}, {self.upper:.2f}], pairs {pairs}{note}"
        )

    def _outlook(self, pairs: Sequence[int]) -> str:
        """Say how many games the test is expected to take, and why it takes that many."""
        expected = self.expected_pairs(pairs)
        ahead = "" if expected is None else f"about {2 * expected:,} games expected at this rate; "
        more = expected_score(self.elo1) / expected_score(self.elo0) - 1
        return (
            f"{ahead}H1 takes {2 * self.fewest_pairs()} even if all are won, since a pair won 2-0 "
            f"is only {100 * more:.1f} % likelier under H1 than under H0"
        )

    def fewest_pairs(self) -> int:
        """Return the number of pairs after which H1 is accepted if each pair is won 2-0.

        Such a pair is only a little likelier under H1 than under H0: by the ratio of their expected
        scores, as far as nothing but won pairs is known.
        """
        return _fewest_pairs(self)

    def expected_pairs(self, pairs: Sequence[int]) -> int | None:
        """Return the number of pairs at which the test is expected to end, if pairs go on to bring
        what they brought so far; None where there are too few to tell.

        The ratio is taken as a Brownian motion between the two bounds.
        """
        total, llr = sum(pairs), self.llr(pairs)
        if total < FEWEST_TO_EXPECT:
            return None
        if self.verdict(pairs):
            return total
        shares = _shares(pairs)
        likely = [_likeliest(shares, expected_score(elo)) for elo in (self.elo0, self.elo1)]
        steps = [math.log(p1 / p0) for p0, p1 in zip(*likely, strict=True)]
        drift = sum(p * step for p, step in zip(shares, steps, strict=True))
        spread = sum(p * (step - drift) ** 2 for p, step in zip(shares, steps, strict=True))
        more = _time_to_leave(llr - self.lower, self.upper - llr, drift, spread)
        return total + math.ceil(more)


def _shares(pairs: Sequence[int]) -> list[float]:
    counts = [max(count, _UNSEEN) for count in pairs]
    return [count / sum(counts) for count in counts]


@cache
def _fewest_pairs(sprt: Sprt) -> int:
    low, high = 0, 1
    while sprt.llr((0, 0, 0, 0, high)) < sprt.upper:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        decided = sprt.llr((0, 0, 0, 0, middle)) >= sprt.upper
        low, high = (low, middle) if decided else (middle, high)
    return high


def _time_to_leave(below: float, above: float, drift: float, spread: float) -> float:
    """Return the expected time in which a Brownian motion leaves an interval.

    Args:
        below, above: distances to its two ends.
        drift, spread: mean and variance of a step.
    """
    pull = 2 * drift / max(spread, 1e-12)
    if abs(pull) * (below + above) < 1e-6:
        return below * above / max(spread, 1e-12)
    if abs(pull) * (below + above) > 500:  # nothing but drift
        return (above if drift > 0 else below) / abs(drift)
    reaches = math.expm1(-pull * below) / math.expm1(-pull * (below + above))
    return ((below + above) * reaches - below) / drift


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
