"""The teacher's net: residual blocks with global pooling, on any board size.

After D. J. Wu, "Accelerating Self-Play Learning in Go", 2019 (arXiv:1902.10565), appendix A:
blocks that normalise before they convolve, global pooling in some of them and in both heads.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.learning.linenet import blacks

POOL_EVERY = 3
"""One block in so many pools, the second of them first."""
POOLED = 4
"""One channel in so many of such a block is pooled, and is not convolved on."""
HEAD = 32
VALUE = 64
MIDDLE_SIZE = 14
"""Wu's: means scaled by the board's width are 0 on this width."""


class Norm(nn.Module):
    """Normalises each cell over its channels.

    A batch norm would keep means of boards of all sizes and fit none of them, and a group norm
    would weigh a stone by the size of the board. This looks at one cell alone, so that training
    and use, and small and large boards, are the same to it.
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.over = nn.LayerNorm(channels)

    def forward(self, x: Tensor) -> Tensor:
        """(n, channels, size, size) -> the same, normalised and rectified."""
        return F.relu(self.over(x.permute(0, 2, 3, 1))).permute(0, 3, 1, 2)


def pooled(x: Tensor) -> Tensor:
    """(n, channels, size, size) -> (n, 3 * channels): mean, mean by the width, largest."""
    mean = x.mean(dim=(2, 3))
    wide = (x.shape[-1] - MIDDLE_SIZE) / 10
    return torch.cat([mean, mean * wide, x.amax(dim=(2, 3))], dim=1)


class Pooling(nn.Module):
    """Biases for the channels of every cell, from what is seen on the whole board."""

    def __init__(self, seen: int, channels: int) -> None:
        super().__init__()
        self.norm = Norm(seen)
        self.bias = nn.Linear(3 * seen, channels)

    def forward(self, x: Tensor, seen: Tensor) -> Tensor:
        """(n, channels, size, size), (n, seen, size, size) -> x with its biases."""
        bias: Tensor = self.bias(pooled(self.norm(seen)))
        return x + bias[:, :, None, None]


class Block(nn.Module):
    """Two convolutions whose outcome is added; after the first, some channels may be pooled."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.seen = channels // POOLED if pools else 0
        left = channels - self.seen
        self.first = nn.Sequential(Norm(channels), _convolution(channels, channels))
        self.pooling = Pooling(self.seen, left) if pools else None
        self.second = nn.Sequential(Norm(left), _convolution(left, channels))

    def forward(self, x: Tensor) -> Tensor:
        """(n, channels, size, size) -> the same."""
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
        coloured: it is told who moves, because the rule is not the same for Black and White.
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
        """What the mover sees -> (logits of moves, logits of win, draw and loss).

        Args:
            cells: (n, size * size), 0 empty, 1 own, 2 the enemy's.
            size: of the board.

        Returns:
            (n, size * size), -inf where a stone stands, and (n, 3), both float32.
        """
        seen = self.blocks(self.entry(self._planes(cells, size)))
        logits = self.policy(self.pooling(self.cell(seen), self.board(seen))).flatten(1)
        outcome = self.outcome(pooled(self.value(seen)))
        return logits.float().masked_fill(cells != 0, -torch.inf), outcome.float()

    def _planes(self, cells: Tensor, size: int) -> Tensor:
        """(n, planes, size, size): own, enemy, on the board, and Black to move where that counts.

        The third tells the border, beyond which a convolution sees zeros.
        """
        own, enemy = cells == 1, cells == 2
        planes = [own, enemy, torch.ones_like(own)]
        if self.coloured:
            planes.append(blacks(cells).unsqueeze(1).expand_as(own))
        stacked = torch.stack(planes, dim=1).view(len(cells), -1, size, size).float()
        return stacked.contiguous(memory_format=torch.channels_last)


def _convolution(before: int, after: int, width: int = 3) -> nn.Conv2d:
    return nn.Conv2d(before, after, width, padding=width // 2)
