"""Processes that play games, each on processor cores of its own, and what is told to them.

A game has a process of its own, so that no other game's Python delays its clocks; the engines it
starts stay on its cores. All of them end with the process that began them. What an engine leaves
running is adopted and ended after the game (`tournaments.engine.orphans`); what a dead process
leaves running is found so, too, and where there is no adoption by a mark in its environment.
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
from tournaments.model import Game, GameRecord
from tournaments.play import referee

MARK = "FUKUMI_GAME_MARK"
"""Environment variable by which the engines of a worker are found."""

START = 0.05
"""Seconds after which an engine that is being started surely shows its mark."""

LONGEST_END = 5.0
"""Seconds that a worker without a parent gives its game to end."""

LONGEST_STOP = 1.0
"""Seconds that a worker may be stopped (SIGSTOP) before it is given up."""

_STOPPED = (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)

STOPPED = "the process that played it was stopped for a while, by an engine or by hand"

Play = Callable[[Game], GameRecord]


@dataclass(frozen=True, slots=True)
class Done:
    """A game that is under way no more; without a record where the worker was lost."""

    game: Game
    record: GameRecord | None


class Workers(Protocol):
    """Play games somewhere else."""

    @property
    def free(self) -> int:
        """How many more games they want now."""

    def submit(self, game: Game) -> None:
        """Hands over a game; only while some are free."""

    def wait(self, seconds: float) -> Sequence[Done]:
        """What has ended since the last call; waits for the first so many seconds at most."""

    def close(self) -> None:
        """Breaks off what is under way, and leaves no engine behind."""


class LocalWorkers:
    """Processes on this machine, as many as games are to be played at a time.

    This process starts no other ones meanwhile: they would be taken for orphans of engines.
    """

    def __init__(self, count: int, play: Play = referee.play) -> None:
        self._play = play
        self._adoption = orphans.Adoption()
        self._slots = [_Slot(play, cores) for cores in shares(count, allowed_cores())]
        self._adoption.spare_children()

    @property
    def free(self) -> int:
        """How many have nothing to do."""
        return sum(slot.game is None for slot in self._slots)

    def submit(self, game: Game) -> None:
        """Hands over a game; only while some are free."""
        next(slot for slot in self._slots if slot.game is None).begin(game)

    def wait(self, seconds: float) -> list[Done]:
        """Return what has ended; a process that died, or was stopped, is replaced."""
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
        """End the processes and their engines."""
        for slot in self._slots:
            slot.close()
        self._adoption.close()


class _Slot:
    """A process that plays one game after the other."""

    def __init__(self, play: Play, cores: tuple[int, ...]) -> None:
        self.cores = cores
        self.game: Game | None = None
        self.lost = False
        self._stopped_since: float | None = None
        self._mark = uuid.uuid4().hex
        self.pipe, theirs = CONTEXT.Pipe()
        self._process: BaseProcess = CONTEXT.Process(
            target=_work, args=(play, theirs, cores, self._mark), daemon=True
        )
        with orphans.own_child() as told:
            self._process.start()
            told(self._process.pid or 0, lambda: self._process.exitcode)
        theirs.close()

    def begin(self, game: Game) -> None:
        self.game = game
        with suppress(OSError):  # where it is dead, `end` will see
            self.pipe.send(game)

    def end(self) -> Done:
        """How the game went, once the pipe has something to read."""
        game, self.game = self.game, None
        assert game
        try:
            return Done(game, self.pipe.recv())
        except (EOFError, OSError):
            self.lost = True
            return Done(game, None)

    def is_stopped(self) -> bool:
        """Return whether its process has been stopped for too long in the middle of a game."""
        stopped = False
        with suppress(psutil.Error):
            stopped = psutil.Process(self._process.pid).status() in _STOPPED
        if self.game is None or not stopped:
            self._stopped_since = None
            return False
        now = time.monotonic()
        self._stopped_since = self._stopped_since or now
        return now - self._stopped_since > LONGEST_STOP

    def give_up(self) -> Done:
        """Call its game void, and the process lost."""
        game, self.game = self.game, None
        assert game
        self.lost = True
        return Done(game, referee.void(game, STOPPED))

    def close(self) -> None:
        busy = self.game is not None or self.lost
        self._process.kill()
        if busy:
            time.sleep(START)
            end_engines(self._mark)
        self._process.join(LONGEST_END)  # one that is traced is not gone before its tracer
        orphans.forget(self._process.pid or 0)
        self.pipe.close()


def _work(play: Play, pipe: Connection, cores: tuple[int, ...], mark: str) -> None:
    """What such a process does until its parent is gone."""
    _pin(cores)
    os.environ[MARK] = mark
    orphans.Adoption()
    begin_worker(last=partial(_end_game, mark))
    pauses = _notes_of_pauses()
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            game = pipe.recv()
            pauses.clear()
            record = play(game)
            orphans.end_descendants()
            pipe.send(referee.void(game, STOPPED) if pauses else record)


def _notes_of_pauses() -> list[float]:
    """Return a list that grows whenever this process goes on after it was stopped.

    The clocks of a game have run on meanwhile, and nobody has looked at them.
    """
    pauses: list[float] = []
    if sys.platform != "win32":
        signal.signal(signal.SIGCONT, lambda *_: pauses.append(time.monotonic()))
    return pauses


def _end_game(mark: str) -> None:
    """End the engines, and those that the game may still start, until the game has ended by
    that and the process with it."""
    for _ in range(round(LONGEST_END / START)):
        end_engines(mark)
        orphans.end_descendants()
        time.sleep(START)


def shares(count: int, cores: Sequence[int]) -> list[tuple[int, ...]]:
    """The cores of each of `count` workers: as many for each, and none of them twice; nothing
    where there are fewer cores than workers."""
    each = len(cores) // count
    return [tuple(cores[i * each : (i + 1) * each]) for i in range(count)]


def allowed_cores() -> list[int]:
    """The cores that this process may use; none on systems that do not tell."""
    if sys.platform in ("linux", "win32"):
        return psutil.Process().cpu_affinity() or []
    return []


def _pin(cores: tuple[int, ...]) -> None:
    """Keeps this process, and all it starts from now on, on these cores."""
    if cores and sys.platform in ("linux", "win32"):
        psutil.Process().cpu_affinity(list(cores))


def end_engines(mark: str) -> None:
    """Kills whatever was started with this mark in its environment."""
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark:
                process.kill()
