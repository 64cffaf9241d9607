"""Processes that play games, each on processor cores of its own, and what is told to them.

A game has a process of its own, so that no other game's Python delays its clocks; the engines it
starts stay on its cores. All of them end with the process that began them, and what a dead
process leaves running is found by a mark in its environment.
"""

import os
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

from core.processes import CONTEXT, begin_worker
from tournaments import referee
from tournaments.model import Game, GameRecord

MARK = "FUKUMI_GAME_MARK"
"""Environment variable by which the engines of a worker are found."""

START = 0.05
"""Seconds after which an engine that is being started surely shows its mark."""

LONGEST_END = 5.0
"""Seconds that a worker without a parent gives its game to end."""

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
    """Processes on this machine, as many as games are to be played at a time."""

    def __init__(self, count: int, play: Play = referee.play) -> None:
        self._play = play
        self._slots = [_Slot(play, cores) for cores in shares(count, allowed_cores())]

    @property
    def free(self) -> int:
        """How many have nothing to do."""
        return sum(slot.game is None for slot in self._slots)

    def submit(self, game: Game) -> None:
        """Hands over a game; only while some are free."""
        next(slot for slot in self._slots if slot.game is None).begin(game)

    def wait(self, seconds: float) -> list[Done]:
        """What has ended; a process that died is replaced."""
        busy = {slot.pipe: slot for slot in self._slots if slot.game}
        done = [busy[pipe].end() for pipe in wait(list(busy), seconds) if pipe in busy]
        for at, slot in enumerate(self._slots):
            if slot.lost:
                slot.close()
                self._slots[at] = _Slot(self._play, slot.cores)
        return done

    def close(self) -> None:
        """Ends the processes and their engines."""
        for slot in self._slots:
            slot.close()


class _Slot:
    """A process that plays one game after the other."""

    def __init__(self, play: Play, cores: tuple[int, ...]) -> None:
        self.cores = cores
        self.game: Game | None = None
        self.lost = False
        self._mark = uuid.uuid4().hex
        self.pipe, theirs = CONTEXT.Pipe()
        self._process: BaseProcess = CONTEXT.Process(
            target=_work, args=(play, theirs, cores, self._mark), daemon=True
        )
        self._process.start()
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

    def close(self) -> None:
        busy = self.game is not None or self.lost
        self._process.kill()
        self._process.join()
        self.pipe.close()
        if busy:
            time.sleep(START)
            end_engines(self._mark)


def _work(play: Play, pipe: Connection, cores: tuple[int, ...], mark: str) -> None:
    """What such a process does until its parent is gone."""
    _pin(cores)
    os.environ[MARK] = mark
    begin_worker(last=partial(_end_game, mark))
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            pipe.send(play(pipe.recv()))


def _end_game(mark: str) -> None:
    """Ends the engines, and those that the game may still start, until the game has ended by
    that and the process with it."""
    for _ in range(round(LONGEST_END / START)):
        end_engines(mark)
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
