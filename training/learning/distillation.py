"""Distillation: LineNet trained on the same rows, but mostly on what the teacher says of them.

The net, its optimiser and its checkpoint are the learner's, so what was distilled is exported and
gated as everything else, and `learn` goes on from it. The two count their steps apart: so many
as the rows allow is a bound against learning few games by heart, which a teacher's word on a
position does not make worse, and after distilling `learn` is not to wait for new rows.
"""

from collections.abc import Callable

from torch import Tensor

from training.config import RunConfig
from training.learning.learner import Learner
from training.learning.losses import Targets
from training.learning.sample_window import Batch
from training.learning.teacher import Lessons
from training.run_folder import RunFolder

TEACHER_SHARE = 0.8
"""Of the target; the rest is the row's own. `kd_alpha` of Rapfi's trainer, which is
github.com/dhbloo/pytorch-nnue-trainer."""


class Distiller(Learner):
    """A learner under the folder's teacher.

    Raises:
        TrainingError: there is no teacher, or it cannot be read.
    """

    def __init__(
        self, folder: RunFolder, config: RunConfig, report: Callable[[str], None] = print
    ) -> None:
        super().__init__(folder, config, report)
        self._teacher = Lessons(folder.teacher, self._device)

    @property
    def steps(self) -> int:
        """Steps taken under a teacher."""
        return self._distilled

    def _step(self) -> Tensor:
        losses = super()._step()
        self._distilled += 1
        return losses

    def _targets(self, batch: Batch, cells: Tensor) -> Targets:
        own = super()._targets(batch, cells)
        return own.mixed(self._teacher(cells, batch.size), TEACHER_SHARE)
