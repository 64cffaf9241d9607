"""The games of a tournament, to be looked through."""

from pathlib import Path
from typing import Any

from board.errors import BoardError
from board.files import Tree, main_line
from tournaments.model import GameRecord
from tournaments.records import from_json

LOG = "games.jsonl"
PAGE = 100
"""Games of the list that a page gets at a time."""


class Games:
    """A tournament's record file, read anew at each question: the tournament may be going on.

    Args:
        path: the file of records, or the folder that holds it.
    Raises:
        BoardError: there is none.
    """

    def __init__(self, path: Path) -> None:
        self._path = path / LOG if path.is_dir() else path
        self._records()

    def rows(self, find: str, offset: int) -> dict[str, Any]:
        """So many games from `offset` on, of those with `find` in a player's name."""
        found = [
            (index, record)
            for index, record in enumerate(self._records())
            if find.lower() in f"{record.black}\n{record.white}".lower()
        ]
        rows = [_row(index, record) for index, record in found[offset : offset + PAGE]]
        return {"total": len(found), "games": rows}

    def tree(self, index: int) -> Tree:
        """A game by its place in the file.

        Raises:
            BoardError: there is no such game.
        """
        records = self._records()
        if index >= len(records):
            raise BoardError(f"there is no game {index}: the tournament has {len(records)}")
        record = records[index]
        return Tree(
            record.size,
            record.rule,
            record.black,
            record.white,
            record.detail,
            main_line(record.moves),
        )

    def _records(self) -> list[GameRecord]:
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise BoardError(f"cannot read games from {self._path}: {error.strerror}") from error
        records = []
        for number, line in enumerate(lines, 1):
            try:
                records.append(from_json(line))
            except ValueError as error:
                if number < len(lines):  # the last one may still be being written
                    raise BoardError(f"{self._path}, line {number}: {error}") from error
        return records


def _row(index: int, record: GameRecord) -> dict[str, Any]:
    return {
        "index": index,
        "number": record.number,
        "black": record.black,
        "white": record.white,
        "rule": record.rule.label,
        "size": record.size,
        "result": record.result.value,
        "reason": record.reason.value,
        "plies": len(record.moves),
    }
