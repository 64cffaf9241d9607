"""The nets that learn Gomoku: convolutions, with or without skips, and two heads or one."""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

from training.learning.device import matrix_dtype
from training.papers.loop.game_protocol import Planes
from training.papers.loop.legal_actions import of_legal

Judgement: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32]]
Ask: TypeAlias = Callable[[Planes], Judgement]
"""A function from (n, planes, height, width) to priors (n, actions) and values (n,), from -1 to
1."""


class Architecture(Protocol):
    """The description of a net that the AlphaZero loop trains; a dataclass, kept with the
    settings."""

    def net(self, planes: tuple[int, int, int], actions: int, /) -> nn.Module:
        """Return an untrained net: (n, planes, h, w) -> logits (n, actions), values (n,)."""


@dataclass(frozen=True, slots=True)
class NetShape:
    """The architecture of a convolutional net.

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

    def net(self, planes: tuple[int, int, int], actions: int) -> "PolicyValueNet":
        """Return an untrained net of this shape."""
        return PolicyValueNet(self, planes, actions)


class Skip(nn.Module):
    """Two convolutions with a skip around them (He et al. 2016)."""

    def __init__(self, filters: int, normed: bool) -> None:
        super().__init__()
        self.first = convolution(filters, filters, 3, normed)
        self.second = convolution(filters, filters, 3, normed)[:-1]

    def forward(self, x: Tensor) -> Tensor:
        """Return (n, filters, h, w) of the same shape."""
        return F.relu(x + self.second(self.first(x)))


class PolicyValueNet(nn.Module):
    """A convolutional net for policy and value."""

    def __init__(self, shape: NetShape, planes: tuple[int, int, int], actions: int) -> None:
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

    def forward(self, planes: Tensor, legal: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits (n, actions) and values (n,) from -1 to 1 of (n, planes, h, w) floats; with
        `legal`, (n, most), the logits of those actions alone."""
        features = self.trunk(planes)
        others = features if self.value_trunk is None else self.value_trunk(planes)
        logits = self.policy(features)
        logits = logits if legal is None else of_legal(logits, legal)
        return logits, self.value(others).squeeze(1)


class ActionValueNet(nn.Module):
    """A net for the value of each action: the same architecture without the value head."""

    def __init__(self, shape: NetShape, planes: tuple[int, int, int], actions: int) -> None:
        super().__init__()
        self.trunk = _trunk(shape, planes[0])
        self.policy = _action_head(shape, planes[1] * planes[2], actions)

    def forward(self, planes: Tensor, legal: Tensor | None = None) -> Tensor:
        """Return (n, actions) of (n, planes, h, w) floats, or (n, most) of legal actions."""
        values: Tensor = self.policy(self.trunk(planes))
        return values if legal is None else of_legal(values, legal)


def convolution(before: int, after: int, edge: int, normed: bool) -> nn.Sequential:
    """Return a convolution that keeps the board's size, with ReLU as the last layer."""
    layers: list[nn.Module] = [
        nn.Conv2d(before, after, edge, padding=edge // 2, bias=not normed),
        *([nn.BatchNorm2d(after)] if normed else []),
    ]
    return nn.Sequential(*layers, nn.ReLU())


def _action_head(shape: NetShape, cells: int, actions: int) -> nn.Sequential:
    return nn.Sequential(
        convolution(shape.filters[-1], shape.policy_filters, 1, shape.normed),
        nn.Flatten(),
        nn.Linear(shape.policy_filters * cells, actions),
    )


def _trunk(shape: NetShape, planes: int) -> nn.Sequential:
    widths = (planes, *shape.filters)
    if not shape.residual:
        pairs = zip(widths, shape.filters, strict=False)
        return nn.Sequential(*(convolution(*pair, 3, shape.normed) for pair in pairs))
    blocks = (Skip(width, shape.normed) for width in shape.filters[1::2])
    return nn.Sequential(convolution(planes, shape.filters[0], 3, shape.normed), *blocks)


def asker(net: nn.Module) -> Ask:
    """Return a function that evaluates positions with the weights that the net has now, values
    clamped to 1."""
    # 1.2 to 1.3 times as fast as the net itself: normalisation is part of the convolutions, and a
    # cell's features lie together. In bfloat16, on a CPU that has it, twice as fast again.
    frozen = frozen_copy(net)
    dtype = matrix_dtype(torch.device("cpu"))
    frozen.to(dtype=dtype, memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in the stub

    def ask(planes: Planes) -> Judgement:
        with torch.inference_mode():
            rows = torch.from_numpy(planes).to(dtype).contiguous(memory_format=torch.channels_last)
            logits, values = (found.float() for found in frozen(rows))
            return F.softmax(logits, dim=1).numpy(), values.clamp(-1, 1).numpy()

    return ask


def frozen_copy(net: nn.Module) -> nn.Module:
    """Return a copy for evaluation; normalisation is part of its convolutions."""
    frozen = copy.deepcopy(net).eval()
    for layers in frozen.modules():
        if isinstance(layers, nn.Sequential):
            _join_normalisation(layers)
    return frozen


def _join_normalisation(layers: nn.Sequential) -> None:
    """Make the normalisation after a convolution part of its weights."""
    convolved, normed = (*layers, None, None)[:2]
    if isinstance(convolved, nn.Conv2d) and isinstance(normed, nn.BatchNorm2d):
        layers[0] = fuse_conv_bn_eval(convolved, normed)
        layers[1] = nn.Identity()
