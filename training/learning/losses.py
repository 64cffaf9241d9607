"""Targets of a batch, and the losses of a net's outputs against them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from training.learning.sample_window import SampleBatch, SampleWindow
from training.selfplay.samples import PADDING

RESULT_SHARE = 0.6
"""Share of the game's result in the value target; the rest is the search's value. 0.2 instead, over
renju's last 7,000 steps, gained nothing: 0.519 +-0.041 in 400 games at 400 visits."""

VALIDATION_BATCHES = 8
"""Batches in the mean of a validation loss."""


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """The desired outputs for n positions."""

    policy: Tensor
    """(n, cells): the share of each move."""
    outcome: Tensor
    """(n, 3): the mover's chances to win, draw and lose."""

    def mixed_with(self, other: "Targets", share: float) -> "Targets":
        """Return a mixture with `share` of the other targets."""
        return Targets(
            torch.lerp(self.policy, other.policy, share),
            torch.lerp(self.outcome, other.outcome, share),
        )


def cells_of(batch: SampleBatch, where: torch.device) -> Tensor:
    """Return the positions (n, cells) of a batch, on a device."""
    return torch.from_numpy(batch.cells).to(where)


def targets(batch: SampleBatch, where: torch.device) -> Targets:
    """Return the targets from the games and searches of a batch's samples, on a device."""
    return Targets(_policy(batch).to(where), _outcome(batch).to(where))


def _policy(batch: SampleBatch) -> Tensor:
    n = len(batch.moves)
    target = torch.zeros(n, batch.size**2 + 1)
    moves = np.where(batch.moves == PADDING, batch.size**2, batch.moves).astype(np.int64)
    target.scatter_(1, torch.from_numpy(moves), torch.from_numpy(batch.shares).float())
    target = target[:, :-1]
    return target / target.sum(dim=1, keepdim=True).clamp_min(1e-6)


def _outcome(batch: SampleBatch) -> Tensor:
    """Return the chances to win, draw and lose, mixed from the result and the search's value."""
    outcome = torch.from_numpy(batch.outcome.astype(np.int64))
    value = torch.from_numpy(batch.value).float()
    result = F.one_hot(1 - outcome, 3).float()
    searched = torch.stack([(1 + value) / 2, torch.zeros_like(value), (1 - value) / 2], dim=1)
    return RESULT_SHARE * result + (1 - RESULT_SHARE) * searched


def add_gradients(of_losses: Tensor) -> Tensor:
    """Add the gradients of the sum of policy and outcome losses; return the losses, detached."""
    of_losses[:2].sum().backward()  # type: ignore[no-untyped-call]
    return of_losses.detach()


def losses(logits: Tensor, outcome: Tensor, wanted: Targets) -> Tensor:
    """Return (3,): cross-entropies of policy and outcome in nats, and the share of best moves
    found.

    Args:
        logits: (n, cells) of moves, -inf on occupied cells.
        outcome: (n, 3), logits of win, draw and loss.
        wanted: targets of the n positions.
    """
    logs = F.log_softmax(logits, dim=1).masked_fill(logits.isneginf(), 0.0)
    policy = -(wanted.policy * logs).sum(dim=1).mean()
    value = -(wanted.outcome * F.log_softmax(outcome, dim=1)).sum(dim=1).mean()
    hits = (logits.argmax(dim=1) == wanted.policy.argmax(dim=1)).float().mean()
    return torch.stack([policy, value, hits])


def by_name(values: Tensor) -> dict[str, float]:
    """Return the values of `losses` by name, and `loss`, the sum of both cross-entropies."""
    policy, value, hits = values.tolist()
    return {"loss": policy + value, "policy": policy, "value": value, "hits": hits}


def validation_losses(
    window: SampleWindow, batch: int, losses_of: Callable[[SampleBatch], Tensor]
) -> dict[str, float]:
    """Return the mean losses on the samples that are kept from learning, as `validation_loss`,
    `validation_policy` and so on; empty if there are no such samples.

    Args:
        window: of the net's samples.
        batch: samples in a batch.
        losses_of: returns the `losses` of the net on a batch, without gradients.
    """
    batches = window.validation(VALIDATION_BATCHES, batch)
    if not batches:
        return {}
    mean = torch.stack([losses_of(samples) for samples in batches]).mean(dim=0)
    return {f"validation_{name}": loss for name, loss in by_name(mean).items()}
