"""The run loop: the order of its stages, and no loss by any kill."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import psutil
import pytest

from tests.patience import wait_until
from tests.training import fakes
from tests.training.fakes import CONFIG, SAMPLES_A_GAME, InlineWorkers, whole_run
from tests.training.whole import check_whole
from training import net_records, run_loop
from training.gating.collapse_check import Collapse
from training.net_records import GateResult, NetRecord
from training.pupil import LearnStats
from training.report import metrics
from training.report.metrics import Metrics
from training.run_folder import RunFolder, ShardName
from training.selfplay import samples, selfplay_pool
from training.selfplay.selfplay_pool import Totals
from training.stages import Stages
from training.training_error import TrainingError

GOAL = 130


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay_pool, "WAIT", 0.01)
    monkeypatch.setattr(run_loop, "PAUSE", 0.001)


def check_complete(run: RunFolder) -> list[NetRecord]:
    """Check that the folder is that of a whole run, however often it was interrupted."""
    learner = fakes.FakeLearner(run, CONFIG)
    learner.resume()
    return check_whole(run, CONFIG, GOAL, learner.steps)


def test_a_run_plays_learns_and_gates(tmp_path: Path) -> None:
    run, workers = RunFolder(tmp_path / "run"), InlineWorkers()
    whole_run(run.path, GOAL, workers)
    assert workers.closed
    records = check_complete(run)
    assert [record.games for record in records] == sorted(record.games for record in records)
    assert records[0].games >= CONFIG.gate_every
    generations = [task.generation for task in workers.played]
    assert generations == sorted(generations)
    assert set(generations) <= {0, *(record.generation for record in records if record.accepted)}
    entries = list(metrics.read_metrics(run.metrics))
    assert {entry["stage"] for entry in entries} == {"selfplay", "learn", "gate"}
    played = [entry for entry in entries if entry["stage"] == "selfplay"]
    assert sum(entry["games"] for entry in played) == GOAL
    assert all((entry["length"], entry["first_score"]) == (30, 0.5) for entry in played)


def test_the_first_net_has_learnt_from_earlier_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, GOAL, InlineWorkers())
    for path in (run.checkpoint, *run.nets.iterdir(), run.best_net, run.best_record):
        path.unlink()
    learn = fakes.FakeLearner.learn
    monkeypatch.setattr(
        fakes.FakeLearner, "learn", lambda self, steps, stop: learn(self, min(steps, 5), stop)
    )
    whole_run(run.path, GOAL + CONFIG.gate_every, InlineWorkers())
    first, *_ = net_records.records(run)
    allowed = CONFIG.sample_reuse * SAMPLES_A_GAME * CONFIG.gate_every / CONFIG.batch
    assert first.steps >= allowed - 1


@pytest.mark.parametrize(("ahead", "held"), [(79, False), (80, True)])
def test_self_play_waits_for_a_slow_learner(tmp_path: Path, ahead: int, held: bool) -> None:
    """All games would otherwise be played by the first nets."""
    run = RunFolder(tmp_path / "run")
    pool = Mock(finished=False, totals=Totals(100, 1000))
    pool.games_since.return_value = ahead
    with Metrics(run.metrics) as written:
        opened = fakes.open_run(run, written)
        learner = fakes.FakeLearner(run, CONFIG)
        assert run_loop._turn(opened, fakes.STAGES, learner, pool, 1)
        pool.hold.assert_called_once_with(held)
        assert learner.steps == opened.steps_of(pool.totals)
        run_loop._turn(opened, fakes.STAGES, learner, pool, 1)
        pool.hold.assert_called_with(False)  # nothing is left to learn


def test_a_held_pool_starts_no_game(tmp_path: Path) -> None:
    run, workers = RunFolder(tmp_path / "run"), InlineWorkers()
    with Metrics(run.metrics) as written:
        pool = fakes.open_run(run, written).pool(workers, 8)
        pool.hold(True)
        with pool:
            wait_until(lambda: workers.waits > 3)
            assert not workers.played
            pool.hold(False)
            wait_until(lambda: pool.finished)
    assert pool.games_since(0) == 8
    assert pool.games_since(5) == 3


def test_learning_never_outruns_the_samples(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, GOAL, InlineWorkers())
    for entry in metrics.read_metrics(run.metrics):
        if entry["stage"] == "learn":
            assert entry["step"] * CONFIG.batch <= CONFIG.sample_reuse * entry["samples"]
            assert entry["samples"] >= CONFIG.min_samples


ENDING = replace(CONFIG, games=GOAL, final_steps=30)
"""Settings of a run that ends by itself, with a last phase."""


def test_a_run_ends_with_the_last_phase(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, None, InlineWorkers(), ENDING)
    learner, count = fakes.LEARNERS[-1], sum(samples.read_head(run, n).games for n in run.shards())
    assert count == GOAL
    first = int(CONFIG.sample_reuse * GOAL * SAMPLES_A_GAME) // CONFIG.batch
    assert set(learner.finished) == {(first, 30)}
    assert learner.steps == first + 30
    assert net_records.newest(run).steps == learner.steps
    assert net_records.newest(run).against is not None


def test_an_ended_run_learns_more_games_at_the_whole_rate(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, None, InlineWorkers(), ENDING)
    more = 2 * GOAL
    whole_run(run.path, more, InlineWorkers(), ENDING)
    learner = fakes.LEARNERS[-1]
    whole_rate = int(CONFIG.sample_reuse * more * SAMPLES_A_GAME) // CONFIG.batch
    assert set(learner.finished) == {(whole_rate + 30, 30)}
    assert (learner.steps, learner.final_steps) == (whole_rate + 60, 60)


def test_a_run_stopped_before_its_last_game_has_no_last_phase(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, GOAL - 30, InlineWorkers(), ENDING)
    assert fakes.LEARNERS[-1].finished == []
    whole_run(run.path, None, InlineWorkers(), ENDING)
    assert fakes.LEARNERS[-1].finished


def test_a_finished_run_has_nothing_more_to_do(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, GOAL, InlineWorkers())
    before = {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()}
    whole_run(run.path, GOAL, InlineWorkers())
    assert {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()} == before


def test_a_net_distilled_after_the_last_game_is_exported_and_gated(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, GOAL, InlineWorkers())
    before = net_records.newest(run)
    learner = fakes.FakeLearner(run, CONFIG)
    learner.resume()
    learner.distilled = 7
    learner.learn(0, lambda: True)
    whole_run(run.path, GOAL, InlineWorkers())
    after = net_records.newest(run)
    assert (after.generation, after.distilled) == (before.generation + 1, 7)
    assert after.against is not None


def test_a_stop_ends_the_run_soon_and_keeps_its_state(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    workers = InlineWorkers()
    with Metrics(run.metrics) as kept:
        opened = fakes.open_run(run, kept)

        class Stopping(fakes.FakeLearner):
            def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
                opened.stop.set()
                return super().learn(steps, should_stop)

        stages = Stages(fakes.play, Stopping, fakes.gate)
        run_loop.run_stages(opened, stages, workers, None, 1)
    assert workers.closed
    assert run.checkpoint.exists()
    whole_run(run.path, GOAL, InlineWorkers())
    check_complete(run)


def test_a_stop_ends_a_gate_which_is_played_when_the_run_goes_on(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run")
    with Metrics(run.metrics) as kept:
        opened = fakes.open_run(run, kept)

        def stopped(*settings: Any, **named: Any) -> GateResult:
            opened.stop.set()
            return fakes.gate(*settings, **named)

        stages = Stages(fakes.play, fakes.FakeLearner, stopped)
        run_loop.run_stages(opened, stages, InlineWorkers(), GOAL, 1)
    assert net_records.newest(run).generation == 1
    assert net_records.newest(run).against is None
    whole_run(run.path, GOAL, InlineWorkers())
    check_complete(run)


def test_a_collapse_stops_the_run(tmp_path: Path) -> None:
    run, config = RunFolder(tmp_path / "run"), replace(CONFIG, shard_games=100)
    with pytest.raises(Collapse, match=r"9\.0 plies"):
        whole_run(run.path, 10_000, InlineWorkers(fakes.play_rushing), config)
    assert len(run.shards()) == 10


def test_bad_games_and_failed_shards_are_told_and_the_run_goes_on(tmp_path: Path) -> None:
    run, display = RunFolder(tmp_path / "run"), fakes.Silent()
    with Metrics(run.metrics) as kept:
        opened = run_loop.TrainingRun(run, CONFIG, kept, display)
        run_loop.run_stages(opened, fakes.STAGES, InlineWorkers(fakes.play_mostly), GOAL, 1)
    check_complete(run)
    entries = list(metrics.read_metrics(run.metrics))
    failures = [entry for entry in entries if entry["stage"] == "failure"]
    assert failures
    assert all("ZeroDivisionError: in the game" in entry["reason"] for entry in failures)
    assert {entry["refused"] for entry in entries if entry["stage"] == "selfplay"} == {1}
    assert f"shard {failures[0]['step']} failed: ZeroDivisionError: in the game" in display.notes
    assert sum("left out 1 of " in note for note in display.notes) == len(run.shards())
    assert opened.totals().refused == len(run.shards())


def test_a_damaged_shard_counts_for_nothing(tmp_path: Path) -> None:
    """Its games are played again, and its samples allow no steps of learning."""
    run = RunFolder(tmp_path / "run")
    whole_run(run.path, 40, InlineWorkers())
    damaged = run.shard(run.shards()[3])
    data = bytearray(damaged.read_bytes())
    data[data.index(b"cells.npy") + 60] ^= 0xFF  # in the samples, not in the data of the games
    damaged.write_bytes(data)
    display = fakes.Silent()
    with Metrics(run.metrics) as kept:
        opened = run_loop.TrainingRun(run, CONFIG, kept, display)
        assert opened.totals() == Totals(36, 36 * SAMPLES_A_GAME)
    assert any(damaged.name in note for note in display.notes)
    damaged.rename(damaged.with_suffix(".bad"))
    whole_run(run.path, GOAL, InlineWorkers())
    check_complete(run)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    run, workers = RunFolder(tmp_path / "run"), InlineWorkers()
    with run.locked("gate"), pytest.raises(TrainingError, match="another process runs gate"):
        whole_run(run.path, GOAL, workers)
    assert workers.closed


class KilledError(Exception):
    """A simulated kill."""


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.slow
def test_breaking_off_at_any_write_loses_nothing(
    after: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run again and again, each time interrupted one write later than the last time."""
    run, rename = RunFolder(tmp_path / "run"), os.replace
    left = 0

    def break_off(source: Path, target: Path) -> None:
        nonlocal left
        left -= 1
        if left < 0 and not after:
            raise KilledError
        rename(source, target)
        if left < 0:
            raise KilledError

    monkeypatch.setattr(os, "replace", break_off)
    known: dict[ShardName, bytes] = {}
    broken = 0
    while True:
        left = broken % 7
        try:
            whole_run(run.path, GOAL, InlineWorkers())
        except KilledError:
            broken += 1
        else:
            break
        shards = {name: run.shard(name).read_bytes() for name in run.shards()}
        assert known.items() <= shards.items()
        known = shards
    assert broken > 10
    check_complete(run)


