"""The trainer of any net: optimiser steps, the running mean of the weights, and the checkpoint."""

import copy
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from torch import Tensor, nn

from training.learning.checkpoint import naming_checkpoint, read_checkpoint, write_checkpoint
from training.learning.losses import by_name
from training.pupil import LearnStats
from training.training_error import TrainingError

WEIGHT_DECAY = 1e-4
CLIP = 1.0
WARM_UP = 200
"""Steps over which the learning rate rises."""
LEAST_RATE = 0.01
"""Final share of a decaying learning rate."""
AVERAGE = 0.999
"""Share of the running mean that each step keeps (after the first thousands of steps)."""

Net = TypeVar("Net", bound=nn.Module)


class Trainer(Generic[Net]):
    """A net, its optimiser, and the running mean of its weights, which is the net that others use.

    Args:
        model: the net to train, on its device; it has no state but its parameters.
        learning_rate: after the warm-up.
    """

    def __init__(self, model: Net, learning_rate: float) -> None:
        torch.set_num_threads(1)  # the other cores play
        self.model = model
        self.mean = copy.deepcopy(model).requires_grad_(False)
        self.steps = 0
        self._learning_rate = learning_rate
        self._fall: tuple[int, int] | None = None
        self._optimizer = torch.optim.AdamW(
            model.parameters(), learning_rate, weight_decay=WEIGHT_DECAY
        )

    def step(self, add_gradients: Callable[[], Tensor]) -> Tensor:
        """Take a step along the gradients that the call adds to the model's; return its losses."""
        for group in self._optimizer.param_groups:
            group["lr"] = self.rate
        self._optimizer.zero_grad()
        losses = add_gradients()
        nn.utils.clip_grad_norm_(self.model.parameters(), CLIP)
        self._optimizer.step()
        self.steps += 1
        self._average()
        return losses

    def lower_rate(self, first: int, steps: int) -> None:
        """Let the rate fall over the steps from `first` on, as half a cosine (Loshchilov and Hutter
        2017); it stays at a hundredth afterwards."""
        self._fall = first, steps

    @property
    def rate(self) -> float:
        """Learning rate of the next step."""
        rate = self._learning_rate * min(1.0, (self.steps + 1) / WARM_UP)
        if self._fall is None:
            return rate
        first, steps = self._fall
        fallen = min(1.0, max(0, self.steps - first) / steps)
        return rate * (LEAST_RATE + (1 - LEAST_RATE) * (1 + math.cos(math.pi * fallen)) / 2)

    def _average(self) -> None:
        keep = min(AVERAGE, self.steps / (self.steps + 10))
        with torch.no_grad():
            pairs = zip(self.mean.parameters(), self.model.parameters(), strict=True)
            for mean, current in pairs:
                mean.lerp_(current, 1 - keep)

    def save(self, path: Path, **more: int | bool) -> None:
        """Write the checkpoint, with these additional values."""
        state = {
            "model": self.model.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self.steps,
            **more,
        }
        write_checkpoint(path, state)

    def resume(self, path: Path) -> Mapping[str, Any]:
        """Load a checkpoint, and return its content.

        Raises:
            TrainingError: it cannot be read.
        """
        state = read_checkpoint(path)
        with naming_checkpoint(path):
            self.model.load_state_dict(state["model"])
            self.mean.load_state_dict(state["mean"])
            self._optimizer.load_state_dict(state["optimizer"])
            self.steps = int(state["steps"])
        return state


def train_steps(
    step: Callable[[], Tensor], steps: int, should_stop: Callable[[], bool]
) -> LearnStats:
    """Take up to `steps` steps, each of which returns its losses (`training.learning.losses`).

    Raises:
        TrainingError: the losses are not finite.
    """
    total, taken = torch.zeros(3), 0
    while taken < steps and not should_stop():
        losses = step()
        total = total.to(losses.device) + losses
        taken += 1
    means = by_name(total / max(taken, 1))
    if not math.isfinite(means["loss"]):
        raise TrainingError(
            "the loss is not finite: the learning rate is too high. The last checkpoint is kept; "
            "start a new run with a lower rate, --set learning_rate=..."
        )
    return LearnStats(taken, means if taken else {})
