"""The teacher: learns its samples, and resumes unchanged after a kill."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.patience import wait_until
from tests.training.samples import run_folder, shard, store
from training.config import RunConfig
from training.learning import device
from training.learning.losses import cells_of, targets
from training.learning.sample_window import SampleBatch, SampleWindow
from training.learning.teacher import Teacher, TrainedTeacher
from training.run_folder import RunFolder
from training.selfplay.samples import MOVES, PADDING
from training.training_error import TrainingError

CONFIG = RunConfig(batch=16, learning_rate=3e-3)
SIZE = 6


def never() -> bool:
    return False


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """Return a run folder of few samples: each has one best move, at random, and a sure outcome."""
    folder, rng, count = run_folder(tmp_path), np.random.default_rng(1), 6
    cells = np.zeros((count, SIZE * SIZE), np.uint8)
    moves = np.full((count, MOVES), PADDING, np.uint16)
    for row in range(count):
        stones = rng.permutation(SIZE * SIZE)[:9]
        cells[row, stones[:8]] = [1, 2] * 4
        moves[row, 0] = stones[8]
    shares = (moves != PADDING).astype(np.float16)
    outcome = rng.choice([-1, 1], count).astype(np.int8)
    value = outcome.astype(np.float16)
    store(
        folder,
        [shard(count, SIZE, cells=cells, moves=moves, shares=shares, outcome=outcome, value=value)],
    )
    return folder


@pytest.mark.slow
def test_it_learns_few_samples_by_heart(folder: RunFolder) -> None:
    teacher = Teacher(folder, CONFIG, 2, 16)
    first = teacher.learn(5, never).losses
    teacher.learn(240, never)
    last = teacher.learn(5, never).losses
    assert teacher.steps == 250
    assert last["policy"] < 0.5 < 3 < first["policy"]
    assert last["value"] < 0.3 < 0.5 < first["value"]
    assert last["hits"] > 0.9
    assert last["loss"] == pytest.approx(last["policy"] + last["value"], rel=1e-5)


def test_it_is_validated_on_samples_that_it_does_not_learn_from(folder: RunFolder) -> None:
    teacher = Teacher(folder, CONFIG, 1, 8)
    assert "validation_loss" not in teacher.learn(1, never).losses
    store(folder, [shard(20, SIZE, seed) for seed in range(19)])  # the last is kept from learning
    losses = teacher.learn(80, never).losses
    window = SampleWindow(folder, np.random.default_rng(), print)
    window.refresh()
    policy = [policy_loss(folder, batch) for batch in window.validation(8, CONFIG.batch)]
    assert losses["validation_policy"] == pytest.approx(np.mean(policy), rel=1e-4)
    parts = losses["validation_policy"] + losses["validation_value"]
    assert losses["validation_loss"] == pytest.approx(parts, rel=1e-5)


def policy_loss(folder: RunFolder, batch: SampleBatch) -> float:
    """Return the cross-entropy of the saved teacher's policy on a batch."""
    cpu = torch.device("cpu")
    answer = TrainedTeacher(folder.teacher, cpu)(cells_of(batch, cpu), batch.size)
    # The moves of random samples may be occupied cells: these do not count.
    logs = answer.policy.log().masked_fill(answer.policy == 0, 0.0)
    return float(-(targets(batch, cpu).policy * logs).sum(dim=1).mean())


def test_it_learns_in_bfloat16(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "MIXED", {"cpu"})
    teacher = Teacher(folder, CONFIG, 1, 8)
    first = teacher.learn(5, never).losses
    teacher.learn(60, never)
    assert teacher.learn(5, never).losses["policy"] < first["policy"] - 0.1
    state = torch.load(folder.teacher, weights_only=True)
    assert {tensor.dtype for tensor in state["mean"].values()} == {torch.float32}


def test_it_goes_on_from_its_checkpoint_without_being_told_its_shape(folder: RunFolder) -> None:
    Teacher(folder, CONFIG, 2, 8).learn(3, never)
    before = torch.load(folder.teacher, weights_only=True)
    again = Teacher(folder, CONFIG)
    again.resume()
    again.learn(0, never)
    after = torch.load(folder.teacher, weights_only=True)
    assert (before["steps"], after["steps"], after["blocks"], after["channels"]) == (3, 3, 2, 8)
    for name in ("model", "mean"):
        for key, tensor in before[name].items():
            assert torch.equal(tensor, after[name][key])
    again.learn(2, never)
    assert again.steps == 5


@pytest.mark.parametrize(("blocks", "channels"), [(3, 8), (2, 12), (None, 12)])
def test_another_shape_than_the_checkpoints_is_refused(
    blocks: int | None, channels: int, folder: RunFolder
) -> None:
    Teacher(folder, CONFIG, 2, 8).learn(1, never)
    with pytest.raises(TrainingError, match="has 2 blocks of 8 channels"):
        Teacher(folder, CONFIG, blocks, channels)


ENDLESS = """
import sys
from pathlib import Path
from tests.training.learning.test_teacher import CONFIG
from training.run_folder import RunFolder
from training.learning.teacher import Teacher
folder = RunFolder(Path(sys.argv[1]))
teacher = Teacher(folder, CONFIG, 1, 4)
teacher.resume()
while True:
    teacher.learn(5, lambda: False)
"""


@pytest.mark.slow
def test_a_kill_loses_no_more_than_a_stretch(folder: RunFolder) -> None:
    with subprocess.Popen([sys.executable, "-c", ENDLESS, str(folder.path)]) as process:
        wait_until(folder.teacher.exists)
        begun = folder.teacher.stat().st_mtime_ns
        wait_until(lambda: folder.teacher.stat().st_mtime_ns > begun)
        process.kill()
    teacher = Teacher(folder, CONFIG)
    teacher.resume()
    assert teacher.steps >= 10
    assert teacher.steps % 5 == 0
    with folder.locked("teach"):
        assert [path.name for path in folder.path.glob(".teacher.pt.*")] == []


def test_what_it_says_covers_every_move_there_is(folder: RunFolder) -> None:
    Teacher(folder, CONFIG, 1, 8).learn(2, never)
    cells = torch.zeros(1, SIZE * SIZE, dtype=torch.uint8)
    cells[0, :4] = 1
    said = TrainedTeacher(folder.teacher, torch.device("cpu"))(cells, SIZE)
    assert (said.policy[0] > 0).tolist() == [False] * 4 + [True] * 32
    assert float(said.policy.sum()) == pytest.approx(1, abs=1e-5)
    assert float(said.outcome.sum()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("data", [b"PK\x03\x04 torn", b"", b"GIF89a"])
def test_a_torn_teacher_is_named(data: bytes, folder: RunFolder) -> None:
    folder.teacher.write_bytes(data)
    with pytest.raises(TrainingError, match=r"teacher\.pt is damaged, or not a checkpoint"):
        Teacher(folder, CONFIG)
    with pytest.raises(TrainingError, match=r"teacher\.pt is damaged, or not a checkpoint"):
        TrainedTeacher(folder.teacher, torch.device("cpu"))


def test_the_learners_checkpoint_is_no_teacher(folder: RunFolder) -> None:
    torch.save({"model": {}, "mean": {}, "optimizer": {}, "steps": 1}, folder.teacher)
    with pytest.raises(TrainingError, match=r"teacher\.pt is damaged, or not a checkpoint"):
        Teacher(folder, CONFIG)
