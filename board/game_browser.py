"""The games of a tournament, as a list to browse."""

from pathlib import Path
from typing import Any

from board.board_error import BoardError
from board.game_files import GameTree, tree_of
from tournaments.model import GameRecord, TournamentError
from tournaments.report import game_sources

PAGE = 100
"""Games per request for a part of the list."""


class TournamentGames:
    """The games of a tournament, read again at each request: it may still be running.

    Args:
        path: its folder, or a file or folder of records in any format that tournaments read.

        Raises:
            BoardError: there are no readable games.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._records()

    def rows(self, find: str, offset: int) -> dict[str, Any]:
        """Return `PAGE` games from `offset` on, of those with `find` in a player's name."""
        found = [
            (index, record)
            for index, record in enumerate(self._records())
            if find.lower() in f"{record.black}\n{record.white}".lower()
        ]
        rows = [_row(index, record) for index, record in found[offset : offset + PAGE]]
        return {"total": len(found), "games": rows}

    def tree(self, index: int) -> GameTree:
        """Return a game by its index among all games.

        Raises:
            BoardError: there is no such game.
        """
        records = self._records()
        if index >= len(records):
            raise BoardError(f"there is no game {index}: the tournament has {len(records)} games")
        return tree_of(records[index])

    def _records(self) -> list[GameRecord]:
        try:
            return game_sources.load_games([self._path]).records
        except TournamentError as error:
            raise BoardError(str(error)) from error


def _row(index: int, record: GameRecord) -> dict[str, Any]:
    return {
        "index": index,
        "number": record.number,
        "black": record.black,
        "white": record.white,
        "result": record.result.value,
        "reason": record.reason.value,
        "plies": len(record.moves),
    }
