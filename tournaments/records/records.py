"""Game records as JSON lines, the format that keeps everything, as `.psq` (Piskvork) and as SGF."""

import dataclasses
import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sgfmill import sgf

from core.game.board import Point
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.system.text import shortened, shown
from tournaments.engine.answers import MOST_DIGITS
from tournaments.model import (
    GameRecord,
    MachineLoad,
    Reason,
    Result,
    SideReport,
    Swap2Choice,
    TimedMove,
)

JUDGED = (Result.DRAW, Result.BLACK, Result.WHITE)
"""Results by the number that Gomocup's judge writes in a `.psq`."""
PSQ_NORMAL, PSQ_UNFINISHED, PSQ_TIMEOUT, PSQ_ERROR = 0, 9, 15, -2
"""Piskvork's codes for the ending of a game."""

OPENING = "opening"
"""Comment of an opening move in an SGF."""

MOST = 10**15
"""Largest number in a record; no count, time or memory in bytes comes near it."""

UNNAMED = "?"
"""Name of an unnamed player in a `.psq`, where empty lines would be dropped."""

_PSQ_HEADER = re.compile(r"Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})(?![0-9])")
_PSQ_MOVE = re.compile(r"\s*([0-9]+),\s*([0-9]+)(?:,\s*([0-9]*))?\s*")
_PSQ_MOVE_BEGUN = re.compile(r"\s*-?[0-9]+\s*,")

_RESULTS = {Result.BLACK: "B+", Result.WHITE: "W+", Result.DRAW: "0", Result.VOID: "Void"}


def game_name(record: GameRecord, number: int) -> str:
    """Return the name of a game's file, without a suffix."""
    return f"{number:05d}-{safe_name(record.black)}-{safe_name(record.white)}"


def safe_name(name: str) -> str:
    """Return the part of a file's name that stands for an engine."""
    return re.sub(r"[^A-Za-z0-9._]+", "_", name)[:40]


def to_json(record: GameRecord) -> str:
    """Return a complete record, without its `pipes`, as one line of JSON."""
    fields = {f.name: getattr(record, f.name) for f in dataclasses.fields(record)}
    fields["rule"] = record.rule.label
    fields["result"] = record.result.value
    fields["reason"] = record.reason.value
    fields["moves"] = [move_values(move) for move in record.moves]
    for side in ("black_report", "white_report"):
        fields[side] = dataclasses.asdict(fields[side])
    fields["choices"] = [dataclasses.astuple(choice) for choice in record.choices]
    fields["load"] = dataclasses.asdict(record.load) if record.load else None
    del fields["pipes"]  # they are in the file `log`
    return json.dumps(fields)


def from_json(line: str) -> GameRecord:
    """Parse a line written by `to_json`.

    Raises:
        ValueError: the line is torn or is no record.
    """
    try:
        fields: dict[str, Any] = json.loads(line)
        fields["rule"] = Rule.parse(fields["rule"])
        fields["result"] = Result(fields["result"])
        fields["reason"] = Reason(fields["reason"])
        fields["moves"] = tuple(map(move_of, fields["moves"]))
        for side in ("black_report", "white_report"):
            report = fields[side]
            fields[side] = SideReport(**{**report, "transcript": tuple(report["transcript"])})
        fields["choices"] = tuple(Swap2Choice(*choice) for choice in fields.get("choices", ()))
        fields["load"] = MachineLoad(**fields["load"]) if fields.get("load") else None
        record = GameRecord(**fields)
    except KeyError as error:
        raise ValueError(f"not a game record: it has no {error}") from error
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a game record: {error}") from error
    _check(record)
    return record


def move_values(move: TimedMove) -> list[Any]:
    """Return a move as JSON values: x, y, milliseconds and, if there are any, its messages."""
    values = [move.x, move.y, move.ms]
    return [*values, list(move.messages)] if move.messages else values


def move_of(values: list[Any]) -> TimedMove:
    """Return the move of these JSON values.

    Raises:
        TypeError, ValueError: they are not a move's; numbers and texts are not checked.
    """
    x, y, ms, *said = values
    return TimedMove(x, y, ms, tuple(said[0]) if said else ())


