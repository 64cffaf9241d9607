"""Worker processes: what they return, what is retried, what is not."""

import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from core.eval.net_loader import WEIGHTS
from core.system.processes import CONTEXT
from core.system.workers import FinishedTask
from tests.patience import PATIENCE, wait_until
from tests.training import fakes
from tests.training.samples import run_folder
from training.gating.collapse_check import Collapse
from training.run_folder import RunFolder
from training.selfplay import samples
from training.selfplay.samples import Head
from training.selfplay.selfplay_pool import MOST_FAILED, SelfplayPool, Totals
from training.selfplay.selfplay_workers import (
    LocalShardWorkers,
    ShardTask,
    ShardWorkers,
    _work,
)
from training.selfplay.shard_player import play_shard
from training.training_error import TrainingError

TASK = ShardTask(3, None, "freestyle", 5, 2, 77, 4, 0)


def ignore(_head: Head, _now: Totals) -> None:
    pass


def overlook(_task: ShardTask, _reason: str) -> None:
    pass


def play_all(folder: RunFolder, workers: ShardWorkers, goal: int) -> Totals:
    with SelfplayPool(folder, fakes.CONFIG, workers, goal, Totals(), ignore, overlook) as pool:
        wait_until(lambda: pool.finished)
    pool.check()
    return pool.totals


def test_a_task_comes_back_as_its_shard() -> None:
    workers = LocalShardWorkers(fakes.play, 2)
    try:
        assert workers.free == 2
        workers.submit(TASK)
        assert workers.free == 1
        (done,) = workers.wait(PATIENCE)
        assert (done.task, done.answer) == (TASK, TASK.play(fakes.play))
        assert workers.free == 2
    finally:
        workers.close()


def test_an_error_in_playing_comes_with_its_trace() -> None:
    workers = LocalShardWorkers(fakes.play_badly, 1)
    try:
        workers.submit(TASK)
        (done,) = workers.wait(PATIENCE)
        assert (done.task, done.answer) == (TASK, None)
        assert done.error.rstrip().endswith("ZeroDivisionError: in the game")
        assert workers.free == 1
    finally:
        workers.close()


def test_a_worker_whose_run_is_gone_ends_without_a_trace() -> None:
    ours, theirs = CONTEXT.Pipe()
    worker = CONTEXT.Process(target=_work, args=(theirs, fakes.play))
    worker.start()
    theirs.close()
    ours.close()
    worker.join(PATIENCE)
    assert worker.exitcode == 0


def test_a_damaged_net_is_named_with_its_remedy(tmp_path: Path) -> None:
    net = tmp_path / "000004.net"
    net.write_bytes((WEIGHTS / "freestyle.net").read_bytes()[:-1])
    with pytest.raises(TrainingError, match=r"000004\.net is cut short .* copy the run's best"):
        replace(TASK, net=net, generation=4).play(play_shard)
    with pytest.raises(TrainingError, match="copy the net that the run began with"):
        replace(TASK, net=net).play(play_shard)  # generation 0: the parent, before any best.net
    workers = LocalShardWorkers(play_shard, 1)
    try:
        workers.submit(replace(TASK, net=net))
        (done,) = workers.wait(PATIENCE)
        assert done.error.startswith(f"{net} is cut short")
    finally:
        workers.close()


@pytest.mark.slow
def test_the_task_of_a_killed_worker_is_played_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "pids"
    notes.mkdir()
    monkeypatch.setenv(fakes.NOTES, str(notes))
    folder, killed = run_folder(tmp_path), list[int]()
    workers = LocalShardWorkers(fakes.play, 2)

    def kill_one(_head: Head, _now: Totals) -> None:
        alive = [pid for entry in notes.iterdir() if (pid := int(entry.name)) not in killed]
        if alive and len(killed) < 3:
            killed.append(alive[0])
            os.kill(alive[0], signal.SIGKILL)

    with SelfplayPool(folder, fakes.CONFIG, workers, 40, Totals(), kill_one, overlook) as pool:
        wait_until(lambda: pool.finished)
    pool.check()
    assert len(killed) == 3
    assert [name.serial for name in folder.shards()] == list(range(10))
    assert pool.totals == Totals(40, 40 * fakes.SAMPLES_A_GAME)
    assert not any(psutil.pid_exists(int(entry.name)) for entry in notes.iterdir())


