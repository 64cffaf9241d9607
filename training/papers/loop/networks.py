"""The nets that play Gomoku: convolutions, with or without skips, and two heads or one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from training.papers.loop.game_protocol import Planes

Judgement: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32]]
Ask: TypeAlias = Callable[[Planes], Judgement]
"""(n, planes, height, width) -> priors (n, actions) and values (n,), from -1 to 1."""


class Architecture(Protocol):
    """What decides a net that the AlphaZero loop learns; a dataclass, kept with the settings."""

    def net(self, planes: tuple[int, int, int], actions: int, /) -> nn.Module:
        """A net that has learnt nothing: (n, planes, h, w) -> logits (n, actions), values (n,)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a net looks like.

    Attributes:
        filters: of each 3x3 convolution, in order.
        residual: the convolutions after the first go in pairs with a skip around each pair.
        normed: batch normalisation after each convolution.
        shared: one trunk for both heads, not one for each.
        policy_filters, value_filters: of the heads' 1x1 convolutions.
        hidden: units of the value head.
    """

    filters: tuple[int, ...]
    residual: bool
    normed: bool
    policy_filters: int
    value_filters: int
    hidden: int
    shared: bool = True

    def net(self, planes: tuple[int, int, int], actions: int) -> "Net":
        """A net of this shape."""
        return Net(self, planes, actions)


class Skip(nn.Module):
    """Two convolutions with a skip around them (He et al. 2016)."""

    def __init__(self, filters: int, normed: bool) -> None:
        super().__init__()
        self.first = convolution(filters, filters, 3, normed)
        self.second = convolution(filters, filters, 3, normed)[:-1]

    def forward(self, x: Tensor) -> Tensor:
        """(n, filters, h, w) -> the same."""
        return F.relu(x + self.second(self.first(x)))


class Net(nn.Module):
    """Policy and value of positions."""

    def __init__(self, shape: Shape, planes: tuple[int, int, int], actions: int) -> None:
        super().__init__()
        cells = planes[1] * planes[2]
        self.trunk = _trunk(shape, planes[0])
        self.value_trunk = None if shape.shared else _trunk(shape, planes[0])
        last = shape.filters[-1]
        self.policy = _action_head(shape, cells, actions)
        self.value = nn.Sequential(
            convolution(last, shape.value_filters, 1, shape.normed),
            nn.Flatten(),
            nn.Linear(shape.value_filters * cells, shape.hidden),
            nn.ReLU(),
            nn.Linear(shape.hidden, 1),
            nn.Tanh(),
        )

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """(n, planes, h, w) of float -> logits (n, actions) and values (n,) from -1 to 1."""
        features = self.trunk(planes)
        others = features if self.value_trunk is None else self.value_trunk(planes)
        return self.policy(features), self.value(others).squeeze(1)


class Values(nn.Module):
    """The value of each action of a position: a net of the same shape without the value head."""

    def __init__(self, shape: Shape, planes: tuple[int, int, int], actions: int) -> None:
        super().__init__()
        self.trunk = _trunk(shape, planes[0])
        self.policy = _action_head(shape, planes[1] * planes[2], actions)

    def forward(self, planes: Tensor) -> Tensor:
        """(n, planes, h, w) of float -> (n, actions)."""
        values: Tensor = self.policy(self.trunk(planes))
        return values


def convolution(before: int, after: int, edge: int, normed: bool) -> nn.Sequential:
    """A convolution that keeps the board's size, and ReLU as the last layer."""
    layers: list[nn.Module] = [
        nn.Conv2d(before, after, edge, padding=edge // 2, bias=not normed),
        *([nn.BatchNorm2d(after)] if normed else []),
    ]
    return nn.Sequential(*layers, nn.ReLU())


def _action_head(shape: Shape, cells: int, actions: int) -> nn.Sequential:
    return nn.Sequential(
        convolution(shape.filters[-1], shape.policy_filters, 1, shape.normed),
        nn.Flatten(),
        nn.Linear(shape.policy_filters * cells, actions),
    )


def _trunk(shape: Shape, planes: int) -> nn.Sequential:
    widths = (planes, *shape.filters)
    if not shape.residual:
        pairs = zip(widths, shape.filters, strict=False)
        return nn.Sequential(*(convolution(*pair, 3, shape.normed) for pair in pairs))
    blocks = (Skip(width, shape.normed) for width in shape.filters[1::2])
    return nn.Sequential(convolution(planes, shape.filters[0], 3, shape.normed), *blocks)


def asker(net: nn.Module) -> Ask:
    """Lets the net judge positions as it then is; what is beyond a win counts as one."""

    def ask(planes: Planes) -> Judgement:
        net.eval()
        with torch.inference_mode():
            logits, values = net(torch.from_numpy(planes).float())
            return F.softmax(logits, dim=1).numpy(), values.clamp(-1, 1).numpy()

    return ask
