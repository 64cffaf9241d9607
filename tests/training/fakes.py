"""Fake stages that do almost nothing, and leave traces in the run folder."""

import json
import os
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from core.system.files import write_whole
from core.system.workers import FinishedTask
from tests.training.samples import shard
from training.config import Phase, RunConfig
from training.net_records import GateResult, GateStopped
from training.pupil import LearnStats
from training.report.metrics import Metrics
from training.run_folder import RunFolder
from training.run_loop import TrainingRun, run_stages
from training.selfplay.samples import Shard
from training.selfplay.selfplay_pool import Totals
from training.selfplay.selfplay_workers import (
    LocalShardWorkers,
    PlayShard,
    ShardTask,
    ShardWorkers,
)
from training.stages import Stages

SAMPLES_A_GAME = 10
CONFIG = RunConfig(
    phases=(Phase(0, 4, {5: 1.0, 7: 1.0}), Phase(60, 8, {7: 1.0})),
    shard_games=4,
    min_samples=50,
    batch=8,
    gate_every=40,
)
NOTES = "FAKE_NOTES"
"""Environment variable with the folder where a worker leaves its process id."""
HUNG = "hung"
"""File in that folder with the process id of a worker that hangs."""


def play(
    net: Path | None,
    rule: str,
    size: int,
    games: int,
    seed: int,
    visits: int,
    generation: int,
) -> Shard:
    """Return a shard whose samples show the arguments."""
    assert net is None or net.read_text().startswith("net after")
    if NOTES in os.environ:
        (Path(os.environ[NOTES]) / str(os.getpid())).touch()
    time.sleep(0.01)
    count = games * SAMPLES_A_GAME
    return shard(
        count,
        size,
        seed % 2**32,
        rule=rule,
        generation=generation,
        ply=np.full(count, visits, np.uint16),
        game=np.repeat(np.arange(games, dtype=np.uint32), SAMPLES_A_GAME),
        lengths=np.full(games, 30, np.uint16),
        results=np.where(np.arange(games) % 2, 1, -1).astype(np.int8),
        proved=np.zeros(games, np.bool_),
    )


def play_rushing(*args: Any, **named: Any) -> Shard:
    """Return a shard of games that end too soon."""
    played = play(*args, **named)
    return replace(played, lengths=np.full_like(played.lengths, 9))


def play_or_hang(*args: Any, **named: Any) -> Shard:
    """Play, but hang until killed if this is the first worker of all."""
    with suppress(FileExistsError), (Path(os.environ[NOTES]) / HUNG).open("x") as hung:
        hung.write(str(os.getpid()))
        hung.flush()
        threading.Event().wait()
    return play(*args, **named)


def play_mostly(*args: Any, **named: Any) -> Shard:
    """Fail at about every third seed; leave out a game of the other shards."""
    played = play(*args, **named)
    if args[4] % 3 == 0:
        raise ZeroDivisionError("in the game")
    return replace(played, refused=1)


def play_badly(*_args: Any, **_named: Any) -> Shard:
    """Fail."""
    raise ZeroDivisionError("in the game")


LEARNERS: list["FakeLearner"] = []
"""All learners made, the newest last."""


class FakeLearner:
    """A learner that counts its steps."""

    def __init__(self, folder: RunFolder, config: RunConfig) -> None:
        self._folder, self._config = folder, config
        self.steps = self.distilled = 0
        self.final_steps = self.phase_steps = 0
        self.finished: list[tuple[int, int]] = []
        LEARNERS.append(self)

    def finish(self, steps: int) -> int:
        self.finished.append((self.steps - self.phase_steps, steps))
        return steps - self.phase_steps

    def resume(self) -> None:
        if self._folder.checkpoint.exists():
            state = json.loads(self._folder.checkpoint.read_bytes())
            for name, count in state.items():
                setattr(self, name, count)

    def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
        done = 0
        while done < steps and not should_stop():
            done += 1
        self.steps += done
        self.final_steps += done if self.finished else 0
        self.phase_steps += done if self.finished else -self.phase_steps
        names = ("steps", "distilled", "final_steps", "phase_steps")
        state = {name: getattr(self, name) for name in names}
        write_whole(self._folder.checkpoint, json.dumps(state).encode())
        return LearnStats(done, {"loss": 1 / self.steps} if done else {})

    def save_net(self, path: Path, origin: Mapping[str, Any]) -> None:
        assert origin["games"] > 0
        write_whole(path, f"net after {self.steps} steps".encode())


def gate(candidate: Path, best: Path | None, *settings: Any, **_named: Any) -> GateResult:
    """Return a result by which every third net is no better than the best."""
    _rule, size, pairs, visits, _processes, panel, should_stop = settings
    if should_stop():
        raise GateStopped
    assert set(panel) == {"lines"}
    assert size in (5, 7)
    assert (pairs, visits) == (CONFIG.gate_pairs, CONFIG.gate_visits)
    assert candidate.exists()
    assert best is None or best.exists()
    better = int(candidate.stem) % 3 != 0
    return GateResult(
        20.0 if better else -20.0, 15.0, 0.53 if better else 0.47, pairs, {"lines": (0.4, 0.1)}
    )


STAGES = Stages(play, FakeLearner, gate)


class InlineWorkers:
    """Workers in the waiting thread; the first `lose` tasks are lost."""

    local = True

    def __init__(self, play: PlayShard = play, lose: int = 0) -> None:
        self._play, self._lose = play, lose
        self._task: ShardTask | None = None
        self.played: list[ShardTask] = []
        self.waits = 0
        self.closed = False

    @property
    def free(self) -> int:
        return int(self._task is None)

    def submit(self, task: ShardTask) -> None:
        assert self._task is None
        self._task = task

    def wait(self, seconds: float) -> Sequence[FinishedTask[ShardTask, bytes]]:
        self.waits += 1
        task, self._task = self._task, None
        if task is None:
            time.sleep(min(seconds, 0.001))
            return []
        self._lose -= 1
        if self._lose >= 0:
            return [FinishedTask(task, None)]
        self.played.append(task)
        try:
            return [FinishedTask(task, task.play(self._play))]
        except ZeroDivisionError:
            return [FinishedTask(task, None, traceback.format_exc())]

    def close(self) -> None:
        self.closed = True


class Silent:
    """A display that keeps its notes."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def played(self, totals: Totals, goal: int | None) -> None:
        assert goal is None or totals.games <= goal

    def learnt(self, steps: int, allowed: int) -> None:
        assert steps <= allowed

    def doing(self, text: str) -> None:
        pass

    def note(self, text: str) -> None:
        self.notes.append(text)


def open_run(folder: RunFolder, metrics: Metrics, config: RunConfig = CONFIG) -> TrainingRun:
    """Return a run with a silent display."""
    return TrainingRun(folder, config, metrics, Silent())


def whole_run(
    path: Path,
    goal: int | None,
    workers: ShardWorkers | None = None,
    config: RunConfig = CONFIG,
) -> None:
    """Run in a folder until it holds `goal` games, or (None) until the settings end the run."""
    folder = RunFolder(path)
    with Metrics(folder.metrics) as metrics:
        run_stages(
            open_run(folder, metrics, config),
            STAGES,
            workers or LocalShardWorkers(play, 2),
            goal,
            processes=1,
        )
