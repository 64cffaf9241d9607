"""Worker processes that play shards, and the tasks they are given."""

import traceback
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

from core.eval.netfile import NetError
from core.system.processes import begin_worker
from core.system.workers import LocalWorkers, WorkerProcess, Workers
from training.run_folder import ShardName
from training.selfplay.samples import Shard
from training.training_error import TrainingError


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
        """Play the shard, and return it packed.

        Raises:
            TrainingError: the net cannot be used.
        """
        try:
            shard = play(
                self.net, self.rule, self.size, self.games, self.seed, self.visits, self.generation
            )
        except NetError as error:
            source = "the run's best.net" if self.generation else "the net that the run began with"
            raise TrainingError(f"{error}; copy {source} over it") from error
        return shard.pack()


class ShardWorkers(Workers[ShardTask, bytes], Protocol):
    """Workers whose answers are packed shards."""

    @property
    def local(self) -> bool:
        """True if the workers use this machine's cores."""


class LocalShardWorkers(LocalWorkers[ShardTask, bytes]):
    """Worker processes on this machine, one for each shard played at a time."""

    local = True

    def __init__(self, play: PlayShard, count: int) -> None:
        super().__init__([partial(WorkerProcess[ShardTask, bytes], _work, play)] * count)


def _work(pipe: Connection, play: PlayShard) -> None:
    """Play tasks from the pipe."""
    begin_worker()
    with suppress(EOFError, OSError):  # until the parent is gone
        while True:
            pipe.send(_answer(pipe.recv(), play))


def _answer(task: ShardTask, play: PlayShard) -> tuple[bytes | None, str]:
    try:
        return task.play(play), ""
    except TrainingError as error:  # the user can mend it
        return None, str(error)
    except Exception:
        return None, traceback.format_exc()
