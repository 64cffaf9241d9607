"""A tuning's folder: its settings and the result of every pair of games."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.system.files import write_whole
from core.system.locks import lock
from tournaments.model import TournamentError

FILE = "tuning.json"
LOCK = ".running"

Scores = dict[int, float]
"""Points per game (0 to 1) of the first version, by pair, in the order in which the pairs ended."""


class TuningFolder:
    """The folder of a tuning; it is made if it does not exist.

    Raises:
        TournamentError: the folder belongs to a tuning with other settings, or is damaged.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self._path, self._settings = path, settings
        self.scores: Scores = {}
        path.mkdir(parents=True, exist_ok=True)
        if (path / FILE).exists():
            self._read()
        else:
            self._write()

    def add(self, pair: int, score: float) -> None:
        """Store the result of a pair."""
        self.scores[pair] = score
        self._write()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from tuning in this folder.

        Raises:
            TournamentError: one does already.
        """
        with (self._path / LOCK).open("ab") as file:
            try:
                lock(file)
            except OSError as error:
                raise TournamentError(f"another process is tuning in {self._path}") from error
            self._read()  # another process may have played since the folder was opened
            yield

    def _read(self) -> None:
        file = self._path / FILE
        try:
            stored = json.loads(file.read_bytes())
            settings = stored["settings"]
            self.scores = {int(pair): float(score) for pair, score in stored["scores"]}
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise TournamentError(
                f"{file} is damaged: restore it from a copy, or take another folder"
            ) from error
        for name, value in self._settings.items():
            if settings.get(name) != value:
                raise TournamentError(
                    f"{self._path} has a tuning with other settings: its {name} is "
                    f"{settings.get(name)!r}; continue with that, or take another folder"
                )

    def _write(self) -> None:
        stored = {"settings": self._settings, "scores": list(self.scores.items())}
        write_whole(self._path / FILE, json.dumps(stored).encode())
