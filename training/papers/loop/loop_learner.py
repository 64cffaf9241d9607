"""The learner of the AlphaZero loop: Adam on batches, with its state in a file."""

import math
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.learning.checkpoint import naming_checkpoint, read_checkpoint, write_checkpoint
from training.learning.device import mixed_precision
from training.papers.loop.legal_actions import HIDDEN
from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.position_window import ILLEGAL, PositionBatch

STEP = 1.5
LARGEST = 10.0
"""Factor of one adaptation of the learning rate, and bound of their product either way (the
tutorial that the paper "Five-in-row based on self-play" builds on, its reference 12)."""


class PositionLearner:
    """A net and its optimiser.

    Args:
        net: the net to train.
        settings: of the run.
    """

    def __init__(self, net: nn.Module, settings: LoopSettings) -> None:
        self.net = net
        # A cell's features together: 1.2 times as fast on a CPU.
        self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in the stub
        self.steps = 0
        self._settings = settings
        self._scale = 1.0
        self._optimizer = torch.optim.Adam(
            net.parameters(), settings.rate, weight_decay=settings.decay
        )

    def learn(self, batch: PositionBatch) -> dict[str, float]:
        """Take the optimiser's steps on one batch.

        Returns:
            The loss before the last step, its parts `policy` (cross-entropy in nats) and `value`
            (mean square), the `entropy` of the net's policy, the divergence `kl` caused by the
            steps, and the learning `rate`.
        """
        planes, policies, results = (torch.from_numpy(array).float() for array in batch)
        planes = planes.contiguous(memory_format=torch.channels_last)
        target, divergence = self._settings.kl_target, 0.0
        self.net.train()
        logs, values = self._judge(planes, policies)
        before = logs.detach()
        for left in reversed(range(self._settings.passes)):
            parts = self._step(logs, values, policies, results)
            if left or target:
                logs, values = self._judge(planes, policies)
            if target:
                divergence = _divergence(before, logs.detach())
                if divergence > 4 * target:
                    break
        rate = self._settings.rate * self._scale
        if target:
            self._adapt(divergence, target)
        self.steps += 1
        policy, value, entropy = parts
        losses = {"loss": policy + value, "policy": policy, "value": value}
        return {**losses, "entropy": entropy, "kl": divergence, "rate": rate}

    def _judge(self, planes: Tensor, policies: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the net's policies, with `legal_only` of the legal actions, and
        its values."""
        with mixed_precision(planes.device):
            logits, values = self.net(planes)
        logits = logits.float()
        if self._settings.legal_only:
            logits = logits.masked_fill(policies == ILLEGAL, HIDDEN)
        return F.log_softmax(logits, dim=1), values.float()

    def _step(
        self, logs: Tensor, values: Tensor, policies: Tensor, results: Tensor
    ) -> tuple[float, float, float]:
        """Take a step of the optimiser on what the net says of a batch; return both losses and
        the entropy."""
        for group in self._optimizer.param_groups:
            group["lr"] = self._settings.rate * self._scale
        policy = -(policies.clamp(min=0) * logs).sum(dim=1).mean()
        value = F.mse_loss(values, results)
        self._optimizer.zero_grad()
        (policy + value).backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
        entropy = -(logs.exp() * logs).sum(dim=1).mean()
        return policy.item(), value.item(), entropy.item()

    def _adapt(self, divergence: float, target: float) -> None:
        """Lower the rate after a large change of the policy, raise it after a small one."""
        if divergence > 2 * target:
            self._scale = max(self._scale / STEP, 1 / LARGEST)
        elif divergence < target / 2:
            self._scale = min(self._scale * STEP, LARGEST)

    def save(self, path: Path) -> None:
        """Write the state."""
        state = {
            "net": self.net.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self.steps,
            "scale": self._scale,
        }
        write_checkpoint(path, state)

    def resume(self, path: Path) -> None:
        """Load the state from a file, if there is one.

        Raises:
            TrainingError: it cannot be read.
        """
        if not path.exists():
            return
        state = read_checkpoint(path)
        with naming_checkpoint(path):
            self.net.load_state_dict(state["net"])
            self._optimizer.load_state_dict(state["optimizer"])
            self.steps, self._scale = int(state["steps"]), float(state["scale"])


def _divergence(before: Tensor, after: Tensor) -> float:
    """Return the mean Kullback-Leibler divergence of two policies, given by their logarithms."""
    found = (before.exp() * (before - after)).sum(dim=1).mean().item()
    return found if math.isfinite(found) else math.inf