def test_shards_follow_the_settings_and_the_goal(tmp_path: Path) -> None:
    folder, workers = run_folder(tmp_path), fakes.InlineWorkers()
    assert play_all(folder, workers, 82) == Totals(82, 82 * fakes.SAMPLES_A_GAME)
    assert workers.closed
    assert [task.games for task in workers.played] == [4] * 20 + [2]
    assert [task.visits for task in workers.played] == [4] * 15 + [8] * 6
    assert {task.size for task in workers.played[:15]} == {5, 7}
    assert {task.size for task in workers.played[15:]} == {7}
    assert len({task.seed for task in workers.played}) == 21
    for name, task in zip(folder.shards(), workers.played, strict=True):
        assert samples.load_shard(folder, name).size == task.size


def test_the_seed_of_the_run_decides_the_games(tmp_path: Path) -> None:
    first, again = fakes.InlineWorkers(), fakes.InlineWorkers(lose=2)
    play_all(RunFolder(tmp_path / "1"), first, 20)
    play_all(RunFolder(tmp_path / "2"), again, 20)
    assert first.played == again.played


def test_workers_that_only_die_end_the_run(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"6 shards .* in a row .* its worker died"):
        play_all(run_folder(tmp_path), fakes.InlineWorkers(lose=MOST_FAILED + 1), 20)


def test_games_that_only_fail_end_the_run_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"6 shards .* in a row .*: ZeroDivisionError: in the"):
        play_all(run_folder(tmp_path), fakes.InlineWorkers(fakes.play_badly), 20)


def test_a_shard_that_fails_is_told_and_the_next_takes_its_place(tmp_path: Path) -> None:
    folder, workers = run_folder(tmp_path), fakes.InlineWorkers(fakes.play_mostly)
    failed = list[int]()

    def note(task: ShardTask, reason: str) -> None:
        failed.append(task.serial)
        assert "ZeroDivisionError: in the game" in reason

    with SelfplayPool(folder, fakes.CONFIG, workers, 60, Totals(), ignore, note) as pool:
        wait_until(lambda: pool.finished)
    pool.check()
    assert pool.totals == Totals(60, 60 * fakes.SAMPLES_A_GAME, refused=15)
    assert failed
    assert {name.serial for name in folder.shards()}.isdisjoint(failed)
    assert {task.serial for task in workers.played} == {
        *failed,
        *(name.serial for name in folder.shards()),
    }


class Garbling(fakes.InlineWorkers):
    """Workers that damage the first shard."""

    def wait(self, seconds: float) -> Sequence[FinishedTask[ShardTask, bytes]]:
        ended = super().wait(seconds)
        if len(self.played) == 1 and ended and ended[0].answer:
            return [replace(ended[0], answer=ended[0].answer[:-100])]
        return ended


def test_a_shard_damaged_on_its_way_is_not_stored(tmp_path: Path) -> None:
    folder, workers = run_folder(tmp_path), Garbling()
    assert play_all(folder, workers, 20) == Totals(20, 20 * fakes.SAMPLES_A_GAME)
    assert [name.serial for name in folder.shards()] == [1, 2, 3, 4, 5]


def test_what_a_listener_raises_ends_the_pool(tmp_path: Path) -> None:
    def stop(_head: Head, _now: Totals) -> None:
        raise Collapse("enough")

    folder = run_folder(tmp_path)
    with SelfplayPool(
        folder, fakes.CONFIG, fakes.InlineWorkers(), 20, Totals(), stop, overlook
    ) as pool:
        wait_until(lambda: pool.finished)
    with pytest.raises(Collapse, match="enough"):
        pool.check()
    assert len(folder.shards()) == 1


def test_a_pause_lets_nothing_begin(tmp_path: Path) -> None:
    workers = fakes.InlineWorkers()
    with SelfplayPool(
        run_folder(tmp_path), fakes.CONFIG, workers, None, Totals(), ignore, overlook
    ) as pool:
        with pool.paused():
            look_on(workers, 3)  # unfinished shards are played
            count = len(workers.played)
            look_on(workers, 20)
            assert len(workers.played) == count
        wait_until(lambda: len(workers.played) > count)


def look_on(workers: fakes.InlineWorkers, times: int) -> None:
    """Wait until the pool has polled its workers a few more times."""
    until = workers.waits + times
    wait_until(lambda: workers.waits >= until)
