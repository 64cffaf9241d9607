"""The two-sided results of a field: for each two engines that met, how they compare."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.model import GameRecord
from tournaments.ratings.field_ratings import Rating, Ratings
from tournaments.ratings.pairs import PairScore, error_of_pairs, pair_score
from tournaments.ratings.scores import Score, Tally


class Pairing(NamedTuple):
    """Two engines that met, the stronger first: all numbers are the first one's.

    `elo` is the difference of their ratings, on the one scale of the field, and its error; `los` is
    the likelihood of superiority; `pair_error` is half the 95 % interval by the spread of pairs, in
    a match of two only, since other games say something about both engines too.
    """

    first: str
    second: str
    score: Score
    elo: Rating
    los: float
    pairs: PairScore
    pair_error: float | None


def pairings(
    records: Iterable[GameRecord], ratings: Ratings, tallies: Mapping[str, Tally]
) -> list[Pairing]:
    """Return the pairings of a field that has these ratings, in the order of the ranking."""
    games: dict[frozenset[str], list[GameRecord]] = defaultdict(list)
    for record in records:
        games[frozenset((record.black, record.white))].append(record)
    ranked = ratings.ranked()
    return [
        _pairing(games[frozenset((first, second))], ratings, tallies, (first, second))
        for place, first in enumerate(ranked)
        for second in ranked[place + 1 :]
        if second in tallies[first].against
    ]


def _pairing(
    games: Sequence[GameRecord],
    ratings: Ratings,
    tallies: Mapping[str, Tally],
    names: tuple[str, str],
) -> Pairing:
    first, second = names
    elo = ratings.difference(first, second)
    pairs = pair_score(games, first, second)
    return Pairing(
        first,
        second,
        tallies[first].against[second],
        elo,
        ratings.los(first, second),
        pairs,
        error_of_pairs(pairs, elo.elo) if len(tallies) == 2 else None,
    )
