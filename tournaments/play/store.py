"""A tournament's folder: its plan and all finished games.

tournament.db    SQLite: the plan, the finished games, and whether the run was asked to stop
.running         locked by the process that plays

A game is in the store complete and once, or not at all: it is one INSERT in a transaction of its
own, unique by its number, and a running game is not in the store. The journal is SQLite's rollback
journal, since the write-ahead log needs memory shared by all readers, which network file systems do
not offer; `synchronous=EXTRA` keeps a finished game even through a power cut.
"""

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from core.system.locks import lock
from core.system.text import quoted
from tournaments.model import GameRecord, Result, TournamentError
from tournaments.play import plan_text
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.records import records

DATABASE = "tournament.db"
LOCK = ".running"
VERSION = 1
"""Version of the tables below, kept in the database's user_version."""

_TABLES = """
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    plan TEXT NOT NULL,                     -- tournaments.play.plan_text
    stop INTEGER NOT NULL DEFAULT 0         -- 1: the run stops after the running games
);
CREATE TABLE games (
    finished INTEGER PRIMARY KEY,           -- counts up in the order in which games ended
    number INTEGER NOT NULL UNIQUE,         -- the game's number in the schedule
    void INTEGER NOT NULL,
    record TEXT NOT NULL                    -- tournaments.records.records, one JSON object
);
"""

_NEXT_GAMES = """
SELECT finished, number, record FROM games WHERE finished > ? ORDER BY finished LIMIT ? OFFSET ?
"""
_AT_A_TIME = 1000
"""Games that are read at a time: as texts they take ten times the memory of their results, and a
reader keeps the process that plays from writing."""

_BUSY = 30.0
"""Seconds to wait while another process holds the database."""
_GONE = "it is gone or damaged: restore it from a copy, or take another folder"

_LOCK_TRIES, _LOCK_PAUSE = 20, 0.05


_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""Errors of a damaged file: SQLite's own message may quote bytes that are no text."""


