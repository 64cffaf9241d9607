"""Distillation: LineNet trained on the same samples, but mostly on the teacher's answers to them.

The net, its optimiser and its checkpoint are the learner's, so a distilled net is exported and
gated as usual, and `learn` goes on from it. Steps are counted apart: the number of steps that the
samples allow guards against learning a few games by heart, which a teacher's answers do not make
worse, and `learn` should not wait for new samples after a distillation.
"""

from collections.abc import Callable

from torch import Tensor

from training.config import RunConfig
from training.learning.learner import LineNetLearner
from training.learning.losses import Targets
from training.learning.sample_window import SampleBatch
from training.learning.teacher import TrainedTeacher
from training.run_folder import RunFolder

TEACHER_SHARE = 0.8
"""Share of the teacher in the target; the rest is the sample's own. `kd_alpha` of Rapfi's trainer,
github.com/dhbloo/pytorch-nnue-trainer."""


class Distiller(LineNetLearner):
    """A learner that is taught by the folder's teacher.

    Raises:
        TrainingError: there is no teacher, or it cannot be read.
    """

    def __init__(
        self, folder: RunFolder, config: RunConfig, report: Callable[[str], None] = print
    ) -> None:
        super().__init__(folder, config, report)
        self._teacher = TrainedTeacher(folder.teacher, self._device)

    @property
    def steps(self) -> int:
        """Steps taken under a teacher."""
        return self.distilled

    def _count_step(self) -> None:
        # A last phase that is over stays so, or `fukumi train run` would learn for another one,
        # without the teacher.
        self.distilled += 1

    def _targets(self, batch: SampleBatch, cells: Tensor) -> Targets:
        own = super()._targets(batch, cells)
        return own.mixed_with(self._teacher(cells, batch.size), TEACHER_SHARE)
