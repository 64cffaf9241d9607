"""Processes that play: what comes back, what is retried, what is not."""

import os
import signal
import time
from pathlib import Path

import psutil
import pytest

from tests.training import fakes
from tests.training.samples import run_folder
from training import rows
from training.errors import TrainingError
from training.fleet import MOST_LOST, Fleet, Totals
from training.folder import RunFolder
from training.guard import Collapse
from training.rows import Head
from training.workers import LocalWorkers, PlayError, Task, Workers

TASK = Task(3, None, "freestyle", 5, 2, 77, 4, 0)


def ignore(_head: Head, _now: Totals) -> None:
    pass


def play_all(folder: RunFolder, workers: Workers, goal: int) -> Totals:
    with Fleet(folder, fakes.CONFIG, workers, goal, Totals(), ignore) as fleet:
        while not fleet.finished:
            time.sleep(0.01)
    fleet.check()
    return fleet.totals


def test_a_task_comes_back_as_its_shard() -> None:
    workers = LocalWorkers(fakes.play, 2)
    try:
        assert workers.free == 2
        workers.submit(TASK)
        assert workers.free == 1
        (done,) = workers.wait(60)
        assert (done.task, done.packed) == (TASK, TASK.play(fakes.play))
        assert workers.free == 2
    finally:
        workers.close()


def test_an_error_in_playing_comes_with_its_trace() -> None:
    workers = LocalWorkers(fakes.play_badly, 1)
    try:
        workers.submit(TASK)
        with pytest.raises(PlayError, match="ZeroDivisionError: in the game"):
            workers.wait(60)
    finally:
        workers.close()


def test_the_task_of_a_killed_worker_is_played_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "pids"
    notes.mkdir()
    monkeypatch.setenv(fakes.NOTES, str(notes))
    folder, killed = run_folder(tmp_path), list[int]()
    workers = LocalWorkers(fakes.play, 2)

    def kill_one(_head: Head, _now: Totals) -> None:
        if len(killed) < 3:
            alive = [pid for entry in notes.iterdir() if (pid := int(entry.name)) not in killed]
            killed.append(alive[0])
            os.kill(alive[0], signal.SIGKILL)

    with Fleet(folder, fakes.CONFIG, workers, 40, Totals(), kill_one) as fleet:
        while not fleet.finished:
            time.sleep(0.01)
    fleet.check()
    assert len(killed) == 3
    assert [name.serial for name in folder.shards()] == list(range(10))
    assert fleet.totals == Totals(40, 40 * fakes.ROWS_A_GAME)
    assert not any(psutil.pid_exists(int(entry.name)) for entry in notes.iterdir())


def test_shards_follow_the_settings_and_the_goal(tmp_path: Path) -> None:
    folder, workers = run_folder(tmp_path), fakes.InlineWorkers()
    assert play_all(folder, workers, 82) == Totals(82, 82 * fakes.ROWS_A_GAME)
    assert workers.closed
    assert [task.games for task in workers.played] == [4] * 20 + [2]
    assert [task.visits for task in workers.played] == [4] * 15 + [8] * 6
    assert {task.size for task in workers.played[:15]} == {5, 7}
    assert {task.size for task in workers.played[15:]} == {7}
    assert len({task.seed for task in workers.played}) == 21
    for name, task in zip(folder.shards(), workers.played, strict=True):
        assert rows.load(folder, name).size == task.size


def test_the_seed_of_the_run_decides_the_games(tmp_path: Path) -> None:
    first, again = fakes.InlineWorkers(), fakes.InlineWorkers(lose=2)
    play_all(RunFolder(tmp_path / "1"), first, 20)
    play_all(RunFolder(tmp_path / "2"), again, 20)
    assert first.played == again.played


def test_workers_that_only_die_end_the_run(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="in a row died"):
        play_all(run_folder(tmp_path), fakes.InlineWorkers(lose=MOST_LOST + 1), 20)


def test_what_a_listener_raises_ends_the_fleet(tmp_path: Path) -> None:
    def stop(_head: Head, _now: Totals) -> None:
        raise Collapse("enough")

    folder = run_folder(tmp_path)
    with Fleet(folder, fakes.CONFIG, fakes.InlineWorkers(), 20, Totals(), stop) as fleet:
        while not fleet.finished:
            time.sleep(0.01)
    with pytest.raises(Collapse, match="enough"):
        fleet.check()
    assert len(folder.shards()) == 1


def test_a_pause_lets_nothing_begin(tmp_path: Path) -> None:
    workers = fakes.InlineWorkers()
    with Fleet(run_folder(tmp_path), fakes.CONFIG, workers, None, Totals(), ignore) as fleet:
        with fleet.paused():
            time.sleep(0.1)
            count = len(workers.played)
            time.sleep(0.1)
            assert len(workers.played) == count
        while len(workers.played) == count:
            time.sleep(0.01)