def _check(record: GameRecord) -> None:
    """Reject values that no game has.

    Raises:
        ValueError: names the value.
    """
    sides = (record.black_report, record.white_report)
    edges = [edge for move in record.moves for edge in (move.x, move.y)]
    numbers = [record.number, record.round, record.size, record.opening_plies, *edges]
    numbers += [move.ms for move in record.moves] + [choice.ms for choice in record.choices]
    numbers += [n for side in sides for n in (side.slowest_ms, side.peak_memory)]
    if set(map(type, numbers)) != {int} or max(numbers) > MOST or min(numbers) < -MOST:
        raise ValueError("not a game record: a number is missing or too large")
    texts = [record.black, record.white, record.detail, record.started, record.log, record.pipes]
    texts += [text for move in record.moves for text in move.messages]
    texts += [line for side in sides for line in side.transcript]
    texts += [text for choice in record.choices for text in (choice.engine, choice.answer)]
    if set(map(type, texts)) != {str}:
        raise ValueError("not a game record: a text field holds something else")
    loads = dataclasses.astuple(record.load) if record.load else ()
    if not all(isinstance(n, (int, float)) and math.isfinite(n) for n in loads):
        raise ValueError("not a game record: the machine's load is not a number")
    if record.size and not MIN_SIZE <= record.size <= MAX_SIZE:
        raise ValueError(f"not a game record: a board of size {record.size}")
    if edges and not 0 <= min(edges) <= max(edges) < record.size:
        raise ValueError("not a game record: a move lies outside the board")


def to_psq(record: GameRecord) -> str:
    """Return a game in Piskvork's format."""
    names = (record.black, record.white)
    opening, played = record.moves[: record.opening_plies], record.moves[record.opening_plies :]
    # A move of no time is one of the opening.
    timed = (dataclasses.replace(move, ms=max(1, move.ms)) for move in played)
    return psq_text(record.size, (*opening, *timed), names, _psq_ending(record))


def psq_text(
    size: int, moves: Iterable[TimedMove], names: Iterable[str], ending: Iterable[str]
) -> str:
    """Return a `.psq`: moves with coordinates from 1 and milliseconds, names, ending code."""
    lines = [f"Piskvorky {size}x{size}, 11:11, 0"]
    lines += [f"{move.x + 1},{move.y + 1},{move.ms}" for move in moves]
    return "\n".join([*lines, *map(_psq_name, names), *ending, ""])


def _psq_name(name: str) -> str:
    """Return a name as a line that is neither empty nor mistaken for a move."""
    line = shown(name).strip() or UNNAMED
    return line.replace(",", ";") if _PSQ_MOVE_BEGUN.match(line) else line


def _psq_ending(record: GameRecord) -> list[str]:
    """Return the last lines: Piskvork's code, which tells nothing but that the side to move failed.

    For an adjudicated game, one that the other side lost, and one lost by memory, they are the
    result as Gomocup's judge writes it.
    """
    if record.result is Result.VOID:
        return [str(PSQ_UNFINISHED)]
    side_to_move_won = record.result is (Result.BLACK, Result.WHITE)[len(record.moves) % 2]
    # Memory is also measured at the end, so that the board may show another result.
    if record.reason.is_adjudicated or side_to_move_won or record.reason is Reason.MEMORY:
        return ["-1", f"{JUDGED.index(record.result)},{record.reason.value}"]
    return [str(_psq_code(record))]


def _psq_code(record: GameRecord) -> int:
    if record.result is Result.DRAW or record.reason is Reason.FIVE:
        return PSQ_NORMAL
    return PSQ_TIMEOUT if record.reason is Reason.TIME else PSQ_ERROR


class PsqGame(NamedTuple):
    """The content of a `.psq`.

    Attributes:
        size: of the board.
        moves: a move without a time took 0 ms, as in Piskvork.
        opening_plies: the moves at the beginning whose written time is 0.
        trailer: the lines after the moves: names and codes.
    """

    size: int
    moves: list[TimedMove]
    opening_plies: int
    trailer: list[str]


def from_psq(text: str) -> PsqGame:
    """Return the content of a `.psq`.

    Raises:
        ValueError: the header is not that of a square `.psq`, a number is too long, or a line is
            damaged.
    """
    header, *rest = text.splitlines() or [""]
    shape = _PSQ_HEADER.match(header)
    if shape is None or shape[1] != shape[2]:
        raise ValueError(f"no Piskvork game of a square board: {header[:40]!r}")
    lines = [line.strip() for line in rest if line.strip()]
    moves: list[TimedMove] = []
    opening_plies = 0
    for line in lines:
        written = _PSQ_MOVE.fullmatch(line)
        if written is None:
            break
        moves.append(_psq_move(len(moves) + 1, written))
        if opening_plies == len(moves) - 1 and written[3] and moves[-1].ms == 0:
            opening_plies += 1
    trailer = lines[len(moves) :]
    _check_trailer(len(moves) + 1, trailer)
    return PsqGame(int(shape[1]), moves, opening_plies, trailer)


