"""Standings and the data of the report's page, computed from the records as plain JSON values."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from core.game.notation import column_letter
from core.system.text import shown
from tournaments.engine.evaluations import evaluation
from tournaments.engine.message_log import MessageLog
from tournaments.model import GameRecord, Reason, Result
from tournaments.ratings.field_ratings import PRIOR_NOTE, Ratings, fit_ratings
from tournaments.ratings.pairings import Pairing, pairings
from tournaments.ratings.scores import Score, Tally, tally
from tournaments.records.recorded_outcome import replayed

FEWEST_GAMES = 3
"""Fewest games for a point of the time-use curve."""

MOST_SAID = 12_000_000
"""Characters of messages in a page; beyond that, each move gets an equal share."""

_SLOW_SHARE = 0.9

Values = dict[str, Any]


def standings(records: Sequence[GameRecord], anchors: Mapping[str, float]) -> Values:
    """Return the ranking and the cross table; engines are numbered by rank, 0 for the strongest.

    Raises:
        TournamentError: an anchor that has not played.
    """
    tallies = tally(records, _names(records))
    ratings = fit_ratings({name: own.against for name, own in tallies.items()}, anchors)
    ranked = ratings.ranked()
    times = _times(records)
    number = {name: rank for rank, name in enumerate(ranked)}
    return {
        "engines": [_engine(name, tallies[name], ratings, times[name]) for name in ranked],
        "anchors": dict(anchors),
        "connected": ratings.connected,
        "cross": [[_score(tallies[own].against.get(other)) for other in ranked] for own in ranked],
        "los": [[round(ratings.los(own, other), 4) for other in ranked] for own in ranked],
        "pairings": [_pairing(one, number) for one in pairings(records, ratings, tallies)],
        "prior": PRIOR_NOTE,
        "results": Counter(record.result.value for record in records),
        "reasons": Counter(record.reason.value for record in records),
    }


def page_data(records: Sequence[GameRecord], anchors: Mapping[str, float]) -> Values:
    """Return all data of the page: the standings, and every game.

    Raises:
        TournamentError: an anchor that has not played.
    """
    values = standings(records, anchors)
    number = {engine["name"]: i for i, engine in enumerate(values["engines"])}
    talks = sum(bool(move.messages) for record in records for move in record.moves)
    most = MOST_SAID // max(talks, 1)
    return {
        **values,
        "forfeits": [reason.value for reason in Reason if reason.is_forfeit],
        "adjudicated": [reason.value for reason in Reason if reason.is_adjudicated],
        "games": [_game(record, number, most) for record in records],
    }


def _names(records: Sequence[GameRecord]) -> list[str]:
    """Return the engines in the order in which they first played."""
    return list(dict.fromkeys(name for record in records for name in (record.black, record.white)))


def _engine(name: str, own: Tally, ratings: Ratings, times: Sequence[Sequence[int]]) -> Values:
    rating, total = ratings[name], own.total
    spent = [ms for game in times for ms in game]
    return {
        "name": name,
        "elo": round(rating.elo, 1),
        "error": _rounded(rating.error),
        "score": _score(total),
        "faults": {reason.value: count for reason, count in own.faults.items()},
        "mean_ms": round(statistics.fmean(spent)) if spent else None,
        "slowest_ms": max(own.slowest_ms, *spent, 0) or None,
        "peak_memory": own.peak_memory,
        "time": _curve(times),
    }


def _score(score: Score | None) -> list[int] | None:
    return None if score is None else [score.wins, score.draws, score.losses]


def _times(records: Sequence[GameRecord]) -> dict[str, list[list[int]]]:
    """Return, for each engine and each game, the milliseconds of its own moves in turn."""
    times: dict[str, list[list[int]]] = defaultdict(list)
    for record in records:
        played = list(enumerate(record.moves))[record.opening_plies :]
        for name, parity in ((record.black, 0), (record.white, 1)):
            times[name].append([move.ms for ply, move in played if ply % 2 == parity])
    return times


def _curve(times: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return [median, 90th percentile] of the engine's first move, second move, and so on, for as
    long as enough games last."""
    curve = []
    for at in range(max(map(len, times), default=0)):
        spent = sorted(game[at] for game in times if len(game) > at)
        if len(spent) < min(FEWEST_GAMES, len(times)):
            break
        slow = spent[min(len(spent) - 1, int(_SLOW_SHARE * len(spent)))]
        curve.append([round(statistics.median(spent)), slow])
    return curve


def _pairing(pairing: Pairing, number: Mapping[str, int]) -> Values:
    normalised = pairing.pairs.normalised
    elo, error = pairing.elo
    return {
        "first": number[pairing.first],
        "second": number[pairing.second],
        "score": _score(pairing.score),
        "elo": round(elo, 1),
        "error": _rounded(error),
        "pair_error": None if pairing.pair_error is None else round(pairing.pair_error, 1),
        "los": round(pairing.los, 4),
        "pairs": pairing.pairs.counts,
        "unpaired": pairing.pairs.unpaired,
        "normalised": normalised and [round(value, 1) for value in normalised],
    }


def _rounded(error: float) -> float | None:
    return round(error, 1) if math.isfinite(error) else None


def _game(record: GameRecord, number: Mapping[str, int], most: int) -> Values:
    """Return a game in short form: moves as two letters each (column, row; aa is the upper left
    square), with at most `most` characters of each move's messages."""
    moves = record.moves
    said = {ply: _shortened(move.messages, most) for ply, move in enumerate(moves) if move.messages}
    seen = {ply: evaluation(moves[ply].messages) for ply in said}
    values = {
        "number": record.number,
        "round": record.round,
        "black": number[record.black],
        "white": number[record.white],
        "rule": record.rule.label,
        "size": record.size,
        "opening": record.opening_plies,
        "moves": "".join(column_letter(move.x) + column_letter(move.y) for move in moves),
        "ms": [move.ms for move in moves],
        "result": record.result.value,
        "reason": record.reason.value,
        "detail": shown(record.detail),
        "started": record.started,
        "line": _winning_line(record),
        "log": record.log,
        "said": said,
        "seen": {ply: [round(e.value, 3), e.words] for ply, e in seen.items() if e},
        "pipes": [
            [shown(line) for line in side.transcript]
            for side in (record.black_report, record.white_report)
        ],
    }
    return {key: value for key, value in values.items() if value not in ("", [], {}, [[], []])}


def _shortened(messages: Sequence[str], most: int) -> str:
    """Return the last lines, after a mark if some are left out."""
    kept = MessageLog(most)
    for line in messages:
        kept.add(line)
    lines = [shown(line) for line in kept.lines]
    return "\n".join(("...", *lines) if list(kept.lines) != list(messages) else lines)


def _winning_line(record: GameRecord) -> str:
    """Return the winning stones, written as the moves are; empty if the game has no five."""
    if record.reason is not Reason.FIVE or record.result is Result.VOID:
        return ""
    try:
        board = replayed(record.size, record.rule, record.moves)
    except ValueError:  # a record that breaks the rule is shown without its line
        return ""
    return "".join(column_letter(x) + column_letter(y) for x, y in board.winning_line())
