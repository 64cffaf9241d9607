"""Games written as files of other formats, each file complete or not at all."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from core.system import files
from tournaments.model import GameRecord, TournamentError
from tournaments.records.pgn import to_pgn
from tournaments.records.records import from_json, game_name, to_json, to_psq, to_sgf
from tournaments.records.training_samples import to_samples

FORMATS: dict[str, Callable[[GameRecord], str | bytes]] = {
    "jsonl": lambda record: _json_line(record),
    "pgn": to_pgn,
    "psq": to_psq,
    "sgf": to_sgf,
}

SAMPLES = "samples"
"""The format of `training_samples`, which is written but not read."""

ONE_FILE = ("jsonl", "pgn")
"""Formats that hold many games in one file; the others have one file a game."""


def export_games(records: Sequence[GameRecord], kind: str, target: Path) -> int:
    """Write the games in a format to one file, or to a folder with one file a game.

    Returns:
        The number of games written. A game without a board, as in some PGN files, is left out where
        the format needs one.

    Raises:
        TournamentError: the target cannot be written.
    """
    if kind == SAMPLES:
        text, games = to_samples(records)
        write_whole(target, text.encode())
        return games
    if kind in ONE_FILE:
        write_whole(target, b"".join(_bytes(FORMATS[kind](record)) for record in records))
        return len(records)
    named = game_files(records, kind, target)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise TournamentError(
            f"{target} is a file: {kind} has one file a game, so give a folder"
        ) from error
    except OSError as error:
        raise TournamentError(f"cannot write to {target}: {error.strerror}") from error
    for file, record in named.items():
        write_whole(file, _bytes(FORMATS[kind](record)))
    return len(named)


def game_files(records: Sequence[GameRecord], kind: str, target: Path) -> dict[Path, GameRecord]:
    """Return the games that `export_games` writes in a format of one file a game, by their file."""
    records = [record for record in records if record.size]
    return {
        target / f"{game_name(record, number)}.{kind}": record
        for number, record in zip(_numbers(records), records, strict=True)
    }


def _numbers(records: Sequence[GameRecord]) -> Sequence[int]:
    """Return the games' own numbers, or their positions if a number occurs twice."""
    numbers = [record.number for record in records]
    return numbers if len(set(numbers)) == len(numbers) else range(1, len(numbers) + 1)


def _json_line(record: GameRecord) -> str:
    """Return a record as a line; the path of its log means nothing outside its tournament."""
    return to_json(replace(record, log="")) + "\n"


def add_to_json_lines(records: Sequence[GameRecord], target: Path) -> tuple[int, int]:
    """Append games to a file of JSON lines, but those with moves that it holds already.

    Returns:
        The number of games added, and of those in the file then.

    Raises:
        TournamentError: the file holds something else, or cannot be written.
    """
    try:
        before = target.read_text(encoding="utf-8") if target.exists() else ""
    except OSError as error:
        raise TournamentError(f"cannot read {target}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TournamentError(f"{target} is no file of game records: it is not UTF-8") from error
    known = [
        _record_of(line, f"{target}, line {at}")
        for at, line in enumerate(before.split("\n"), 1)
        if line.strip()
    ]
    prints = {record.fingerprint for record in known if record.moves}
    fresh = [record for record in records if record.fingerprint not in prints]
    first = max((record.number for record in known), default=0) + 1
    added = [replace(record, number=first + n) for n, record in enumerate(fresh)]
    if before and not before.endswith("\n"):
        before += "\n"
    write_whole(target, (before + "".join(map(_json_line, added))).encode())
    return len(added), len(known) + len(added)


def _record_of(line: str, place: str) -> GameRecord:
    try:
        return from_json(line)
    except ValueError as error:
        raise TournamentError(
            f"{place} is no game record ({error}): fix or remove it first"
        ) from error


def write_whole(target: Path, data: bytes) -> None:
    """Write a file completely, or leave it unchanged.

    Raises:
        TournamentError: it cannot be written.
    """
    try:
        files.write_whole(target, data)
    except OSError as error:
        raise TournamentError(f"cannot write {target}: {error.strerror}") from error


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text
