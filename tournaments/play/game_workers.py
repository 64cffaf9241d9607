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
from functools import partial
from multiprocessing.connection import Connection

import psutil

from core.system.processes import begin_worker
from core.system.workers import LocalWorkers, WorkerProcess, Workers
from tournaments.engine import orphans
from tournaments.engine.kept_engines import KeptEngines
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

PlayGame = Callable[[ScheduledGame, KeptEngines], GameRecord]
GameWorkers = Workers[ScheduledGame, GameRecord]


class LocalGameWorkers(LocalWorkers[ScheduledGame, GameRecord]):
    """Worker processes on this machine, one for each game played at a time.

    This process must not start others meanwhile: they would be taken for orphans of engines.
    """

    def __init__(self, count: int, play: PlayGame = referee.play_game) -> None:
        self._adoption = orphans.Adoption()
        shares = divide_cores(count, allowed_cores())
        super().__init__([partial(_GameProcess, play, cores, self._adoption) for cores in shares])
        self._adoption.spare_children()

    def close(self) -> None:
        """End the workers and their engines."""
        super().close()
        self._adoption.close()


class _GameProcess(WorkerProcess[ScheduledGame, GameRecord]):
    """A worker process, and the engines that it started."""

    def __init__(self, play: PlayGame, cores: tuple[int, ...], adoption: orphans.Adoption) -> None:
        self._adoption = adoption
        self._stopped_since: float | None = None
        self._mark = uuid.uuid4().hex
        super().__init__(_run_worker, play, cores, self._mark)

    def start(self) -> None:
        """Start the process, and register it as no orphan."""
        with orphans.own_child() as register:
            super().start()
            register(self.process.pid or 0, lambda: self.process.exitcode)

    def hang(self) -> str:
        """Return `STOPPED` if the process has been stopped for too long in the middle of a game."""
        stopped = False
        with suppress(psutil.Error):
            stopped = psutil.Process(self.process.pid).status() in _STOPPED
        if not stopped:
            self._stopped_since = None
            return ""
        now = time.monotonic()
        self._stopped_since = self._stopped_since or now
        return STOPPED if now - self._stopped_since > LONGEST_STOP else ""

    def close(self) -> None:
        """End the process and its engines."""
        self.process.kill()
        if self.task is not None or self.lost:
            time.sleep(START)
        end_engines(self._mark)
        self.process.join(LONGEST_END)  # a traced process is gone only after its tracer
        orphans.unregister(self.process.pid or 0)
        self.pipe.close()
        if self.lost:
            self._adoption.end_orphans()


def _run_worker(pipe: Connection, play: PlayGame, cores: tuple[int, ...], mark: str) -> None:
    """Play the games that come through the pipe until the parent is gone."""
    _pin_to(cores)
    os.environ[MARK] = mark
    orphans.Adoption()
    begin_worker(last=partial(_end_game, mark))
    pauses = _record_pauses()
    with suppress(EOFError, OSError), KeptEngines() as kept:  # until the parent is gone
        while True:
            game = pipe.recv()
            pauses.clear()
            record = play(game, kept)
            orphans.end_descendants(spared={*kept.pids, *orphans.shared_servers()})
            pipe.send((None, STOPPED) if pauses else (record, ""))


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
    """Kill every process with this mark in its environment, except a server that other games
    share."""
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark and not orphans.is_shared_server(process):
                process.kill()
