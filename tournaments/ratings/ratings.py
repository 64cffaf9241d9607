"""Statistics of results: scores, Elo with error bars, likelihood of superiority."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.model import GameRecord, Reason, Result

Z95 = 1.959964
"""Standard errors in half a 95 % interval."""

LOG_SCALE = 400 / math.log(10)
"""Elo per unit of log odds."""


@dataclass(slots=True)
class Score:
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        """Count a game of 1, 0.5 or 0 points."""
        self.wins += points == 1.0
        self.draws += points == 0.5
        self.losses += points == 0.0

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass(slots=True)
class Tally:
    """Totals of one engine: its score against each other one, forfeits, time and memory."""

    against: dict[str, Score] = field(default_factory=dict)
    faults: Counter[Reason] = field(default_factory=Counter)
    slowest_ms: int = 0
    peak_memory: int = 0

    @property
    def total(self) -> Score:
        scores = self.against.values()
        return Score(
            sum(s.wins for s in scores), sum(s.draws for s in scores), sum(s.losses for s in scores)
        )


def tally(records: Iterable[GameRecord], names: Sequence[str]) -> dict[str, Tally]:
    """Return the tally of each engine; void games are left out."""
    tallies = {name: Tally() for name in names}
    for record in records:
        if record.result is Result.VOID:
            continue
        black = {Result.BLACK: 1.0, Result.WHITE: 0.0}.get(record.result, 0.5)
        sides = (
            (record.black, record.white, black, record.black_report),
            (record.white, record.black, 1 - black, record.white_report),
        )
        for own, other, points, report in sides:
            mine = tallies.setdefault(own, Tally())
            mine.against.setdefault(other, Score()).add(points)
            mine.slowest_ms = max(mine.slowest_ms, report.slowest_ms)
            mine.peak_memory = max(mine.peak_memory, report.peak_memory)
            if record.reason.is_forfeit and points == 0.0:
                mine.faults[record.reason] += 1
    return tallies


def elo(score: float) -> float:
    """Return the Elo difference at which `score` (0 to 1, exclusive) is expected."""
    return LOG_SCALE * math.log(score / (1 - score))


def elo_with_error(score: Score) -> tuple[float, float]:
    """Return the Elo difference and half its 95 % interval, by the spread of the single results.

    A perfect score has neither: the difference is then the bound that the score supports at 95 %
    (three lost games in n would be the surprise), and the interval is infinite.
    """
    n = score.games
    if score.points in (0, n):
        surprise = min(3 / n, 0.5) if n else 0.5
        return (elo(1 - surprise) if score.points else elo(surprise)), math.inf
    mean = score.points / n
    spread = (
        score.wins * (1 - mean) ** 2 + score.draws * (0.5 - mean) ** 2 + score.losses * mean**2
    ) / n
    slope = LOG_SCALE / (mean * (1 - mean))
    return elo(mean), Z95 * slope * math.sqrt(spread / n)


def los(score: Score) -> float:
    """Return the likelihood of superiority: the chance, by the normal law, that the winner of more
    games is the better one. Draws do not count."""
    decided = score.wins + score.losses
    if decided == 0:
        return 0.5
    return 0.5 * (1 + math.erf((score.wins - score.losses) / math.sqrt(2 * decided)))
