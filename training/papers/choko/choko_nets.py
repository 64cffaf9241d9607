"""The nets of ChokoZero.

The paper's count of 180,738 weights for PPO V3 is met by three layers of 64 before the heads, so V1
and V2 have two.
"""

import itertools
from dataclasses import dataclass
from enum import Enum

import torch
from torch import Tensor, nn

from core.papers.choko_rules import ACTIONS, MOST_ACTIONS, PIECES, SQUARES
from training.papers.loop.legal_actions import linear_of_legal

WIDTH = 64


class Sight(Enum):
    """The inputs of a net; the value is their number."""

    BOARD = SQUARES
    INITIATIVE = SQUARES + 1
    EVERYTHING = SQUARES + 4


def _layers(inputs: int, count: int) -> nn.Sequential:
    """Return `count` linear layers of WIDTH units, each with a ReLU."""
    widths = [inputs] + [WIDTH] * count
    parts: list[nn.Module] = []
    for before, after in itertools.pairwise(widths):
        parts += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*parts)


def inputs_of(planes: Tensor, sight: Sight) -> Tensor:
    """Return the inputs (n, `sight.value`) of (n, 7, 5, 5).

    They are the squares, 1 for the mover's pieces and -1 for the enemy's; the initiative likewise;
    both hands as shares of 12 pieces, and the ply as a share of 100.
    """
    own, enemy, held, suffered, hand, their_hand, ply = planes.unbind(1)
    squares = (own - enemy).flatten(1)
    if sight is Sight.BOARD:
        return squares
    initiative = held - suffered
    others = [hand / PIECES, their_hand / PIECES, ply / MOST_ACTIONS]
    numbers = [initiative, *(others if sight is Sight.EVERYTHING else [])]
    return torch.cat([squares, *(plane[:, 0, :1] for plane in numbers)], 1)


class ActorCritic(nn.Module):
    """A trunk with a head of logits and one of values (n,).

    Args:
        layers: linear layers of the trunk.
        sight: the inputs.
    """

    def __init__(self, layers: int, sight: Sight) -> None:
        super().__init__()
        self._sight = sight
        self.trunk = _layers(sight.value, layers)
        self.actor = nn.Linear(WIDTH, ACTIONS)
        self.critic = nn.Linear(WIDTH, 1)

    def forward(self, planes: Tensor, legal: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits (n, 2625), or (n, most) of legal actions if they are given, and values."""
        trunk = self.trunk(inputs_of(planes, self._sight))
        logits = self.actor(trunk) if legal is None else linear_of_legal(self.actor, trunk, legal)
        return logits, self.critic(trunk).squeeze(-1)


@dataclass(frozen=True, slots=True)
class Layers:
    """The architecture of an `ActorCritic` that sees everything, for the AlphaZero loop."""

    layers: int

    def net(self, _planes: tuple[int, int, int], _actions: int) -> ActorCritic:
        """Return an untrained net; planes and actions are always Choko's."""
        return ActorCritic(self.layers, Sight.EVERYTHING)


class QNet(nn.Module):
    """A net for the value of each action: three hidden layers."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(_layers(SQUARES, 3), nn.Linear(WIDTH, ACTIONS))

    def forward(self, planes: Tensor, legal: Tensor | None = None) -> Tensor:
        """Return values (n, 2625), or (n, most) of legal actions if they are given."""
        hidden, last = self.layers
        assert isinstance(last, nn.Linear)
        features = hidden(inputs_of(planes, Sight.BOARD))
        values: Tensor = last(features) if legal is None else linear_of_legal(last, features, legal)
        return values
