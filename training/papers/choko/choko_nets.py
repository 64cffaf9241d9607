"""The nets of ChokoZero.

The paper's count of 180,738 weights for PPO V3 is met by three layers of 64 before the heads, so V1
and V2 have two.
"""

import itertools
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training.papers.choko.choko_rules import ACTIONS, SQUARES

WIDTH = 64


def _layers(inputs: int, count: int) -> nn.Sequential:
    """Return `count` linear layers of WIDTH units, each with a ReLU."""
    widths = [inputs] + [WIDTH] * count
    parts: list[nn.Module] = []
    for before, after in itertools.pairwise(widths):
        parts += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*parts)


def inputs_of(planes: Tensor, initiative: bool) -> Tensor:
    """Return (n, 25 or 26) of (n, 4, 5, 5): the squares and, if asked for, the initiative, 1 for
    the mover's own and -1 for the opponent's."""
    own, enemy, held, suffered = planes.unbind(1)
    squares = (own - enemy).flatten(1)
    return torch.cat([squares, (held - suffered)[:, 0, :1]], 1) if initiative else squares


class ActorCritic(nn.Module):
    """A trunk with a head of logits (n, 2625) and one of values (n,).

    Args:
        layers: linear layers of the trunk.
        initiative: whether the drop initiative is an input.
    """

    def __init__(self, layers: int, initiative: bool) -> None:
        super().__init__()
        self._initiative = initiative
        self.trunk = _layers(SQUARES + initiative, layers)
        self.actor = nn.Linear(WIDTH, ACTIONS)
        self.critic = nn.Linear(WIDTH, 1)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        trunk = self.trunk(inputs_of(planes, self._initiative))
        return self.actor(trunk), self.critic(trunk).squeeze(-1)


@dataclass(frozen=True, slots=True)
class Layers:
    """The architecture of an `ActorCritic`, for the AlphaZero loop; fields as that net's
    arguments."""

    layers: int
    initiative: bool

    def net(self, _planes: tuple[int, int, int], _actions: int) -> ActorCritic:
        """Return an untrained net; planes and actions are always Choko's."""
        return ActorCritic(self.layers, self.initiative)


class QNet(nn.Module):
    """A net for the value (n, 2625) of each action: three hidden layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(_layers(SQUARES, 3), nn.Linear(WIDTH, ACTIONS))

    def forward(self, planes: Tensor) -> Tensor:
        values: Tensor = self.layers(inputs_of(planes, False))
        return values
