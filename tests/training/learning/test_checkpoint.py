"""Checkpoints: written and read back, and refused when damaged."""

import io
import random
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.training.papers.tiny import SETTINGS
from tests.training.samples import run_folder, shard, store
from training.config import RunConfig
from training.learning.checkpoint import read_checkpoint, write_checkpoint
from training.learning.distillation import Distiller
from training.learning.learner import LineNetLearner
from training.learning.teacher import Teacher
from training.papers.choko import experiments
from training.papers.choko.train_agents import DqnRun, PpoRun
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.loop_learner import PositionLearner
from training.training_error import TrainingError

CONFIG = RunConfig(batch=4)


def state() -> dict[str, Any]:
    torch.manual_seed(0)
    net = torch.nn.Linear(3, 4)
    optimizer = torch.optim.AdamW(net.parameters())
    net(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    return {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "steps": 7, "on": True}


def same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor):
        return torch.equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_checkpoint(tmp_path / "it.pt", state())
    assert same(read_checkpoint(tmp_path / "it.pt"), state())


@pytest.mark.slow
def test_a_flipped_bit_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "it.pt"
    write_checkpoint(path, state())
    whole, rng, complaints = path.read_bytes(), random.Random(3), list[str]()
    directory = whole.index(b"PK\x01\x02")  # damage here is rare, and the hardest to detect
    for number in range(600):
        at = rng.randrange(directory if number % 2 else 0, len(whole))
        damaged = bytearray(whole)
        damaged[at] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        try:
            assert same(read_checkpoint(path), state())
        except TrainingError as error:
            complaints.append(str(error))
    assert len(complaints) > 200
    assert all(re.search(r"it\.pt is damaged.*restore it from a backup", c) for c in complaints)


@pytest.mark.parametrize("size", [0, 1, 30, 1000, 3000])
def test_a_torn_checkpoint_is_refused(size: int, tmp_path: Path) -> None:
    path = tmp_path / "it.pt"
    write_checkpoint(path, state())
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(TrainingError, match=r"it\.pt is damaged"):
        read_checkpoint(path)


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="is damaged, or not a checkpoint"):
        read_checkpoint(tmp_path)


def spoil(path: Path) -> None:
    """Flip a bit in the middle of the largest tensor."""
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        tensors = [archive.read(name) for name in archive.namelist() if "/data/" in name]
    inner = max(tensors, key=len)
    data[data.index(inner) + len(inner) // 2] ^= 4
    path.write_bytes(data)


Going = tuple[Path, Callable[[], object]]
"""A checkpoint, and the training that resumes from it."""


def of_learner(tmp_path: Path) -> Going:
    folder = run_folder(tmp_path)
    LineNetLearner(folder, CONFIG).save()
    return folder.checkpoint, lambda: LineNetLearner(folder, CONFIG).resume()


def of_teacher(tmp_path: Path) -> Going:
    folder = run_folder(tmp_path)
    store(folder, [shard(8)])
    Teacher(folder, CONFIG, 1, 4).learn(1, lambda: False)
    return folder.teacher, lambda: Teacher(folder, CONFIG).resume()


def of_distiller(tmp_path: Path) -> Going:
    path, _ = of_teacher(tmp_path)
    return path, lambda: Distiller(run_folder(tmp_path), CONFIG)


def of_loop(tmp_path: Path) -> Going:
    game, path = Gomoku(5), tmp_path / "state.pt"

    def learner() -> PositionLearner:
        return PositionLearner(SETTINGS.shape.net(game.shape, game.actions), SETTINGS)

    learner().save(path)
    return path, lambda: learner().resume(path)


def of_ppo(tmp_path: Path) -> Going:
    subject = experiments.choko()
    chosen = replace(subject.versions[0], steps=70, epochs=1)
    PpoRun(subject, chosen, tmp_path).run(1, 1, print)
    return tmp_path / "ppo-v1.pt", lambda: PpoRun(subject, chosen, tmp_path)


def of_dqn(tmp_path: Path) -> Going:
    subject = experiments.choko()
    DqnRun(subject, tmp_path).run(1, print)
    return tmp_path / "dqn.pt", lambda: DqnRun(subject, tmp_path)


@pytest.mark.parametrize("begin", [of_learner, of_teacher, of_distiller, of_loop, of_ppo, of_dqn])
def test_no_training_goes_on_from_damage(begin: Callable[[Path], Going], tmp_path: Path) -> None:
    path, go_on = begin(tmp_path)
    go_on()
    spoil(path)
    with pytest.raises(TrainingError, match=rf"{path.name} is damaged.*move it away"):
        go_on()
    write_checkpoint(path, {"steps": 3})
    with pytest.raises(TrainingError, match=rf"{path.name} is damaged, or not a checkpoint"):
        go_on()
