"""The self-play pool: keeps workers busy with shards, and stores the shards they return."""

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from core.system.workers import FinishedTask, last_line
from training import net_records
from training.config import RunConfig
from training.run_folder import RunFolder
from training.selfplay import samples
from training.selfplay.samples import Head, ShardError
from training.selfplay.selfplay_workers import ShardTask, ShardWorkers
from training.training_error import TrainingError

WAIT = 0.2
"""Seconds between two checks for a stop."""
MOST_FAILED = 5
"""Shards in a row that may fail; one more ends the run."""
DIED = "its worker died; is there enough memory for the workers?"


@dataclass(frozen=True, slots=True)
class Totals:
    """Games and samples of a folder."""

    games: int = 0
    samples: int = 0
    refused: int = 0
    """Games left out because they hold values that no sample can have."""

    def plus(self, head: Head) -> "Totals":
        """Return the totals with one more shard."""
        return Totals(
            self.games + head.games, self.samples + head.samples, self.refused + head.refused
        )


def totals(folder: RunFolder, report: Callable[[str], None]) -> Totals:
    """Return the totals of a folder; unreadable shards are reported and left out."""
    count = Totals()
    for name in folder.shards():
        try:
            count = count.plus(samples.read_head(folder, name))
        except ShardError as error:
            report(f"left out {folder.shard(name)}: {error}")
    return count


class SelfplayPool:
    """Self-play in a thread of its own, from `with` on until it has its games or the block ends.

    Args:
        goal: games that the folder should hold in the end; None: no end.
        on_shard: called in that thread for each stored shard, with the new totals. An exception
            from it ends the pool.
        on_failure: called in that thread for each failed task, with the reason. A task whose worker
            died is played again, any other is replaced by the next shard.
    """

    def __init__(
        self,
        folder: RunFolder,
        config: RunConfig,
        workers: ShardWorkers,
        goal: int | None,
        begin: Totals,
        on_shard: Callable[[Head, Totals], None],
        on_failure: Callable[[ShardTask, str], None],
    ) -> None:
        self._folder, self._config, self._workers = folder, config, workers
        self._goal = goal
        self._on_shard, self._on_failure = on_shard, on_failure
        self.totals = begin
        self._serials = itertools.count(_next_serial(folder))
        self._again: list[ShardTask] = []
        self._under_way: dict[int, ShardTask] = {}
        self._failed = 0
        self._error: Exception | None = None
        self._begun = begin.games
        self._stop, self._pause, self._held = (threading.Event() for _ in range(3))
        self._thread = threading.Thread(target=self._run, name="self-play")

    def __enter__(self) -> "SelfplayPool":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def finished(self) -> bool:
        """True once the pool has ended: with its games complete, or by an error (see `check`)."""
        return not self._thread.is_alive()

    def check(self) -> None:
        """Raise the error that ended the pool, if any."""
        if self._error:
            raise self._error

    def games_since(self, games: int) -> int:
        """Return how many games this pool has added since the folder had this many."""
        return self.totals.games - max(games, self._begun)

    def hold(self, held: bool) -> None:
        """Start no shard anywhere, or start them again."""
        if held:
            self._held.set()
        else:
            self._held.clear()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Start no shard on this machine within the block."""
        if self._workers.local:
            self._pause.set()
        try:
            yield
        finally:
            self._pause.clear()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                if not (self._pause.is_set() or self._held.is_set()):
                    self._submit()
                if not self._under_way and not self._again and self._wanted() <= 0:
                    return
                for done in self._workers.wait(WAIT):
                    self._end(done)
        except Exception as error:
            self._error = error
        finally:
            self._workers.close()

    def _submit(self) -> None:
        while self._workers.free > 0 and (self._again or self._wanted() > 0):
            task = self._again.pop() if self._again else self._new_task()
            self._under_way[task.serial] = task
            self._workers.submit(task)

    def _wanted(self) -> int:
        """Return the number of games still to start."""
        if self._goal is None:
            return self._config.shard_games
        begun = sum(task.games for task in [*self._under_way.values(), *self._again])
        return self._goal - self.totals.games - begun

    def _new_task(self) -> ShardTask:
        """Return the next shard; its randomness depends only on the run's seed and its serial
        number."""
        serial = next(self._serials)
        rng = np.random.default_rng([self._config.seed, serial])
        phase = self._config.phase(self.totals.games)
        shares = np.array(list(phase.sizes.values()))
        generation = net_records.best(self._folder).generation
        return ShardTask(
            serial=serial,
            net=net_records.net_path(self._folder, generation),
            rule=self._config.rule,
            size=int(rng.choice(list(phase.sizes), p=shares / shares.sum())),
            games=min(self._config.shard_games, self._wanted()),
            seed=int(rng.integers(2**63)),
            visits=phase.visits,
            generation=generation,
        )

    def _end(self, done: FinishedTask[ShardTask, bytes]) -> None:
        del self._under_way[done.task.serial]
        if done.answer is not None:
            self._keep(done.task, done.answer)
        elif done.error:
            self._fail(done.task, done.error)
        else:
            self._fail(done.task, DIED)
            self._again.append(done.task)

    def _keep(self, task: ShardTask, packed: bytes) -> None:
        try:
            head = samples.save_shard(self._folder, task.name, packed)
        except ShardError as error:
            self._fail(task, str(error))
            return
        self._failed = 0
        self.totals = self.totals.plus(head)
        self._on_shard(head, self.totals)

    def _fail(self, task: ShardTask, reason: str) -> None:
        self._on_failure(task, reason)
        self._failed += 1
        if self._failed > MOST_FAILED:
            raise TrainingError(
                f"{self._failed} shards of self-play in a row failed, the last one with: "
                f"{last_line(reason)}"
            )


def _next_serial(folder: RunFolder) -> int:
    return max((name.serial for name in folder.shards()), default=-1) + 1