def _psq_move(number: int, written: re.Match[str]) -> TimedMove:
    if any(len(part) > MOST_DIGITS for part in written.groups(default="")):
        raise ValueError(f"move {number} has a number too long to be read")
    return TimedMove(int(written[1]) - 1, int(written[2]) - 1, int(written[3] or 0))


def _check_trailer(number: int, trailer: Sequence[str]) -> None:
    """Refuse a trailer that begins with a damaged move, the game's next, or has moves in it."""
    if not trailer:
        return
    timed = any(written and written[3] for written in map(_PSQ_MOVE.fullmatch, trailer))
    if timed or _PSQ_MOVE_BEGUN.match(trailer[0]):
        damaged = shortened(trailer[0], 40)
        raise ValueError(f"move {number} is not written like 8,8,123: {damaged!r}")


def to_sgf(record: GameRecord) -> bytes:
    """Return a game as SGF (GM[4]).

    The comment of each move has the time it took, followed by the engine's messages. REASON is a
    private property, which the format allows.
    """
    game = sgf.Sgf_game(size=record.size)
    root = game.get_root()
    root.set("GM", 4)
    root.set("PB", shown(record.black))
    root.set("PW", shown(record.white))
    root.set("RE", sgf_result(record))
    root.set("RU", record.rule.label)
    root.set("RO", f"{record.round}.{record.number}")
    root.set("DT", shown(record.started[:10]))
    root.set("GC", shown(record.detail))
    root.set("REASON", record.reason.value)
    for ply, move in enumerate(record.moves):
        node = game.extend_main_sequence()
        # sgfmill counts rows from the bottom
        node.set_move("w" if ply % 2 else "b", (record.size - 1 - move.y, move.x))
        took = OPENING if ply < record.opening_plies else f"{move.ms} ms"
        node.set("C", "\n".join((took, *map(shown, move.messages))))
    serialised: bytes = game.serialise()
    return serialised


def sgf_result(record: GameRecord) -> str:
    """Return the value of RE as the format defines it: T for a loss on time, F for other
    forfeits, R for a resignation."""
    how = "T" if record.reason is Reason.TIME else "F" if record.reason.is_forfeit else ""
    how = "R" if record.reason is Reason.RESIGNATION else how
    winner = _RESULTS[record.result]
    return winner + how if winner.endswith("+") else winner


class UnevenStones(ValueError):
    """Stones set up in an SGF that Black and White cannot have placed in turns."""

    def __init__(self, black: int, white: int) -> None:
        super().__init__(f"{black} black and {white} white stones are set up")
        self.black, self.white = black, white


def set_up_stones(game: sgf.Sgf_game) -> list[Point]:
    """Return the stones set up at the root of an SGF as alternating moves, each colour in reading
    order.

    Raises:
        ValueError: they are uneven (`UnevenStones`), or not all on the board.
    """
    try:
        black, white, _ = game.get_root().get_setup_stones()
    except ValueError as error:
        raise ValueError("a stone of AB or AW is not on the board") from error
    if len(black) - len(white) not in (0, 1):
        raise UnevenStones(len(black), len(white))
    size = int(game.get_size())
    colours = [  # sgfmill counts rows from the bottom
        sorted(((column, size - 1 - row) for row, column in stones), key=lambda p: p[::-1])
        for stones in (black, white)
    ]
    return [colours[n % 2][n // 2] for n in range(len(black) + len(white))]


def sgf_moves(game: sgf.Sgf_game) -> Iterator[tuple[Any, Point]]:
    """Yield (node, point) for each move of an SGF's main line, after the stones set up.

    Raises:
        ValueError: a pass, which Gomoku does not know, a move by the wrong colour, or stones set up
            after the root.
    """
    size = int(game.get_size())
    ply = len(set_up_stones(game))
    for node in game.get_main_sequence():
        if node.has_setup_stones() and node is not game.get_root():
            raise ValueError("stones are set up in the middle of the game")
        colour, point = node.get_move()
        if colour is None:
            continue
        if point is None:
            raise ValueError("the game has a pass, which Gomoku does not allow")
        if colour != "bw"[ply % 2]:
            raise ValueError(f"move {ply + 1} is by the wrong colour")
        ply += 1
        yield node, (point[1], size - 1 - point[0])
