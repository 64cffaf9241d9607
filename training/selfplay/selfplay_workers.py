"""Processes that play shards, and what is told to them."""

import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Protocol

from core.system.processes import CONTEXT, begin_worker
from training.run_folder import ShardName
from training.stages import PlayShard


@dataclass(frozen=True, slots=True)
class Task:
    """A shard to be played."""

    serial: int
    net: Path | None
    rule: str
    size: int
    games: int
    seed: int
    visits: int
    generation: int

    @property
    def name(self) -> ShardName:
        """What the shard is to be called."""
        return ShardName(self.serial, self.generation)

    def play(self, play: PlayShard) -> bytes:
        """The shard, packed."""
        return play(
            self.net, self.rule, self.size, self.games, self.seed, self.visits, self.generation
        ).pack()


@dataclass(frozen=True, slots=True)
class Done:
    """A task that is under way no more."""

    task: Task
    packed: bytes | None
    """The shard; None where there is none."""
    error: str = ""
    """The trace of an error in playing, which would fail again; empty where the worker died."""


class Workers(Protocol):
    """Plays tasks somewhere else."""

    @property
    def local(self) -> bool:
        """Whether they work on this machine's cores."""

    @property
    def free(self) -> int:
        """How many more tasks they want now."""

    def submit(self, task: Task) -> None:
        """Hands over a task; only while some are free."""

    def wait(self, seconds: float) -> Sequence[Done]:
        """Return the tasks that have ended since the last call; wait at most `seconds` for one."""

    def close(self) -> None:
        """Breaks off what is under way."""


class LocalWorkers:
    """Processes on this machine, which end when this one does, however it ends."""

    def __init__(self, play: PlayShard, count: int) -> None:
        self._play = play
        self._workers = [_Process(play) for _ in range(count)]

    local = True

    @property
    def free(self) -> int:
        """How many have nothing to do."""
        return sum(worker.task is None for worker in self._workers)

    def submit(self, task: Task) -> None:
        """Hands over a task; only while some are free."""
        idle = next(worker for worker in self._workers if worker.task is None)
        idle.begin(task)

    def wait(self, seconds: float) -> list[Done]:
        """What has ended; a process that died is replaced."""
        busy = {worker.pipe: worker for worker in self._workers if worker.task}
        ready = wait(list(busy), seconds)
        done = [busy[pipe].end() for pipe in busy if pipe in ready]
        for at, worker in enumerate(self._workers):
            if worker.lost:
                worker.close()
                self._workers[at] = _Process(self._play)
        return done

    def close(self) -> None:
        """Ends the processes."""
        for worker in self._workers:
            worker.close()


class _Process:
    """A process that plays one task after the other."""

    def __init__(self, play: PlayShard) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(target=_work, args=(play, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.task: Task | None = None
        self.lost = False

    def begin(self, task: Task) -> None:
        self.task = task
        with suppress(OSError):  # where it is dead, `end` will see
            self.pipe.send(task)

    def end(self) -> Done:
        """How the task went, once the pipe has something to read."""
        task, self.task = self.task, None
        assert task
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.lost = True
            return Done(task, None)
        if isinstance(answer, str):
            return Done(task, None, answer)
        return Done(task, answer)

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(play: PlayShard, pipe: Connection) -> None:
    """What such a process does until its parent is gone."""
    begin_worker()
    while True:
        task: Task = pipe.recv()
        try:
            answer: bytes | str = task.play(play)
        except Exception:
            answer = traceback.format_exc()
        pipe.send(answer)
