"""Worker processes that play shards, and the tasks they are given."""

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
from training.selfplay.samples import Shard


class PlayShard(Protocol):
    """The function that plays the games of a shard.

    It runs in another process, so it must be importable by name.
    """

    def __call__(
        self,
        net: Path | None,
        rule: str,
        size: int,
        games: int,
        seed: int,
        visits: int,
        generation: int,
    ) -> Shard:
        """Return the samples of self-play games of a net (None: no net yet)."""


@dataclass(frozen=True, slots=True)
class ShardTask:
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
        """Name of the shard."""
        return ShardName(self.serial, self.generation)

    def play(self, play: PlayShard) -> bytes:
        """Play the shard, and return it packed."""
        return play(
            self.net, self.rule, self.size, self.games, self.seed, self.visits, self.generation
        ).pack()


@dataclass(frozen=True, slots=True)
class FinishedTask:
    """A task that has ended."""

    task: ShardTask
    packed: bytes | None
    """The shard; None if the task failed."""
    error: str = ""
    """Trace of an error in playing, which would occur again; empty if the worker died."""


class ShardWorkers(Protocol):
    """Executor of tasks, on this machine or others."""

    @property
    def local(self) -> bool:
        """True if the workers use this machine's cores."""

    @property
    def free(self) -> int:
        """Number of tasks that can be submitted now."""

    def submit(self, task: ShardTask) -> None:
        """Submit a task; allowed only while `free` is above 0."""

    def wait(self, seconds: float) -> Sequence[FinishedTask]:
        """Return the tasks that have ended since the last call; wait at most `seconds` for one."""

    def close(self) -> None:
        """Abort running tasks."""


class LocalShardWorkers:
    """Worker processes on this machine; they end when this process does, however it ends."""

    def __init__(self, play: PlayShard, count: int) -> None:
        self._play = play
        self._workers = [_Process(play) for _ in range(count)]

    local = True

    @property
    def free(self) -> int:
        """Number of idle workers."""
        return sum(worker.task is None for worker in self._workers)

    def submit(self, task: ShardTask) -> None:
        """Submit a task; allowed only while `free` is above 0."""
        idle = next(worker for worker in self._workers if worker.task is None)
        idle.begin(task)

    def wait(self, seconds: float) -> list[FinishedTask]:
        """Return the tasks that have ended; replace processes that died."""
        busy = {worker.pipe: worker for worker in self._workers if worker.task}
        ready = wait(list(busy), seconds)
        done = [busy[pipe].end() for pipe in busy if pipe in ready]
        for at, worker in enumerate(self._workers):
            if worker.lost:
                worker.close()
                self._workers[at] = _Process(self._play)
        return done

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.close()


class _Process:
    """A process that plays one task after another."""

    def __init__(self, play: PlayShard) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(target=_work, args=(play, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.task: ShardTask | None = None
        self.lost = False

    def begin(self, task: ShardTask) -> None:
        self.task = task
        with suppress(OSError):  # if the process is dead, `end` notices
            self.pipe.send(task)

    def end(self) -> FinishedTask:
        """Return the outcome of the task, once the pipe has something to read."""
        task, self.task = self.task, None
        assert task
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.lost = True
            return FinishedTask(task, None)
        if isinstance(answer, str):
            return FinishedTask(task, None, answer)
        return FinishedTask(task, answer)

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(play: PlayShard, pipe: Connection) -> None:
    """Play tasks from the pipe until the parent process is gone."""
    begin_worker()
    while True:
        task: ShardTask = pipe.recv()
        try:
            answer: bytes | str = task.play(play)
        except Exception:
            answer = traceback.format_exc()
        pipe.send(answer)
