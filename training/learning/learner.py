"""The learner: the nets of a rule, trained on the window of newest samples."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from core.eval.netfile import read_net
from core.game.rules import Rule
from training.config import RunConfig
from training.learning.device import training_device
from training.learning.fast_gradients import rule_gradients
from training.learning.linenet import RuleNet
from training.learning.losses import Targets, cells_of, losses, targets, validation_losses
from training.learning.net_export import load_net, write_net
from training.learning.sample_window import SampleBatch, SampleWindow
from training.learning.trainer import Trainer, train_steps
from training.net_records import net_path
from training.pupil import LearnStats
from training.run_folder import RunFolder


class LineNetLearner:
    """A LineNet training on batches from a folder's window; its state survives a kill.

    Args:
        folder: of the run.
        config: of the run.
        report: called with a message for each shard that cannot be read.
    """

    def __init__(
        self, folder: RunFolder, config: RunConfig, report: Callable[[str], None] = print
    ) -> None:
        self._folder = folder
        self._config = config
        self._window = SampleWindow(folder, np.random.default_rng(), report)
        self._device = training_device()
        torch.manual_seed(config.seed)
        model = RuleNet(Rule.parse(config.rule)).to(self._device)
        parent = net_path(folder, 0)
        if parent is not None:
            load_net(model, read_net(parent))
        self._trainer = Trainer(model, config.learning_rate)
        self.distilled = self.final_steps = 0
        self._phase_steps = 0  # of the last phase that has begun, until steps at the whole rate
        self._finishing = False

    @property
    def steps(self) -> int:
        """Steps learnt from samples alone, without a teacher."""
        return self._trainer.steps - self.distilled

    def resume(self) -> None:
        """Load the folder's checkpoint, if there is one.

        Raises:
            TrainingError: it cannot be read.
        """
        if self._folder.checkpoint.exists():
            state = self._trainer.resume(self._folder.checkpoint)
            self.distilled = state.get("distilled", 0)
            self.final_steps = state.get("final_steps", 0)
            self._phase_steps = state.get("phase_steps", 0)

    def save(self) -> None:
        """Write the checkpoint."""
        self._trainer.save(
            self._folder.checkpoint,
            distilled=self.distilled,
            final_steps=self.final_steps,
            phase_steps=self._phase_steps,
        )

    def finish(self, steps: int) -> int:
        """Begin or continue the last phase: the learning rate falls over `steps` steps, which draw
        from the largest window.

        Returns:
            its steps still to take; below zero if it has taken more than `steps`.
        """
        self._trainer.lower_rate(self._trainer.steps - self._phase_steps, steps)
        self._window.keep_all()
        self._finishing = True
        return steps - self._phase_steps

    def learn(self, steps: int, should_stop: Callable[[], bool]) -> LearnStats:
        """Load new shards of the folder, take up to `steps` steps, then save.

        The losses are `policy` and `value`, cross-entropies in nats, their sum `loss`, and `hits`,
        the frequency with which the net finds the move with the largest share; then the same of the
        running mean of the weights on the samples that are kept from learning, as
        `validation_loss` and so on.

        Raises:
            TrainingError: the window has no samples.
        """
        self._window.refresh()
        stats = train_steps(self._step, steps, should_stop)
        self.save()
        if not stats.steps:
            return stats
        validation = validation_losses(self._window, self._config.batch, self._losses_of_mean)
        return LearnStats(stats.steps, stats.losses | validation)

    def _losses_of_mean(self, batch: SampleBatch) -> Tensor:
        logits, outcome = self._trainer.mean(cells_of(batch, self._device), batch.size)
        return losses(logits, outcome, targets(batch, self._device))

    def _step(self) -> Tensor:
        batch = self._window.draw(self._config.batch)
        cells = cells_of(batch, self._device)
        wanted = self._targets(batch, cells)
        model = self._trainer.model
        losses = self._trainer.step(lambda: rule_gradients(model, cells, batch.size, wanted))
        self._count_step()
        return losses

    def _count_step(self) -> None:
        self.final_steps += self._finishing
        self._phase_steps = self._phase_steps + 1 if self._finishing else 0

    def _targets(self, batch: SampleBatch, _cells: Tensor) -> Targets:
        return targets(batch, self._device)

    def save_net(self, path: Path, origin: Mapping[str, Any]) -> None:
        """Write the net file of the running mean of the weights."""
        done = {"rule": self._config.rule, "steps": self.steps, "distilled": self.distilled}
        write_net(self._trainer.mean, path, {**done, **origin})
