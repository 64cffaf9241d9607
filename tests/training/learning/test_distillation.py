"""Distillation: LineNet learns the teacher's answers, and ordinary learning goes on as before."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner, Result

from core.eval.netfile import read_net
from core.game.rules import Rule
from fukumi.command_line import main
from tests.training.samples import run_folder, shard, store
from training import net_records
from training.config import RunConfig
from training.learning.distillation import Distiller
from training.learning.learner import LineNetLearner
from training.learning.linenet import RuleNet
from training.learning.net_export import load_net
from training.learning.teacher import TeacherShape, TrainedTeacher
from training.learning.trainer import Trainer
from training.run_folder import RunFolder
from training.training_error import TrainingError

CONFIG = RunConfig(batch=32, learning_rate=1e-2)
SIZE = 6
CPU = torch.device("cpu")


def never() -> bool:
    return False


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["train", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """Return a run folder with samples, and a teacher of strong and arbitrary opinions."""
    folder = run_folder(tmp_path)
    store(folder, [shard(60, SIZE, cells=positions(60, seed=1))])
    torch.manual_seed(2)
    shape = TeacherShape(1, 8, False)
    net = shape.build()
    with torch.no_grad():
        for weight in (*net.policy.parameters(), *net.outcome.parameters()):
            weight.mul_(4)
    Trainer(net, 1e-3).save(folder.teacher, **asdict(shape))
    return folder


def positions(count: int, seed: int) -> np.ndarray:
    chances = (0.7, 0.15, 0.15)
    rng = np.random.default_rng(seed)
    return rng.choice(3, size=(count, SIZE * SIZE), p=chances).astype(np.uint8)


def divergence(learner: LineNetLearner, folder: RunFolder) -> tuple[float, float]:
    """Return the Kullback-Leibler divergences of the exported net from the teacher: policy and
    outcome."""
    learner.save_net(folder.path / "it.net", {})
    net = RuleNet(Rule.FREESTYLE)
    load_net(net, read_net(folder.path / "it.net"))
    cells = torch.from_numpy(positions(40, seed=7))
    said = TrainedTeacher(folder.teacher, CPU)(cells, SIZE)
    with torch.no_grad():
        logits, outcome = net(cells, SIZE)
    pairs = ((said.policy, logits), (said.outcome, outcome))
    policy, value = (
        float(
            (wanted * (wanted.clamp_min(1e-9).log() - got.log_softmax(1).clamp_min(-99)))
            .sum(1)
            .mean()
        )
        for wanted, got in pairs
    )
    return policy, value


@pytest.mark.slow
def test_linenet_comes_to_say_what_the_teacher_says(folder: RunFolder) -> None:
    distiller = Distiller(folder, CONFIG)
    policy, value = divergence(distiller, folder)
    stats = distiller.learn(150, never)
    later_policy, later_value = divergence(distiller, folder)
    assert stats.steps == 150
    assert later_policy < 0.7 * policy
    assert later_value < 0.7 * value


def test_learning_and_distilling_go_on_from_each_other_and_count_apart(folder: RunFolder) -> None:
    LineNetLearner(folder, CONFIG).learn(3, never)
    distiller = Distiller(folder, CONFIG)
    distiller.resume()
    assert distiller.steps == 0
    distiller.learn(2, never)
    assert distiller.steps == 2
    learner = LineNetLearner(folder, CONFIG)
    learner.resume()
    assert learner.steps == 3
    learner.learn(4, never)
    learner.save_net(folder.path / "it.net", {})
    header = read_net(folder.path / "it.net").header
    assert (header["steps"], header["distilled"]) == (7, 2)
    record = net_records.store_net(folder, learner, 1, 8)
    assert record.is_net_of(learner)
    again = Distiller(folder, CONFIG)
    again.resume()
    assert again.steps == 2
    again.learn(1, never)
    learner.resume()
    assert not net_records.newest(folder).is_net_of(learner)


def test_a_distilled_net_is_exported(folder: RunFolder) -> None:
    CONFIG.write(folder)
    LineNetLearner(folder, CONFIG).learn(3, never)
    assert call("export", folder.path).exit_code == 0
    assert "has not learnt since net 1" in call("export", folder.path).stderr
    assert call("distil", folder.path, "--steps", 2).exit_code == 0
    assert call("export", folder.path).exit_code == 0
    assert net_records.newest(folder).distilled == 2


def test_the_last_phase_after_a_distillation_begins_at_once(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    LineNetLearner(folder, CONFIG).learn(3, never)
    distiller = Distiller(folder, CONFIG)
    distiller.resume()
    distiller.learn(2, never)
    learner = LineNetLearner(folder, CONFIG)
    learner.resume()
    begun = list[int]()
    monkeypatch.setattr(
        Trainer, "lower_rate", lambda trainer, first, _steps: begun.append(trainer.steps - first)
    )
    assert learner.finish(10) == 10
    assert begun == [0]


def test_a_last_phase_that_is_over_stays_so_after_a_distillation(folder: RunFolder) -> None:
    learner = LineNetLearner(folder, CONFIG)
    learner.learn(2, never)
    assert learner.finish(3) == 3
    learner.learn(3, never)
    distiller = Distiller(folder, CONFIG)
    distiller.resume()
    distiller.learn(2, never)
    learner.resume()
    assert learner.finish(3) == 0


def test_a_checkpoint_from_before_there_were_teachers_is_gone_on_with(folder: RunFolder) -> None:
    LineNetLearner(folder, CONFIG).learn(3, never)
    state = torch.load(folder.checkpoint, weights_only=True)
    assert state.pop("distilled") == 0
    del state["final_steps"], state["phase_steps"]
    assert set(state) == {"model", "mean", "optimizer", "steps"}
    torch.save(state, folder.checkpoint)
    for kind, steps in ((LineNetLearner, 3), (Distiller, 0)):
        pupil = kind(folder, CONFIG)
        pupil.resume()
        assert pupil.steps == steps


def test_without_a_teacher_there_is_nothing_to_distil(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="run `fukumi train teach` first"):
        Distiller(run_folder(tmp_path), CONFIG)
