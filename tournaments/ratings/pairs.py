"""Pairs of games: one opening played twice by the same two engines, with colours exchanged.

An opening that favours a colour makes the two games of a pair depend on each other. Pairs are
independent, so the spread of their scores gives an unbiased error, and the more the openings favour
a colour the smaller it is (the "pentanomial" error of fastchess and fishtest).
"""

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass

from core.match.elo import LOG_SCALE, expected_score, mean_with_error, normalised_elo
from tournaments.model import GameRecord, Result, TimedMove
from tournaments.ratings.field_ratings import PRIOR_DRAWS
from tournaments.ratings.sprt import PAIR_SCORES


@dataclass(frozen=True, slots=True)
class PairScore:
    """Score of one engine against another, by pairs of games.

    Attributes:
        counts: pairs that brought 0, 1/2, 1, 3/2 and 2 points.
        unpaired: games left out because their other half is missing.
    """

    counts: tuple[int, ...]
    unpaired: int

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def normalised(self) -> tuple[float, float] | None:
        """The normalised Elo and half its 95 % interval; None if all pairs ended alike."""
        return normalised_elo(PAIR_SCORES, self.counts)


class PairCounter:
    """The pairs of games between two engines, scored for `first`, while games are added.

    Two games are a pair if they have the same opening with colours exchanged; void games and those
    of other engines are left out.
    """

    def __init__(self, first: str, second: str) -> None:
        self._first = first
        self._names = {first, second}
        self._counts = [0] * len(PAIR_SCORES)
        self._games = 0
        # the first engine's points by opening, in the games that wait for their other half
        self._waiting: dict[object, tuple[deque[float], deque[float]]] = defaultdict(
            lambda: (deque(), deque())
        )

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        if {record.black, record.white} != self._names or record.result is Result.VOID:
            return
        self._games += 1
        side = int(record.black != self._first)
        waiting, points = self._waiting[_opening(record)], record.points_of(self._first)
        if waiting[1 - side]:
            self._counts[PAIR_SCORES.index((waiting[1 - side].popleft() + points) / 2)] += 1
        else:
            waiting[side].append(points)

    @property
    def score(self) -> PairScore:
        """The pairs so far."""
        return PairScore(tuple(self._counts), self._games - 2 * sum(self._counts))


def pair_score(records: Iterable[GameRecord], first: str, second: str) -> PairScore:
    """Return the pairs of games between two engines, as `PairCounter` counts them."""
    counter = PairCounter(first, second)
    for record in records:
        counter.add(record)
    return counter.score


def _opening(record: GameRecord) -> object:
    stones: tuple[TimedMove, ...] = record.moves[: record.opening_plies]
    return record.rule, record.size, tuple((move.x, move.y) for move in stones)


def error_of_pairs(score: PairScore, elo: float) -> float | None:
    """Return half the 95 % interval of an Elo difference, by the spread of pairs.

    The prior of the ratings counts as drawn pairs, so that a perfect score has an error too. None
    for fewer than two pairs, and where all were drawn.

    Args:
        elo: the difference, as rated with the same prior.
    """
    if score.pairs < 2:
        return None
    counts = list(score.counts)
    counts[PAIR_SCORES.index(0.5)] += round(PRIOR_DRAWS)  # one from each engine's drawn games
    _, error = mean_with_error(PAIR_SCORES, counts)
    share = expected_score(elo)
    return LOG_SCALE * error / (share * (1 - share)) or None
