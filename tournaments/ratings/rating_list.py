"""Rating lists: the engines of many tournaments on one scale, a list for each rule and board."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.model import GameRecord, Result
from tournaments.ratings.field_ratings import Rating, Ratings, check_anchors, fit_ratings
from tournaments.ratings.scores import Score, Tally, tally


@dataclass(frozen=True, slots=True)
class RatedEngine:
    """An engine's place in a list.

    `opponents` is the average Elo of its opponents, by games; `above_next` is the likelihood that
    it is stronger than the next engine of the list, None for the last one; `last_played` is a date,
    empty if no record gives one.
    """

    name: str
    rating: Rating
    score: Score
    opponents: float
    above_next: float | None
    last_played: str


@dataclass(frozen=True, slots=True)
class RatingList:
    """The engines of one rule and board, strongest first.

    `games` counts all rated games, also those of engines that are not listed; `anchors` are those
    that played here.
    """

    title: str
    engines: tuple[RatedEngine, ...]
    games: int
    anchors: Mapping[str, float]
    connected: bool


def rating_lists(
    records: Sequence[GameRecord], anchors: Mapping[str, float], min_games: int = 1
) -> list[RatingList]:
    """Return the lists with an engine, that of the most games first; engines of one name are the
    same engine.

    Args:
        anchors: engines of fixed Elo, each in every list in which it played.
        min_games: fewest games of a listed engine; the games of others count all the same.
    Raises:
        TournamentError: an anchor that has not played.
    """
    kinds: dict[str, list[GameRecord]] = defaultdict(list)
    for record in records:
        if record.result is not Result.VOID and record.black != record.white:
            size = f" {record.size}x{record.size}" if record.size else ""
            kinds[f"{record.rule.label}{size}"].append(record)
    played = {
        name for games in kinds.values() for game in games for name in (game.black, game.white)
    }
    check_anchors(anchors, played)
    lists = [_rating_list(kind, games, anchors, min_games) for kind, games in kinds.items()]
    return sorted((one for one in lists if one.engines), key=lambda one: -one.games)


def _rating_list(
    title: str, records: Sequence[GameRecord], anchors: Mapping[str, float], min_games: int
) -> RatingList:
    tallies = tally(records, ())
    here = {name: elo for name, elo in anchors.items() if name in tallies}
    ratings = fit_ratings({name: own.against for name, own in tallies.items()}, here)
    names = [name for name in ratings.ranked() if tallies[name].total.games >= min_games]
    last = _last_played(records)
    engines = tuple(
        RatedEngine(
            name,
            ratings[name],
            tallies[name].total,
            _opponents(tallies[name], ratings),
            ratings.los(name, following) if following else None,
            last.get(name, ""),
        )
        for name, following in zip(names, [*names, None][1:], strict=True)
    )
    return RatingList(title, engines, len(records), here, ratings.connected)


def _last_played(records: Sequence[GameRecord]) -> dict[str, str]:
    last: dict[str, str] = {}
    for record in records:
        for name in (record.black, record.white):
            last[name] = max(last.get(name, ""), record.started[:10])
    return last


def _opponents(own: Tally, ratings: Ratings) -> float:
    total = sum(score.games * ratings[other].elo for other, score in own.against.items())
    return total / own.total.games


def list_values(one: RatingList) -> dict[str, Any]:
    """Return a list as plain values for JSON."""
    return {
        "title": one.title,
        "games": one.games,
        "anchors": dict(one.anchors),
        "connected": one.connected,
        "engines": [
            {
                "rank": rank,
                "name": engine.name,
                "elo": round(engine.rating.elo, 1),
                "error": round(engine.rating.error, 1)
                if math.isfinite(engine.rating.error)
                else None,
                "games": engine.score.games,
                "score": [engine.score.wins, engine.score.draws, engine.score.losses],
                "opponents": round(engine.opponents, 1),
                "above_next": None if engine.above_next is None else round(engine.above_next, 4),
                "last_played": engine.last_played,
            }
            for rank, engine in enumerate(one.engines, 1)
        ],
    }
