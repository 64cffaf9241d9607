"""Scores of engines against each other."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.model import GameRecord, Reason, Result


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
    """Return the tally of each engine; void games are left out.

    A game of an engine against its own name brings it no score, since it tells nothing of its
    strength.
    """
    tallies = {name: Tally() for name in names}
    for record in records:
        add_game(tallies, record)
    return tallies


def add_game(tallies: dict[str, Tally], record: GameRecord) -> None:
    """Add a game to the tallies of its engines, as `tally` does."""
    if record.result is Result.VOID:
        return
    black = record.points_of(record.black)
    sides = (
        (record.black, record.white, black, record.black_report),
        (record.white, record.black, 1 - black, record.white_report),
    )
    for own, other, points, report in sides:
        mine = tallies.setdefault(own, Tally())
        if own != other:
            mine.against.setdefault(other, Score()).add(points)
        mine.slowest_ms = max(mine.slowest_ms, report.slowest_ms)
        mine.peak_memory = max(mine.peak_memory, report.peak_memory)
        if record.reason.is_forfeit and points == 0.0:
            mine.faults[record.reason] += 1
