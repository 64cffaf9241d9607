"""Pairs of games: one opening played twice by the same two engines, with colours exchanged.

An opening that favours a colour makes the two games of a pair depend on each other. Pairs are
independent, so the spread of their scores gives an unbiased error, and the more the openings favour
a colour the smaller it is (the "pentanomial" error of fastchess and fishtest).
"""

from collections import defaultdict
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


def pair_score(records: Iterable[GameRecord], first: str, second: str) -> PairScore:
    """Return the pairs of games between two engines, scored for `first`.

    Two games are a pair if they have the same opening with colours exchanged; void games are left
    out.
    """
    halves: dict[object, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for record in records:
        if {record.black, record.white} != {first, second} or record.result is Result.VOID:
            continue
        halves[_opening(record)][record.black != first].append(record.points_of(first))
    counts, unpaired = [0] * len(PAIR_SCORES), 0
    for as_black, as_white_too in halves.values():
        for one, other in zip(as_black, as_white_too, strict=False):
            counts[PAIR_SCORES.index((one + other) / 2)] += 1
        unpaired += abs(len(as_black) - len(as_white_too))
    return PairScore(tuple(counts), unpaired)


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
