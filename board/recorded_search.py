"""Engines' own words in the comments of recorded games, as a search report for the page.

The comment of a recorded move begins with the time it took (`123 ms`) or with `opening`, followed
by the lines that the engine printed before it.
"""

import re
from typing import Any, NamedTuple

from core.game.board import Point
from core.game.notation import parse_moves
from tournaments.engine.evaluations import evaluated_line, evaluation
from tournaments.records.import_records import parse_comment

_MESSAGE = re.compile(r"(?:MESSAGE|DEBUG)\b")
_OWN = re.compile(
    r"visits ([0-9]{1,12}) value (?:(win|loss) in ([0-9]{1,4})|[+-][0-9.]+)"
    r"(?: pv ((?:[a-z][1-9][0-9]? ?)*))?"
)


class RecordedComment(NamedTuple):
    """The parts of a move's comment.

    Attributes:
        ms: the time of the move, 0 if unknown.
        record: the lines that the recorder wrote, one below the other.
        said: what engines said in them that is not in `report`.
        report: the evaluation before the move, as `board.analysis.as_fields`; None without one.
        comment: the other lines, by people.
    """

    ms: int
    record: str
    said: str
    report: dict[str, Any] | None
    comment: str


def split_comment(text: str, move: Point, size: int) -> RecordedComment:
    """Return the parts of the comment of a recorded move on a board of this size."""
    first, ms, lines = parse_comment(text)
    messages = [line for line in lines if _MESSAGE.match(line)]
    record = [first] if first else []
    report = _report(messages, move, ms, size)
    told = report is not None and _own(messages)
    said = [_MESSAGE.sub("", line).strip() for line in messages if not (told and _OWN.search(line))]
    comment = [line for line in lines if not _MESSAGE.match(line)]
    return RecordedComment(
        ms, "\n".join([*record, *messages]), "\n".join(said), report, "\n".join(comment)
    )


def _own(messages: list[str]) -> re.Match[str] | None:
    """Return what Fukumi says of its search in the line that has the evaluation."""
    line = evaluated_line(messages)
    return _OWN.search(line) if line else None


def _report(messages: list[str], move: Point, ms: int, size: int) -> dict[str, Any] | None:
    found = evaluation(messages)
    if found is None:
        return None
    own = _own(messages)
    visits = int(own[1]) if own else 0
    proof = int(own[3]) * (1 if own[2] == "win" else -1) if own and own[3] else 0
    pv = parse_moves(own[4], size) if own and own[4] else ()
    candidate = {
        "move": move,
        "visits": visits,
        "prior": None,
        "value": found.value,
        "proof": proof,
        "pv": pv if pv[:1] == (move,) else (move,),
    }
    return {
        "visits": visits,
        "seconds": ms / 1000,
        "value": found.value,
        "proof": proof,
        "candidates": [candidate],
    }
