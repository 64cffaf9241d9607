"""The teacher: a ResNet trained on the same samples as LineNet, for LineNet to learn from."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from core.game.rules import Rule
from training.config import RunConfig
from training.learning.checkpoint import naming_checkpoint, read_checkpoint
from training.learning.device import mixed_precision, training_device
from training.learning.losses import (
    Targets,
    add_gradients,
    cells_of,
    losses,
    targets,
    validation_losses,
)
from training.learning.resnet import ResNet
from training.learning.sample_window import SampleBatch, SampleWindow
from training.learning.trainer import Trainer, train_steps
from training.pupil import LearnStats
from training.run_folder import RunFolder
from training.training_error import TrainingError

BLOCKS, CHANNELS = 6, 96
"""Defaults of a new teacher."""


@dataclass(frozen=True, slots=True)
class TeacherShape:
    """The architecture of a teacher; fields as the arguments of `ResNet`."""

    blocks: int
    channels: int
    coloured: bool

    def build(self) -> ResNet:
        """Return an untrained net."""
        return ResNet(self.blocks, self.channels, self.coloured)


def shape_of(state: Mapping[str, Any]) -> TeacherShape:
    """Return the architecture of a checkpoint's teacher."""
    return TeacherShape(state["blocks"], state["channels"], state["coloured"])


class Teacher:
    """A ResNet training on batches from a folder's window; its state survives a kill.

    Args:
        folder: of the run.
        config: of the run.
        blocks: of a new teacher (None: BLOCKS); must equal those of an existing one.
        channels: of a new teacher (None: CHANNELS); must equal those of an existing one.
        report: called with a message for each shard that cannot be read.

    Raises:
        TrainingError: the folder's teacher has other blocks or channels, or cannot be read.
    """

    def __init__(
        self,
        folder: RunFolder,
        config: RunConfig,
        blocks: int | None = None,
        channels: int | None = None,
        report: Callable[[str], None] = print,
    ) -> None:
        self._path = folder.teacher
        self._batch = config.batch
        self._window = SampleWindow(folder, np.random.default_rng(), report)
        self._device = training_device()
        torch.manual_seed(config.seed)
        self._shape = self._chosen(config, blocks, channels)
        model = self._shape.build().to(self._device)
        self._trainer = Trainer(model, config.learning_rate)

    def _chosen(self, config: RunConfig, blocks: int | None, channels: int | None) -> TeacherShape:
        if not self._path.exists():
            coloured = Rule.parse(config.rule).differs_by_colour
            return TeacherShape(blocks or BLOCKS, channels or CHANNELS, coloured)
        state = read_checkpoint(self._path)
        with naming_checkpoint(self._path):
            kept = shape_of(state)
        if blocks not in (None, kept.blocks) or channels not in (None, kept.channels):
            raise TrainingError(
                f"{self._path} has {kept.blocks} blocks of {kept.channels} channels: use the same, "
                "or move the file away to start another teacher"
            )
        return kept

    @property
    def steps(self) -> int:
        """Steps taken since the teacher was created."""
        return self._trainer.steps

    def resume(self) -> None:
        """Load the folder's teacher, if there is one.

        Raises:
            TrainingError: it cannot be read.
        """
        if self._path.exists():
            self._trainer.resume(self._path)

    def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
        """Learn like `training.learning.learner.LineNetLearner.learn`, and save the teacher.

        Raises:
            TrainingError: the window has no samples.
        """
        self._window.refresh()
        stats = train_steps(self._step, steps, should_stop)
        self._trainer.save(self._path, **asdict(self._shape))
        if not stats.steps:
            return stats
        validation = validation_losses(self._window, self._batch, self._losses_of_mean)
        return LearnStats(stats.steps, stats.losses | validation)

    def _step(self) -> Tensor:
        batch = self._window.draw(self._batch)
        return self._trainer.step(lambda: add_gradients(self._losses(self._trainer.model, batch)))

    def _losses_of_mean(self, batch: SampleBatch) -> Tensor:
        return self._losses(self._trainer.mean, batch)

    def _losses(self, net: ResNet, batch: SampleBatch) -> Tensor:
        with mixed_precision(self._device):
            logits, outcome = net(cells_of(batch, self._device), batch.size)
        return losses(logits, outcome, targets(batch, self._device))


class TrainedTeacher:
    """A trained teacher, asked for targets."""

    def __init__(self, path: Path, where: torch.device) -> None:
        """Load the teacher.

        Raises:
            TrainingError: the file is missing, or holds no teacher.
        """
        if not path.exists():
            raise TrainingError(f"{path} is missing: run `fukumi train teach` first")
        self._device = where
        state = read_checkpoint(path)
        with naming_checkpoint(path):
            self._net = shape_of(state).build()
            self._net.load_state_dict(state["mean"])
        self._net.requires_grad_(False).to(where)

    def __call__(self, cells: Tensor, size: int) -> Targets:
        """Return the teacher's targets for positions (as for `ResNet.forward`), at temperature
        1."""
        with mixed_precision(self._device):
            logits, outcome = self._net(cells, size)
        return Targets(logits.softmax(dim=1), outcome.softmax(dim=1))
