"""A folder of pair scores: the settings of a match and the result of every pair of games."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.system.files import write_whole
from core.system.locks import lock
from tournaments.model import TournamentError

LOCK = ".running"

Scores = dict[int, float]
"""Points per game (0 to 1) of the first version, by pair, in the order in which the pairs ended."""


class ScoreFolder:
    """The folder of a command that plays pairs of games; it is made if it does not exist.

    Args:
        path: the folder.
        what: the kind of games, such as "tuning", after which its file is named.
        settings: all settings that the games depend on.

    Raises:
        TournamentError: the folder has results of other settings, or is damaged.
    """

    def __init__(self, path: Path, what: str, settings: dict[str, Any]) -> None:
        self._path, self._file, self._settings = path, path / f"{what}.json", settings
        self._what = what
        self.scores: Scores = {}
        path.mkdir(parents=True, exist_ok=True)
        if self._file.exists():
            self._read()
        else:
            self._write()

    def add(self, pair: int, score: float) -> None:
        """Store the result of a pair."""
        self.scores[pair] = score
        self._write()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from playing for this folder.

        Raises:
            TournamentError: one does already.
        """
        with (self._path / LOCK).open("ab") as file:
            try:
                lock(file)
            except OSError as error:
                raise TournamentError(
                    f"another process plays for the {self._what} in {self._path}"
                ) from error
            self._read()  # another process may have played since the folder was opened
            yield

    def _read(self) -> None:
        try:
            stored = json.loads(self._file.read_bytes())
            settings = stored["settings"]
            self.scores = {int(pair): float(score) for pair, score in stored["scores"]}
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise TournamentError(
                f"{self._file} is damaged: restore it from a copy, or take another folder"
            ) from error
        for name, value in self._settings.items():
            if settings.get(name) != value:
                raise TournamentError(
                    f"{self._file} has results of other settings: its {name} is "
                    f"{settings.get(name)!r}; continue with that, or take another folder"
                )

    def _write(self) -> None:
        stored = {"settings": self._settings, "scores": list(self.scores.items())}
        write_whole(self._file, json.dumps(stored).encode())
