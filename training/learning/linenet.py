"""LineNet in torch, in floating point where `core.eval.net` computes in 16 bits.

A batch holds few distinct lines (some tens of thousands of almost a million), so line features are
computed once for each distinct line and gathered. They alone are rounded to the kernel's fixed
point in the forward pass; the gradient passes through (straight-through estimator).
"""

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import FunctionCtx
from torch.nn import functional as F

from core.game.rules import Rule

HALVES = 364
STATES = 3
PAIRS = HALVES * (HALVES + 1) // 2
HALF = 128
MIDDLE = 256
FEATURES = 64
NEAR = 32
HIDDEN = 64
VALUE = 32
POLICY = 16
LOCAL = 32
SPACING = 3
WINDOW = 5
FEATURE_SCALE = 256.0
LARGEST_FEATURE = 8000 / FEATURE_SCALE
POOL_SCALE = 1 / 64
LOCAL_SCALE = 1 / 16

_REACH = 5
_OFFSETS = (0, 1, 4, 13, 40, 121)
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))


class LineNumbers:
    """Line numbers of positions of one board size, as `core.eval.net` numbers them.

    A half-line is a number in base 3 (nearest cell first) after the numbers of all shorter ones;
    its length depends only on the cell.
    """

    def __init__(self, size: int, device: torch.device) -> None:
        self.size = size
        rows = torch.arange(size, device=device).view(-1, 1).expand(size, size)
        columns = rows.T
        self._constants = torch.stack(
            [
                _offsets(rows, columns, sign * dy, sign * dx, size)
                for dy, dx in _DIRECTIONS
                for sign in (-1, 1)
            ]
        )

    def __call__(self, cells: Tensor) -> Tensor:
        """Return (n, size * size, 4) line numbers of (n, size * size) cells: 0 empty, 1 own, 2
        enemy."""
        n, size = len(cells), self.size
        grid = cells.view(n, size, size).to(torch.int32)
        padded = F.pad(grid, (_REACH,) * 4)
        lines = []
        for d, (dy, dx) in enumerate(_DIRECTIONS):
            back, ahead = (
                self._half(padded, sign * dy, sign * dx) + self._constants[2 * d + (sign > 0)]
                for sign in (-1, 1)
            )
            low, high = torch.minimum(back, ahead), torch.maximum(back, ahead)
            lines.append(high * (high + 1) // 2 + low + PAIRS * grid)
        return torch.stack(lines, dim=-1).view(n, size * size, len(_DIRECTIONS))

    def _half(self, padded: Tensor, dy: int, dx: int) -> Tensor:
        total = torch.zeros_like(padded[:, : self.size, : self.size])
        for k in range(1, _REACH + 1):
            y, x = _REACH + k * dy, _REACH + k * dx
            total += padded[:, y : y + self.size, x : x + self.size] * 3 ** (k - 1)
        return total


def _offsets(rows: Tensor, columns: Tensor, dy: int, dx: int, size: int) -> Tensor:
    """Return, by cell, the first number of half-lines as long as the one in this direction."""
    reach = torch.full_like(rows, _REACH)
    for position, step in ((rows, dy), (columns, dx)):
        if step:
            left = size - 1 - position if step > 0 else position
            reach = torch.minimum(reach, left)
    return torch.tensor(_OFFSETS, dtype=torch.int32, device=rows.device)[reach]


class LineNet(nn.Module):
    """Policy over all cells and outcome (win, draw, loss) for the mover, on any board size."""

    def __init__(self) -> None:
        super().__init__()
        self.halves = nn.Parameter(torch.randn(HALVES, HALF) * 0.4)
        self.states = nn.Parameter(torch.randn(STATES, HALF) * 0.4)
        self.middle = nn.Linear(HALF, MIDDLE)
        self.row = nn.Linear(MIDDLE, FEATURES)
        self.near = nn.Conv2d(NEAR, NEAR, 3, padding=1, groups=NEAR)
        self.hidden = nn.Linear(FEATURES, HIDDEN)
        self.value = nn.Linear(HIDDEN, VALUE)
        self.outcome = nn.Linear(VALUE, 3)
        self.cell = nn.Linear(FEATURES, POLICY, bias=False)
        self.board = nn.Linear(HIDDEN, POLICY)
        self.policy = nn.Linear(POLICY, 1, bias=False)
        self.gate = _no_effect_yet(HIDDEN, FEATURES)
        self.policy_gate = _no_effect_yet(HIDDEN, POLICY)
        self.local = nn.Linear(FEATURES, LOCAL)
        self.local_units = _no_effect_yet(LOCAL, POLICY)
        self._numbers: dict[tuple[int, torch.device], LineNumbers] = {}

    def forward(self, cells: Tensor, size: int) -> tuple[Tensor, Tensor]:
        """Return (logits of moves, logits of win, draw and loss) of positions.

        Args:
            cells: (n, size * size), 0 empty, 1 own, 2 the opponent's.
            size: of the board.

        Returns:
            (n, size * size), -inf on occupied cells, and (n, 3).
        """
        features = F.relu(self._sums(self._lines(cells, size)))
        return self.heads(self._cells(features.view(len(cells), size, size, FEATURES)), cells)

    def heads(self, cell: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
        """Return the result of `forward`, from (n, cells, FEATURES) features and the boards."""
        hidden = F.relu(self.hidden(cell.sum(dim=1) * POOL_SCALE))
        outcome = self.outcome(F.relu(self.value(hidden)))
        gated = cell * (1 + self.gate(hidden)).unsqueeze(1)
        units = self.cell(gated) + self.board(hidden).unsqueeze(1) + self._local_units(cell)
        weights = self.policy.weight + self.policy_gate(hidden)
        logits = (F.relu(units) * weights.unsqueeze(1)).sum(dim=-1)
        return logits.masked_fill(cells != 0, -torch.inf), outcome

    def _local_units(self, cell: Tensor) -> Tensor:
        """Return (n, cells, POLICY): what the window around a cell's block gives to its units."""
        size = math.isqrt(cell.shape[1])
        outside = -(size // 2 - size % 2) % SPACING  # cells of the first and of the last block
        border = (WINDOW - SPACING) // 2 + outside
        grid = cell.view(-1, size, size, FEATURES).permute(0, 3, 1, 2)
        grid = F.pad(grid, (border,) * 4)
        windows = F.avg_pool2d(grid, WINDOW, SPACING) * (WINDOW**2 * LOCAL_SCALE)
        units = self.local_units(F.relu(self.local(windows.permute(0, 2, 3, 1))))
        by_cell: Tensor = units.repeat_interleave(SPACING, 1).repeat_interleave(SPACING, 2)
        inside = slice(outside, outside + size)
        return by_cell[:, inside, inside].flatten(1, 2)

    def _lines(self, cells: Tensor, size: int) -> Tensor:
        kind = size, cells.device
        if kind not in self._numbers:
            self._numbers[kind] = LineNumbers(*kind)
        return self._numbers[kind](cells)

    def _sums(self, lines: Tensor) -> Tensor:
        """Return (n * cells, FEATURES) sums of the line features of (n, cells, 4) line numbers."""
        seen = torch.zeros(STATES * PAIRS, dtype=torch.bool, device=lines.device)
        seen[lines.view(-1)] = True
        distinct = seen.nonzero().view(-1)
        where = torch.zeros(STATES * PAIRS, dtype=torch.int64, device=lines.device)
        where[distinct] = torch.arange(len(distinct), device=lines.device)
        return F.embedding_bag(where[lines.view(-1, 4)], self.line_features(distinct), mode="sum")

    def line_features(self, numbers: Tensor, mixed: bool = False) -> Tensor:
        """Return the (n, FEATURES) features of lines, rounded as in the kernel.

        Args:
            numbers: (n,) of the lines.
            mixed: compute the largest layer and all large gradients in bfloat16; for learning.
        """
        state, pair = numbers // PAIRS, numbers % PAIRS
        high = _triangular_root(pair)
        low = pair - high * (high + 1) // 2
        parts = torch.stack([low, high, HALVES + state], dim=1)
        line = F.relu(F.embedding_bag(parts, torch.cat([self.halves, self.states]), mode="sum"))
        features: Tensor
        if mixed:
            middle = F.relu(_linear_bfloat16(self.middle, line))
            features = _ExactLinear.apply(middle, self.row.weight, self.row.bias)  # type: ignore[no-untyped-call]
        else:
            features = self.row(F.relu(self.middle(line)))
        rounded = torch.floor(features * FEATURE_SCALE + 0.5) / FEATURE_SCALE
        rounded = rounded.clamp(-LARGEST_FEATURE, LARGEST_FEATURE)
        return features + (rounded - features).detach()

    def _cells(self, features: Tensor) -> Tensor:
        """Return (n, cells, FEATURES) of (n, size, size, FEATURES), half of them convolved."""
        near = features[..., :NEAR].permute(0, 3, 1, 2)
        convolved = F.relu(self.near(near)).permute(0, 2, 3, 1)
        return torch.cat([convolved, features[..., NEAR:]], dim=-1).flatten(1, 2)

    def kernel_arrays(self) -> dict[str, Tensor]:
        """Return the weights under the names and in the shapes of `core.eval.net.LAYOUT`."""
        with torch.no_grad():
            return {
                "half": self.halves,
                "state": self.states,
                "middle": self.middle.weight.T,
                "middle_bias": self.middle.bias,
                "row": self.row.weight.T,
                "row_bias": self.row.bias,
                "near": self.near.weight.view(NEAR, 9).T,
                "near_bias": _bias(self.near),
                "hidden": self.hidden.weight.T,
                "hidden_bias": self.hidden.bias,
                "value": self.value.weight.T,
                "value_bias": self.value.bias,
                "outcome": self.outcome.weight.T,
                "outcome_bias": self.outcome.bias,
                "cell": self.cell.weight.T,
                "board": self.board.weight.T,
                "policy_bias": self.board.bias,
                "policy": self.policy.weight.view(-1),
                "gate": self.gate.weight.T,
                "policy_gate": self.policy_gate.weight.T,
                "local": self.local.weight.T,
                "local_bias": _bias(self.local),
                "local_units": self.local_units.weight.T,
            }


class RuleNet(nn.Module):
    """The nets for a rule: one LineNet, or one each for Black and White if their rules differ."""

    def __init__(self, rule: Rule) -> None:
        super().__init__()
        count = 2 if rule.differs_by_colour else 1
        self.sides = nn.ModuleList(LineNet() for _ in range(count))

    def forward(self, cells: Tensor, size: int) -> tuple[Tensor, Tensor]:
        """Return the result of `LineNet.forward`, each position by the net of its side to move."""
        logits = torch.empty(cells.shape, device=cells.device)
        outcome = torch.empty(len(cells), 3, device=cells.device)
        for side, chosen in self.split(cells):
            logits[chosen], outcome[chosen] = side(cells[chosen], size)
        return logits, outcome

    def split(self, cells: Tensor) -> Iterator[tuple[LineNet, Tensor]]:
        """Yield each net with the indices of the positions, at least one, that it evaluates."""
        black = blacks(cells) if len(self.sides) > 1 else torch.ones(len(cells), dtype=torch.bool)
        for side, mask in zip(self.sides, (black, ~black), strict=False):
            assert isinstance(side, LineNet)
            if mask.any():
                yield side, mask.nonzero().view(-1)


def blacks(cells: Tensor) -> Tensor:
    """Return a mask (n,) of the positions with Black to move, for (n, cells) of 0 empty, 1 own, 2
    enemy.

    Black moves first, so Black is to move whenever both have the same number of stones.
    """
    return (cells == 1).sum(dim=1) == (cells == 2).sum(dim=1)


def _linear_bfloat16(layer: nn.Linear, values: Tensor) -> Tensor:
    return F.linear(values.bfloat16(), layer.weight.bfloat16(), _bias(layer).bfloat16())


class _ExactLinear(torch.autograd.Function):
    """A linear layer of bfloat16 values, in float32, whose gradients are computed in bfloat16."""

    @staticmethod
    def forward(ctx: FunctionCtx, values: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        ctx.save_for_backward(values, weight)
        return F.linear(values.float(), weight, bias)

    @staticmethod
    def backward(ctx: FunctionCtx, *gradients: Any) -> Any:
        """Return the gradients of values, weight and bias."""
        context: Any = ctx
        values, weight = context.saved_tensors
        gradient = gradients[0].bfloat16()
        return (
            gradient @ weight.bfloat16(),
            (gradient.T @ values).float(),
            gradients[0].sum(dim=0),
        )


def _no_effect_yet(inputs: int, outputs: int) -> nn.Linear:
    """Return a layer that changes nothing until it has learnt."""
    layer = nn.Linear(inputs, outputs, bias=False)
    nn.init.zeros_(layer.weight)
    return layer


def _bias(module: Any) -> Tensor:
    assert isinstance(module.bias, Tensor)
    return module.bias


def _triangular_root(pair: Tensor) -> Tensor:
    """Return the largest r with r (r + 1) / 2 <= pair."""
    root = ((torch.sqrt(8.0 * pair.double() + 1.0) - 1.0) / 2.0).long()
    root = torch.where(root * (root + 1) // 2 > pair, root - 1, root)
    return torch.where((root + 1) * (root + 2) // 2 <= pair, root + 1, root)