@pytest.mark.slow
def test_kills_lose_nothing_but_the_games_under_way(tmp_path: Path) -> None:
    run, rng = RunFolder(tmp_path / "run"), random.Random(4)
    notes = tmp_path / "pids"
    notes.mkdir()
    known: dict[ShardName, bytes] = {}
    for _ in range(3):
        process = start(run, notes)
        wait_for_shards(run, len(known) + 4, process)
        time.sleep(rng.uniform(0, 0.1))
        process.kill()
        process.wait()
        shards = {name: run.shard(name).read_bytes() for name in run.shards()}
        assert known.items() <= shards.items()
        known = shards
        assert sum(len(samples.load_shard(run, name).lengths) for name in shards) <= GOAL
    wait_until(lambda: not any(alive(int(entry.name)) for entry in notes.iterdir()))
    assert start(run, notes).wait() == 0
    assert known.items() <= {name: run.shard(name).read_bytes() for name in run.shards()}.items()
    check_complete(run)


def start(run: RunFolder, notes: Path) -> subprocess.Popen[bytes]:
    code = f"from tests.training.fakes import *; whole_run(Path({str(run.path)!r}), {GOAL})"
    return subprocess.Popen(
        [sys.executable, "-c", code], env={**os.environ, fakes.NOTES: str(notes)}
    )


def wait_for_shards(run: RunFolder, count: int, process: subprocess.Popen[bytes]) -> None:
    """Wait for this many shards, or for the end of the run if that comes first."""
    wait_until(lambda: len(run.shards()) >= count or process.poll() is not None, 0.005)


def alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
