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
    evaluated = evaluated_line(messages)
    own = _OWN.search(evaluated) if evaluated else None
    report = _report(evaluated, own, move, ms, size) if evaluated else None
    said = [_MESSAGE.sub("", line).strip() for line in messages if not (own and _OWN.search(line))]
    comment = [line for line in lines if not _MESSAGE.match(line)]
    return RecordedComment(
        ms, "\n".join([*record, *messages]), "\n".join(said), report, "\n".join(comment)
    )


def _report(
    line: str, own: re.Match[str] | None, move: Point, ms: int, size: int
) -> dict[str, Any] | None:
    """Return the report of a line with an evaluation; `own` is what Fukumi says of its search."""
    found = evaluation([line])
    if found is None:
        return None
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
