"""The games of a tournament, ended and under way, as pages show them."""

import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from board.board_error import BoardError
from board.game_tree import tree_of
from board.position_facts import facts
from tournaments.model import GameRecord, TournamentError
from tournaments.play.live_games import FoundGames, find_live_games
from tournaments.play.schedule import Format
from tournaments.play.store import DATABASE, Store
from tournaments.records.recorded_outcome import replayed
from tournaments.report import game_sources
from tournaments.report.report_data import standings

PAGE = 100
"""Games per request for a part of the list."""

MOST_TREES = 64
"""Games whose trees are kept for the next page that asks for them."""

_COUNTER = slice(24, 28)
"""The bytes of an SQLite file that count its changes."""


class TournamentGames:
    """The games of a tournament, which may be running: read again only when they have changed.

    Its methods may be called from several threads. `scheduled` is the number of games that the
    tournament consists of, None if it is unknown.

    Args:
        path: its folder, or a file or folder of records in any format that tournaments read.

    Raises (all methods, and the construction):
        BoardError: there are no readable games.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._is_store = (path / DATABASE).is_file()
        self._reading = threading.Lock()
        self._mark: object = None
        self._records: tuple[GameRecord, ...] = ()
        self.scheduled: int | None = None
        self._trees: dict[int, dict[str, Any]] = {}
        self.records()

    def records(self) -> Sequence[GameRecord]:
        """Return the games that have ended, in the order in which they ended."""
        with self._reading:
            try:
                mark = self._mark_now()
                if mark != self._mark:
                    self._records = self._read()
                    self._trees = {}
                    self._mark = mark
            except OSError as error:
                raise self._unreadable(f"{self._path}: {error.strerror}") from error
            except TournamentError as error:
                raise self._unreadable(str(error)) from error
            return self._records

    def live(self) -> FoundGames:
        """Return the games under way, by number."""
        if not self._is_store:
            return FoundGames([], [])
        try:
            return find_live_games(self._path)
        except TournamentError as error:
            raise self._unreadable(str(error)) from error

    def rows(self, find: str, offset: int) -> dict[str, Any]:
        """Return `PAGE` games from `offset` on, of those with `find` in a player's name; the game
        that ended last comes first."""
        records, found = self.records(), find.lower()
        indexes = [
            index
            for index, record in enumerate(records)
            if not found or found in f"{record.black}\n{record.white}".lower()
        ]
        shown = indexes[::-1][offset : offset + PAGE]
        return {"total": len(indexes), "games": [_row(index, records[index]) for index in shown]}

    def tree(self, index: int) -> dict[str, Any]:
        """Return a game by its index among all games, as JSON for the page.

        Raises:
            BoardError: there is no such game.
        """
        records = self.records()
        if index >= len(records):
            raise BoardError(f"there is no game {index}: the tournament has {len(records)} games")
        with self._reading:
            trees = self._trees
            if index not in trees:
                while len(trees) >= MOST_TREES:
                    trees.pop(next(iter(trees)))
                trees[index] = _tree(records[index])
            return trees[index]

    def index_of(self, number: int) -> int | None:
        """Return the index of the game with this number that ended last, None if none has ended."""
        records = self.records()
        found = (i for i in reversed(range(len(records))) if records[i].number == number)
        return next(found, None)

    def standings(self) -> list[dict[str, Any]]:
        """Return the engines as JSON for the page, strongest first."""
        ranked = standings(self.records(), {})["engines"]
        return [{key: one[key] for key in ("name", "elo", "error", "score")} for one in ranked]

    def _unreadable(self, reason: str) -> BoardError:
        """Return the error for pages, which name the folder without its place on this machine."""
        reason = reason.replace(str(self._path), self._path.name)
        text = f"the tournament cannot be read: {reason}"
        return BoardError(text, "tournament-unreadable", reason=reason)

    def _mark_now(self) -> object:
        """Return a value that differs once games have ended since."""
        if self._is_store:
            with (self._path / DATABASE).open("rb") as file:
                return file.read(_COUNTER.stop)[_COUNTER]
        files = sorted(self._path.iterdir()) if self._path.is_dir() else [self._path]
        # a link to nothing, as Emacs makes next to an edited file, is no game
        stats = [(file.name, file.stat()) for file in files if file.exists()]
        return [(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]

    def _read(self) -> tuple[GameRecord, ...]:
        if not self._is_store:
            return tuple(game_sources.load_games([self._path]).records)
        with closing(Store.open(self._path)) as store:
            open_ended = store.plan.format in (Format.LADDER, Format.SPRT)
            self.scheduled = None if open_ended else store.plan.total
            known = self._records
            newer = store.records(skip=len(known) - 1) if known else []
            if newer and newer[0] == known[-1] and not store.damaged:
                return (*known, *newer[1:])
            return tuple(store.records())


def _tree(record: GameRecord) -> dict[str, Any]:
    """Return a game as JSON for the page, with its outcome and the facts of its last position."""
    fields = tree_of(record).as_fields()
    outcome = {"result": record.result.value, "reason": record.reason.value}
    try:
        end = facts(replayed(record.size, record.rule, record.moves))
    except ValueError:  # a record that breaks the rule
        end = None
    return {**fields, "number": record.number, "outcome": outcome, "end": end}


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