class Store:
    """A tournament in a folder, made by `Store.create` or `Store.open`.

    `damaged` holds the numbers of the games that could not be read when all were last read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / DATABASE
        self.damaged: tuple[int, ...] = ()
        self._inode: int | None = None  # of the open file; another file may take its name
        with self._explained_errors():
            self._connection = sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None)
            self._connection.text_factory = _text
            self._connection.execute("PRAGMA synchronous=EXTRA")
            self._inode = self.path.stat().st_ino

    @classmethod
    def create(cls, folder: Path) -> "Store":
        """Open the store in this folder, creating it if there is none; `begin` sets its plan.

        Raises:
            TournamentError: no tournament can be kept there.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TournamentError(f"cannot keep a tournament in {folder}: {error}") from error
        store = cls(folder)
        with store._transaction():
            if not store._has_tables():
                store._make_tables()
        return store

    @classmethod
    def open(cls, folder: Path) -> "Store":
        """Open the tournament that was begun in this folder.

        Raises:
            TournamentError: the folder holds no tournament.
        """
        if (folder / DATABASE).is_file():
            store = cls(folder)
            if store._has_tables() and store._plan():
                return store
        raise TournamentError(
            f"{folder} holds no tournament: begin one with "
            f"`fukumi tournament run {quoted(str(folder))} --engine ... --engine ...`"
        )

    def begin(self, plan: TournamentPlan) -> None:
        """Set the plan; called by the process that plays.

        Raises:
            TournamentError: there are finished games of another plan; the text lists the
                differences.
        """
        before = self._plan()
        if before is not None and self.count():
            _refuse_others(self.folder, before, plan)
        self._execute(
            "INSERT INTO tournament (id, plan) VALUES (1, ?) "
            "ON CONFLICT (id) DO UPDATE SET plan = excluded.plan",
            plan_text.to_json(plan),
        )

    @property
    def begun(self) -> bool:
        """True if the plan is set."""
        return self._plan() is not None

    @property
    def plan(self) -> TournamentPlan:
        """The plan of the tournament."""
        plan = self._plan()
        assert plan is not None
        return plan

    # ---- games ------------------------------------------------------------------------------

    def add(self, record: GameRecord) -> None:
        """Store a finished game; once this returns, no kill and no power cut can lose it.

        Raises:
            TournamentError: it cannot be written, or this game is in the store already.
        """
        self._execute(
            "INSERT INTO games (number, void, record) VALUES (?, ?, ?)",
            record.number,
            record.result is Result.VOID,
            records.to_json(record),
        )

    def records(self, skip: int = 0) -> list[GameRecord]:
        """Return the readable finished games, as `each_record` yields them."""
        return list(self.each_record(skip))

    def each_record(self, skip: int = 0) -> Iterator[GameRecord]:
        """Yield the readable finished games in the order in which they ended.

        Args:
            skip: leave out this many games from the beginning.
        """
        damaged: list[int] = []
        last = 0
        while rows := self._rows(_NEXT_GAMES, last, _AT_A_TIME, skip):
            last, skip = rows[-1][0], 0
            for _, number, text in rows:
                try:
                    record = records.from_json(text)
                except ValueError:
                    record = None
                if record is not None and record.number == number:
                    yield record
                else:
                    damaged.append(number)
        self.damaged = tuple(damaged)

    def count(self) -> int:
        """Return the number of finished games."""
        ((count,),) = self._rows("SELECT count(*) FROM games")
        return int(count)

    def forget_void_games(self) -> None:
        """Delete the void games, so that they are played again."""
        self._execute("DELETE FROM games WHERE void")

    def forget_damaged_games(self) -> tuple[int, ...]:
        """Delete the games whose records cannot be read; return their numbers."""
        for _ in self.each_record():
            pass
        for number in self.damaged:
            self._execute("DELETE FROM games WHERE number = ?", number)
        return self.damaged

    def forget_games(self) -> None:
        """Delete all games; the plan stays."""
        self._execute("DELETE FROM games")

    # ---- the process that plays -------------------------------------------------------------

    def ask_to_stop(self, stop: bool = True) -> None:
        """Ask the playing process, on any machine, to stop after the running games."""
        self._execute("UPDATE tournament SET stop = ?", stop)

    @property
    def stop_asked(self) -> bool:
        """True if the run was asked to stop."""
        ((stop,),) = self._rows("SELECT stop FROM tournament")
        return bool(stop)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock on the tournament for this process.

        Raises:
            TournamentError: another process plays it.
        """
        with _lock_file(self.folder) as file:
            for _ in range(_LOCK_TRIES):  # another process's `is_played` holds it for a moment
                if _locks(file):
                    break
                time.sleep(_LOCK_PAUSE)
            else:
                raise TournamentError(
                    f"another process plays {self.folder}: see "
                    f"`fukumi tournament show {quoted(str(self.folder))}`, or stop it first"
                )
            yield

    @property
    def in_use(self) -> bool:
        """True if some process is playing the tournament now."""
        return is_played(self.folder)

    # ---- SQLite -----------------------------------------------------------------------------

    def _execute(self, sql: str, *values: object) -> None:
        with self._explained_errors():
            self._connection.execute(sql, values)

    def _rows(self, sql: str, *values: object) -> Sequence[tuple[Any, ...]]:
        with self._explained_errors():
            return self._connection.execute(sql, values).fetchall()

    def _plan(self) -> TournamentPlan | None:
        rows = self._rows("SELECT plan FROM tournament")
        try:
            return plan_text.from_json(rows[0][0]) if rows else None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise TournamentError(
                f"{self.path}: its settings are damaged ({error}): restore the file from a copy, "
                "or take another folder"
            ) from error

    def _has_tables(self) -> bool:
        """Return whether the tables exist.

        Raises:
            TournamentError: they were made by another version.
        """
        ((version,),) = self._rows("PRAGMA user_version")
        ((tables,),) = self._rows("SELECT count(*) FROM sqlite_master")
        if version not in (0, VERSION) or (tables and not version):
            raise TournamentError(
                f"{self.path} was not made by this version of Fukumi "
                f"(its tables are of version {version}, this one reads {VERSION})"
            )
        return bool(version)

    def _make_tables(self) -> None:
        for statement in _TABLES.split(";"):
            self._execute(statement)
        self._execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._execute("ROLLBACK")
            raise
        self._execute("COMMIT")

    @contextmanager
    def _explained_errors(self) -> Iterator[None]:
        try:
            yield
        except _UNREADABLE as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code == sqlite3.SQLITE_CANTOPEN and self._inode is None and not self.path.exists():
                raise TournamentError(
                    f"cannot keep a tournament in {self.folder}: the folder cannot be written"
                ) from error
            note = self._safety_note()
            if note is _GONE and code == sqlite3.SQLITE_FULL:
                note = "free some space and run the same command again"
            raise TournamentError(f"{self.path}: {error}; {note}") from error

    def _safety_note(self) -> str:
        """Check the file, and say whether the finished games are safe."""
        try:
            with closing(sqlite3.connect(_read_only(self.path), uri=True)) as connection:
                ((verdict,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
                ((count,),) = connection.execute("SELECT count(*) FROM games").fetchall()
        except _UNREADABLE as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                return "another program keeps it busy: run the same command again later"
            return _GONE
        if verdict != "ok" or self._inode not in (None, self.path.stat().st_ino):
            return _GONE
        return f"the {count} finished games are safe, and the same command continues the tournament"

    def close(self) -> None:
        """Close the database."""
        self._connection.close()


def _text(data: bytes) -> str:
    """Decode a text of the database, which may be damaged."""
    return data.decode(errors="replace")


def _read_only(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


def _refuse_others(folder: Path, before: TournamentPlan, now: TournamentPlan) -> None:
    differing = plan_text.differences(before, now)
    path = quoted(str(folder))
    command = "fukumi ladder" if before.format is Format.LADDER else "fukumi tournament run"
    if differing:
        raise TournamentError(
            f"{folder} holds games of other settings: {'; '.join(differing)}. To continue them "
            f"give `{command} {path}` alone; to start over take another folder, or "
            f"`fukumi tournament reset {path}`"
        )


def is_played(folder: Path) -> bool:
    """Return whether some process is playing the tournament in a folder now; write nothing.

    Raises:
        TournamentError: its lock cannot be read.
    """
    path = folder / LOCK
    # some network file systems lock only files that are open for writing
    mode = "r+b" if os.access(path, os.W_OK) else "rb"
    try:
        with path.open(mode) as file:
            return not _locks(file)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise TournamentError(f"cannot read {path}: {error.strerror}") from error


def _lock_file(folder: Path) -> IO[bytes]:
    try:
        return (folder / LOCK).open("wb")
    except OSError as error:
        raise TournamentError(f"cannot write in {folder}: {error}") from error


def _locks(file: IO[bytes]) -> bool:
    try:
        lock(file)
    except OSError:
        return False
    return True
