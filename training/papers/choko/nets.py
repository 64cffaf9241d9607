"""The nets of ChokoZero and how actions are drawn from them.

The paper's count of 180,738 weights for PPO V3 is met by three layers of 64 before the heads, so
V1 and V2 have two.
"""

import itertools
from collections.abc import Sequence

import torch
from torch import Tensor, nn

from training.papers.choko.game import ACTIONS, SQUARES, Choko

WIDTH = 64


def _layers(inputs: int, count: int) -> nn.Sequential:
    """So many linear layers of WIDTH units, each with a ReLU."""
    widths = [inputs] + [WIDTH] * count
    parts: list[nn.Module] = []
    for before, after in itertools.pairwise(widths):
        parts += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*parts)


class ActorCritic(nn.Module):
    """A trunk with a head of logits (batch, 2625) and one of values (batch,).

    Args:
        layers: linear layers of the trunk.
        initiative: whether the drop initiative is an input.
    """

    def __init__(self, layers: int, initiative: bool) -> None:
        super().__init__()
        self.initiative = initiative
        self.trunk = _layers(SQUARES + initiative, layers)
        self.actor = nn.Linear(WIDTH, ACTIONS)
        self.critic = nn.Linear(WIDTH, 1)

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        trunk = self.trunk(inputs)
        return self.actor(trunk), self.critic(trunk).squeeze(-1)


class QNet(nn.Module):
    """The value (batch, 2625) of each action: three hidden layers."""

    initiative = False

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(_layers(SQUARES, 3), nn.Linear(WIDTH, ACTIONS))

    def forward(self, inputs: Tensor) -> Tensor:
        values: Tensor = self.layers(inputs)
        return values


def inputs_of(positions: Sequence[Choko], initiative: bool) -> Tensor:
    """(batch, 25 or 26)."""
    return torch.tensor([position.inputs(initiative) for position in positions])


def masks_of(positions: Sequence[Choko]) -> Tensor:
    """(batch, 2625): which actions are legal."""
    masks = torch.zeros(len(positions), ACTIONS, dtype=torch.bool)
    for mask, position in zip(masks, positions, strict=True):
        mask[list(position.legal())] = True
    return masks


def masked(scores: Tensor, masks: Tensor) -> Tensor:
    """The scores, those of illegal actions so low that they are never chosen."""
    return scores.masked_fill(~masks, -1e9)
