"""A folder of games' logs: one text file for each game."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.system import files
from tournaments.model import GameRecord, TournamentError
from tournaments.records.records import game_name


class LogFolder:
    """A folder that takes the logs of games while they are played.

    Args:
        folder: is made if there is none.
        tournament: the tournament's folder, to which the paths in its records are relative.
        losers: engines whose lost games are logged; empty for all games.
    Raises:
        TournamentError: the folder cannot be written.
    """

    def __init__(self, folder: Path, tournament: Path, losers: Sequence[str] = ()) -> None:
        self.folder = folder
        self._tournament = tournament
        self._losers = losers
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TournamentError(f"cannot write logs to {folder}: {error.strerror}") from error

    def keep(self, record: GameRecord) -> tuple[GameRecord, str]:
        """Write the log of a game; return its record with the path of the log, and an error line.

        The error is empty where all went well; a game without a log is as good as any other.
        """
        without = replace(record, pipes="")
        if not record.pipes or (self._losers and record.loser not in self._losers):
            return without, ""
        paths = files.numbered(self.folder / f"{game_name(record, record.number)}.log")
        try:  # other tournaments may keep logs here, too
            path = next(path for path in paths if not path.exists())
            files.write_whole(path, record.pipes.encode(errors="replace"))
        except OSError as error:
            return without, f"the log of game {record.number} cannot be written: {error.strerror}"
        return replace(without, log=_relative(path, self._tournament)), ""


def _relative(path: Path, folder: Path) -> str:
    try:  # of the real folders: behind a link `..` leads elsewhere
        return os.path.relpath(path.resolve(), folder.resolve())
    except ValueError:  # on another drive
        return str(path.absolute())
