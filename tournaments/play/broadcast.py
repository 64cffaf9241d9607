"""Files of the games under way for programs that broadcast them, as Piskvork's -tmppsq keeps them.

A file is `tmp_<Black>x<White>.psq`. It is whole at any moment, and stays after its game until the
two play again with these colours. A thread of the process that runs the games writes it, from the
files that their workers keep.
"""

import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from core.system.files import numbered, write_whole
from tournaments.model import GameRecord, TournamentError
from tournaments.play.live_games import LiveGame, live_games
from tournaments.records.records import PSQ_NORMAL, psq_text, safe_name, to_psq

INTERVAL = 0.25
"""Seconds between two looks at the games."""


class Broadcast:
    """The files of the games under way; a context manager.

    Args:
        folder: is made if there is none.
        tournament: the tournament's folder.
        names: the engines that the files' names number from 0, as Piskvork does; those that are
            not among them have their own name there.

    Raises:
        TournamentError: the folder cannot be made.
    """

    def __init__(self, folder: Path, tournament: Path, names: Sequence[str]) -> None:
        self._folder = folder
        self._tournament = tournament
        self._names = {name: str(number) for number, name in enumerate(names)}
        self._shown: dict[int, LiveGame] = {}
        self._paths: dict[int, Path] = {}
        self._ended: dict[int, GameRecord] = {}
        self._gone: set[int] = set()  # at the last look; their records may still come
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TournamentError(f"cannot keep games in {folder}: {error.strerror}") from error

    def __enter__(self) -> "Broadcast":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._update()

    def end(self, record: GameRecord) -> None:
        """Show the end of a game, which is no longer under way."""
        self._ended[record.number] = record

    def _run(self) -> None:
        while not self._over.wait(INTERVAL):
            self._update()

    def _update(self) -> None:
        """Write what has changed; a file that cannot be written is tried again the next time."""
        ended = list(self._ended.values())  # before the games under way: none of them is there
        playing = live_games(self._tournament)
        for record in ended:
            path = self._path(record)
            with suppress(OSError):
                _write(path, to_psq(record))
                del self._ended[record.number]
                self._forget(record.number)
        for game in playing:
            path = self._path(game)
            if self._shown.get(game.number) != game:
                with suppress(OSError):
                    names = (game.black, game.white)
                    _write(path, psq_text(game.size, game.moves, names, [str(PSQ_NORMAL)]))
                    self._shown[game.number] = game
        gone = self._paths.keys() - {game.number for game in playing} - self._ended.keys()
        for number in gone & self._gone:  # a ladder has games that end without a record
            self._forget(number)
        self._gone = gone

    def _forget(self, number: int) -> None:
        del self._paths[number]
        self._shown.pop(number, None)

    def _path(self, game: LiveGame | GameRecord) -> Path:
        """Return the file of a game, of its own if two engines play several games at a time."""
        if game.number not in self._paths:
            black, white = (self._names.get(n, safe_name(n)) for n in (game.black, game.white))
            paths = numbered(self._folder / f"tmp_{black}x{white}.psq")
            taken = self._paths.values()
            self._paths[game.number] = next(path for path in paths if path not in taken)
        return self._paths[game.number]


def _write(path: Path, text: str) -> None:
    write_whole(path, text.encode(), synced=False)
