"""Processes that play games, each on its own processor cores, and the pipes to them.

Each game runs in a process of its own, so that the Python code of other games does not delay its
clocks; its engines stay on the same cores. All workers end with the process that started them.
Processes left behind by an engine are adopted and ended after the game
(`tournaments.engine.orphans`), and so are the engines of a dead worker; where there is no adoption,
a mark in their environment identifies them.
"""

import os
import signal
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Protocol

import psutil

from core.system.processes import CONTEXT, begin_worker
from tournaments.engine import orphans
from tournaments.model import GameRecord, ScheduledGame
from tournaments.play import referee

MARK = "FUKUMI_GAME_MARK"
"""Environment variable that identifies the engines of a worker."""

START = 0.05
"""Seconds after which an engine that is being started shows its mark."""

LONGEST_END = 5.0
"""Seconds that a worker without a parent gives its game to end."""

LONGEST_STOP = 1.0
"""Seconds that a worker may be stopped (SIGSTOP) before it is given up."""

_STOPPED = (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)

STOPPED = "the process that played it was stopped for a while, by an engine or by hand"

PlayGame = Callable[[ScheduledGame], GameRecord]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is no longer running; `record` is None if its worker was lost."""

    game: ScheduledGame
    record: GameRecord | None


class GameWorkers(Protocol):
    """Somewhere to play games: processes on this machine, or a cluster."""

    @property
    def free(self) -> int:
        """Number of games that can be submitted now."""

    def submit(self, game: ScheduledGame) -> None:
        """Start a game; only call it while `free` is positive."""

    def wait(self, seconds: float) -> Sequence[FinishedGame]:
        """Return the games that ended since the last call, waiting up to `seconds` for the
        first."""

    def close(self) -> None:
        """Cancel the running games and leave no engine behind."""


class LocalGameWorkers:
    """Worker processes on this machine, one for each game played at a time.

    This process must not start others meanwhile: they would be taken for orphans of engines.
    """

    def __init__(self, count: int, play: PlayGame = referee.play_game) -> None:
        self._play = play
        self._adoption = orphans.Adoption()
        self._slots = [_Slot(play, cores) for cores in divide_cores(count, allowed_cores())]
        self._adoption.spare_children()

    @property
    def free(self) -> int:
        """Number of idle workers."""
        return sum(slot.game is None for slot in self._slots)

    def submit(self, game: ScheduledGame) -> None:
        """Start a game; only call it while `free` is positive."""
        next(slot for slot in self._slots if slot.game is None).begin(game)

    def wait(self, seconds: float) -> list[FinishedGame]:
        """Return the games that have ended; replace a worker that died or was stopped."""
        busy = {slot.pipe: slot for slot in self._slots if slot.game}
        done = [busy[pipe].end() for pipe in wait(list(busy), seconds) if pipe in busy]
        done += [slot.give_up() for slot in busy.values() if slot.is_stopped()]
        for at, slot in enumerate(self._slots):
            if slot.lost:
                slot.close()
                self._adoption.end_orphans()
                self._slots[at] = _Slot(self._play, slot.cores)
        return done

    def close(self) -> None:
        """End the workers and their engines."""
        for slot in self._slots:
            slot.close()
        self._adoption.close()


class _Slot:
    """A worker process, which plays one game after the other."""

    def __init__(self, play: PlayGame, cores: tuple[int, ...]) -> None:
        self.cores = cores
        self.game: ScheduledGame | None = None
        self.lost = False
        self._stopped_since: float | None = None
        self._mark = uuid.uuid4().hex
        self.pipe, theirs = CONTEXT.Pipe()
        self._process: BaseProcess = CONTEXT.Process(
            target=_run_worker, args=(play, theirs, cores, self._mark), daemon=True
        )
        with orphans.own_child() as register:
            self._process.start()
            register(self._process.pid or 0, lambda: self._process.exitcode)
        theirs.close()

    def begin(self, game: ScheduledGame) -> None:
        self.game = game
        with suppress(OSError):  # if it is dead, `end` will notice
            self.pipe.send(game)

    def end(self) -> FinishedGame:
        """Return the ended game, once the pipe has something to read."""
        game, self.game = self.game, None
        assert game
        try:
            return FinishedGame(game, self.pipe.recv())
        except (EOFError, OSError):
            self.lost = True
            return FinishedGame(game, None)

    def is_stopped(self) -> bool:
        """Return whether the process has been stopped for too long in the middle of a game."""
        stopped = False
        with suppress(psutil.Error):
            stopped = psutil.Process(self._process.pid).status() in _STOPPED
        if self.game is None or not stopped:
            self._stopped_since = None
            return False
        now = time.monotonic()
        self._stopped_since = self._stopped_since or now
        return now - self._stopped_since > LONGEST_STOP

    def give_up(self) -> FinishedGame:
        """Mark the process as lost, and return its game as void."""
        game, self.game = self.game, None
        assert game
        self.lost = True
        return FinishedGame(game, referee.void_record(game, STOPPED))

    def close(self) -> None:
        busy = self.game is not None or self.lost
        self._process.kill()
        if busy:
            time.sleep(START)
            end_engines(self._mark)
        self._process.join(LONGEST_END)  # a traced process is gone only after its tracer
        orphans.unregister(self._process.pid or 0)
        self.pipe.close()


def _run_worker(play: PlayGame, pipe: Connection, cores: tuple[int, ...], mark: str) -> None:
    """Play the games that come through the pipe until the parent is gone."""
    _pin_to(cores)
    os.environ[MARK] = mark
    orphans.Adoption()
    begin_worker(last=partial(_end_game, mark))
    pauses = _record_pauses()
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            game = pipe.recv()
            pauses.clear()
            record = play(game)
            orphans.end_descendants()
            pipe.send(referee.void_record(game, STOPPED) if pauses else record)


def _record_pauses() -> list[float]:
    """Return a list that grows each time this process is continued after being stopped.

    The clocks of a game keep running while it is stopped, with nobody reading them.
    """
    pauses: list[float] = []
    if sys.platform != "win32":
        signal.signal(signal.SIGCONT, lambda *_: pauses.append(time.monotonic()))
    return pauses


def _end_game(mark: str) -> None:
    """End the engines, including those that the game may still start, until that ends the game and
    with it the process."""
    for _ in range(round(LONGEST_END / START)):
        end_engines(mark)
        orphans.end_descendants()
        time.sleep(START)


def divide_cores(count: int, cores: Sequence[int]) -> list[tuple[int, ...]]:
    """Divide the cores equally among `count` workers; empty shares if there are fewer cores."""
    each = len(cores) // count
    return [tuple(cores[i * each : (i + 1) * each]) for i in range(count)]


def allowed_cores() -> list[int]:
    """Return the cores this process may use; empty on systems that do not tell."""
    if sys.platform in ("linux", "win32"):
        return psutil.Process().cpu_affinity() or []
    return []


def _pin_to(cores: tuple[int, ...]) -> None:
    """Keep this process, and all it starts from now on, on these cores."""
    if cores and sys.platform in ("linux", "win32"):
        psutil.Process().cpu_affinity(list(cores))


def end_engines(mark: str) -> None:
    """Kill every process with this mark in its environment."""
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark:
                process.kill()
