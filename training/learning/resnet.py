"""The teacher's net: residual blocks with global pooling, on any board size.

After D. J. Wu, "Accelerating Self-Play Learning in Go", 2019 (arXiv:1902.10565), appendix A:
blocks that normalise before they convolve, global pooling in some of them and in both heads.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.learning.linenet import blacks

POOL_EVERY = 3
"""Distance of pooling blocks; the first is the second block."""
POOLED = 4
"""One in this many channels of a pooling block is pooled, and not convolved further."""
HEAD = 32
VALUE = 64
MIDDLE_SIZE = 14
"""Wu's: board width at which the width-scaled means are 0."""


class Norm(nn.Module):
    """Layer normalisation of each cell over its channels.

    A batch norm would mix the means of all board sizes and fit none of them, and a group norm would
    weigh a stone by the board size. This looks at one cell alone, so it does not tell training from
    use, or small boards from large ones.
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.over = nn.LayerNorm(channels)

    def forward(self, x: Tensor) -> Tensor:
        """Return (n, channels, size, size) normalised and rectified, in the same shape."""
        return F.relu(self.over(x.permute(0, 2, 3, 1))).permute(0, 3, 1, 2)


def pooled(x: Tensor) -> Tensor:
    """Return (n, 3 * channels) of (n, channels, size, size): mean, mean by the width, maximum."""
    mean = x.mean(dim=(2, 3))
    wide = (x.shape[-1] - MIDDLE_SIZE) / 10
    return torch.cat([mean, mean * wide, x.amax(dim=(2, 3))], dim=1)


class Pooling(nn.Module):
    """Biases for the channels of every cell, computed from the whole board."""

    def __init__(self, seen: int, channels: int) -> None:
        super().__init__()
        self.norm = Norm(seen)
        self.bias = nn.Linear(3 * seen, channels)

    def forward(self, x: Tensor, seen: Tensor) -> Tensor:
        """Return x (n, channels, size, size) with biases from (n, seen, size, size)."""
        bias: Tensor = self.bias(pooled(self.norm(seen)))
        return x + bias[:, :, None, None]


class Block(nn.Module):
    """A residual block of two convolutions; after the first, some channels may be pooled."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.seen = channels // POOLED if pools else 0
        left = channels - self.seen
        self.first = nn.Sequential(Norm(channels), _convolution(channels, channels))
        self.pooling = Pooling(self.seen, left) if pools else None
        self.second = nn.Sequential(Norm(left), _convolution(left, channels))

    def forward(self, x: Tensor) -> Tensor:
        """Return (n, channels, size, size) of the same shape."""
        inner: Tensor = self.first(x)
        if self.pooling is not None:
            inner = self.pooling(inner[:, self.seen :], inner[:, : self.seen])
        residual: Tensor = self.second(inner)
        return x + residual


class ResNet(nn.Module):
    """Policy over all cells and outcome (win, draw, loss) for the mover, on any board size.

    Args:
        blocks: of two convolutions each, 1 or more.
        channels: of each cell between the blocks, POOLED or more.
        coloured: whether the side to move is an input, for rules that differ by colour.
    """

    def __init__(self, blocks: int, channels: int, coloured: bool) -> None:
        super().__init__()
        self.coloured = coloured
        self.entry = _convolution(3 + coloured, channels, 5)
        self.blocks = nn.Sequential(
            *(Block(channels, i % POOL_EVERY == 1) for i in range(blocks)), Norm(channels)
        )
        self.cell = _convolution(channels, HEAD, 1)
        self.board = _convolution(channels, HEAD, 1)
        self.pooling = Pooling(HEAD, HEAD)
        self.policy = nn.Sequential(Norm(HEAD), _convolution(HEAD, 1, 1))
        self.value = nn.Sequential(_convolution(channels, HEAD, 1), Norm(HEAD))
        self.outcome = nn.Sequential(nn.Linear(3 * HEAD, VALUE), nn.ReLU(), nn.Linear(VALUE, 3))

    def forward(self, cells: Tensor, size: int) -> tuple[Tensor, Tensor]:
        """Return (logits of moves, logits of win, draw and loss) of positions.

        Args:
            cells: (n, size * size), 0 empty, 1 own, 2 the opponent's.
            size: of the board.

        Returns:
            (n, size * size), -inf on occupied cells, and (n, 3), both float32.
        """
        seen = self.blocks(self.entry(self._planes(cells, size)))
        logits = self.policy(self.pooling(self.cell(seen), self.board(seen))).flatten(1)
        outcome = self.outcome(pooled(self.value(seen)))
        return logits.float().masked_fill(cells != 0, -torch.inf), outcome.float()

    def _planes(self, cells: Tensor, size: int) -> Tensor:
        """Return (n, planes, size, size): own, enemy, on the board, and, if coloured, Black to
        move.

        The third shows the border, beyond which a convolution sees zeros.
        """
        own, enemy = cells == 1, cells == 2
        planes = [own, enemy, torch.ones_like(own)]
        if self.coloured:
            planes.append(blacks(cells).unsqueeze(1).expand_as(own))
        stacked = torch.stack(planes, dim=1).view(len(cells), -1, size, size).float()
        return stacked.contiguous(memory_format=torch.channels_last)


def _convolution(before: int, after: int, width: int = 3) -> nn.Conv2d:
    return nn.Conv2d(before, after, width, padding=width // 2)
