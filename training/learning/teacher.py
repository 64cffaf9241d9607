"""The teacher: a ResNet trained on the same rows as LineNet, which is then to learn from it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from core.game.rules import Rule
from training.config import RunConfig
from training.learning.checkpoint import naming, read_checkpoint
from training.learning.device import device, mixed
from training.learning.losses import Targets, add_gradients, cells_of, losses, targets
from training.learning.resnet import ResNet
from training.learning.sample_window import Batch, Window
from training.learning.trainer import Trainer, train_steps
from training.run_folder import RunFolder
from training.stages import LearnStats
from training.training_error import TrainingError

BLOCKS, CHANNELS = 6, 96
"""Of a teacher that nobody asked to be otherwise."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a teacher is built of; the arguments of `ResNet`."""

    blocks: int
    channels: int
    coloured: bool

    def build(self) -> ResNet:
        """A net that knows nothing."""
        return ResNet(self.blocks, self.channels, self.coloured)


def shape_of(state: Mapping[str, Any]) -> Shape:
    """What the teacher of a checkpoint is built of."""
    return Shape(state["blocks"], state["channels"], state["coloured"])


class Teacher:
    """Draws batches from the window of a folder and trains; its state outlives a kill.

    Args:
        folder: of the run.
        config: of the run.
        blocks: of a new teacher (None: BLOCKS); a teacher there is must have as many.
        channels: likewise (None: CHANNELS).
        report: is told of shards that cannot be read.

    Raises:
        TrainingError: the folder's teacher is another, or cannot be read.
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
        self._window = Window(folder, np.random.default_rng(), report)
        self._device = device()
        torch.manual_seed(config.seed)
        self._shape = self._chosen(config, blocks, channels)
        model = self._shape.build().to(self._device)
        self._trainer = Trainer(model, config.learning_rate)

    def _chosen(self, config: RunConfig, blocks: int | None, channels: int | None) -> Shape:
        if not self._path.exists():
            coloured = Rule.parse(config.rule).differs_by_colour
            return Shape(blocks or BLOCKS, channels or CHANNELS, coloured)
        state = read_checkpoint(self._path)
        with naming(self._path):
            kept = shape_of(state)
        if blocks not in (None, kept.blocks) or channels not in (None, kept.channels):
            raise TrainingError(
                f"{self._path} has {kept.blocks} blocks of {kept.channels} channels: go on with "
                "these, or move the file away to begin another teacher"
            )
        return kept

    @property
    def steps(self) -> int:
        """Steps taken since it was begun."""
        return self._trainer.steps

    def resume(self) -> None:
        """Goes on from the folder's teacher, if there is one.

        Raises:
            TrainingError: it cannot be read.
        """
        if self._path.exists():
            self._trainer.resume(self._path)

    def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
        """As `training.learning.learner.Learner.learn`.

        Raises:
            ValueError: the window has no rows.
        """
        self._window.refresh()
        stats = train_steps(self._step, steps, should_stop)
        self._trainer.save(self._path, **asdict(self._shape))
        return stats

    def _step(self) -> Tensor:
        batch = self._window.draw(self._batch)
        return self._trainer.step(lambda: self._add_gradients(batch))

    def _add_gradients(self, batch: Batch) -> Tensor:
        with mixed(self._device):
            logits, outcome = self._trainer.model(cells_of(batch, self._device), batch.size)
        return add_gradients(losses(logits, outcome, targets(batch, self._device)))


class Lessons:
    """A teacher that has been trained: what it says is to be learnt."""

    def __init__(self, path: Path, where: torch.device) -> None:
        """Raises TrainingError where the file holds no teacher."""
        if not path.exists():
            raise TrainingError(f"{path} is missing: `fukumi train teach` makes a teacher")
        self._device = where
        state = read_checkpoint(path)
        with naming(path):
            self._net = shape_of(state).build()
            self._net.load_state_dict(state["mean"])
        self._net.requires_grad_(False).to(where)

    def __call__(self, cells: Tensor, size: int) -> Targets:
        """What it says of positions (as for `ResNet.forward`), at temperature 1."""
        with mixed(self._device):
            logits, outcome = self._net(cells, size)
        return Targets(logits.softmax(dim=1), outcome.softmax(dim=1))
