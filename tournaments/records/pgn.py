"""PGN, the input format of rating programs: BayesElo and Ordo read the output of `to_pgn`.

The tags follow the standard: White is the player of White, and Result is from White's side, so a
win of Black (who begins in Gomoku) is `0-1`; c-gomoku-cli does the same. Rating programs credit
White with the advantage of the first move, which is Black's in Gomoku: in BayesElo give `mm 1 1`,
which measures the advantage and the share of draws instead of assuming those of chess (Ordo: `-W
-D`). The moves are written as a comment, which rating programs skip.
"""

import re
from collections.abc import Iterable, Iterator

from core.game.notation import format_moves, parse_moves
from core.game.rules import Rule
from core.system.text import shown
from tournaments.model import GameRecord, Reason, Result, TimedMove
from tournaments.records.recorded_outcome import natural_end, reason_of, replayed

_RESULTS = {Result.BLACK: "0-1", Result.WHITE: "1-0", Result.DRAW: "1/2-1/2", Result.VOID: "*"}
_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')


def to_pgn(record: GameRecord) -> str:
    """Return one game followed by an empty line; times and messages are left out."""
    tags = {
        "Event": record.number,
        "Date": record.started[:10].replace("-", ".") or "????.??.??",
        "Round": f"{record.round}.{record.number}",
        "White": record.white,
        "Black": record.black,
        "Result": _RESULTS[record.result],
        "Termination": record.reason.value,
        "PlyCount": len(record.moves),
        "Variant": record.rule.label,
        "BoardSize": record.size,
        "OpeningPlies": record.opening_plies,
    }
    lines = [f'[{key} "{_escaped(str(value))}"]' for key, value in tags.items()]
    moves = format_moves([(move.x, move.y) for move in record.moves], record.size)
    return "\n".join([*lines, "", f"{{{moves}}}", _RESULTS[record.result], "", ""])


def from_pgn(text: str, rule: Rule) -> Iterator[GameRecord | ValueError]:
    """Yield the games of a PGN, and a ValueError in place of each game that cannot be read.

    Args:
        rule: the rule of games that do not give one. A game without a BoardSize or moves, as
            written by c-gomoku-cli, gets size 0 and no moves.
    """
    for number, (tags, body) in enumerate(_games(text.splitlines()), 1):
        try:
            yield _record(number, tags, body, rule)
        except ValueError as error:
            yield ValueError(f"game {number}: {error}")


def _games(lines: Iterable[str]) -> Iterator[tuple[dict[str, str], str]]:
    """Yield the tags and the remaining text of each game."""
    tags: dict[str, str] = {}
    body: list[str] = []
    for line in lines:
        tag = _TAG.fullmatch(line.strip())
        if tag and body:
            yield tags, " ".join(body)
            tags, body = {}, []
        if tag:
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif line.strip():
            body.append(line.strip())
    if tags or body:
        yield tags, " ".join(body)


def _record(number: int, tags: dict[str, str], body: str, rule: Rule) -> GameRecord:
    for needed in ("White", "Black", "Result"):
        if needed not in tags:
            raise ValueError(f"the tag {needed} is missing")
    size = _number(tags.get("BoardSize", "0"))
    named = Rule.parse(tags["Variant"]) if "Variant" in tags else rule
    comment = re.search(r"\{([^}]*)\}", body)
    points = parse_moves(comment[1], size) if comment and size else ()
    moves = tuple(TimedMove(x, y) for x, y in points)
    round_, _, game = tags.get("Round", "").partition(".")
    result = next((r for r, words in _RESULTS.items() if words == tags["Result"]), Result.VOID)
    reason = reason_of(tags.get("Termination", ""))
    if size:
        found = natural_end(replayed(size, named, moves))
        reason = found[1] if found and reason is Reason.UNKNOWN else reason
    return GameRecord(
        number=_number(game) or number,
        round=_number(round_) or 1,
        black=tags["Black"],
        white=tags["White"],
        rule=named,
        size=size,
        opening_plies=_number(tags.get("OpeningPlies", "0")),
        moves=moves,
        result=result,
        reason=reason,
        detail="",
        started=_date(tags.get("Date", "")),
    )


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"\d{1,9}", text) else 0


def _date(text: str) -> str:
    """Return a date with dashes, empty if a part of it is unknown."""
    return "" if "?" in text else text.replace(".", "-")


def _escaped(text: str) -> str:
    """Return a tag's value: one line, with quotes and backslashes escaped."""
    return re.sub(r'(["\\])', r"\\\1", shown(text))
