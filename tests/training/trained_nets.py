"""Nets and positions for the tests of net and kernel."""

import random

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from core.game.board import Board
from core.game.rules import Rule
from training.learning.linenet import (
    FEATURE_SCALE,
    FEATURES,
    NEAR,
    POLICY,
    POOL_SCALE,
    SPACING,
    WINDOW,
    LineNet,
    RuleNet,
)

NEAR_SCALE = 64.0
WINDOW_SCALE = 128.0
LARGEST_SHORT = 32767.0


def lively_net(seed: int) -> LineNet:
    """Return a net with random weights, large enough for policy and outcome to vary."""
    torch.manual_seed(seed)
    net = LineNet()
    with torch.no_grad():
        net.policy.weight *= 4
        net.outcome.weight *= 4
        for layer in (net.gate, net.policy_gate, net.local_units):
            nn.init.uniform_(layer.weight, -0.2, 0.2)
    return net


def coarse_net(seed: int) -> LineNet:
    """Return a lively net whose line features are equal on every CPU.

    The weights behind the line features are small multiples of powers of 2, so that all sums are
    exact in 32 bits, whatever the order of the additions. One number in 64 lies half-way between
    two fixed-point units. The other weights are those of the lively net.
    """
    net = lively_net(seed)
    with torch.no_grad():
        for weights, step in (
            (net.halves, 2**-3),
            (net.states, 2**-3),
            (net.middle.weight, 2**-5),
            (net.middle.bias, 2**-5),
            (net.row.weight, 2**-6),
            (net.row.bias, 2**-6),
        ):
            weights.div_(step).round_().mul_(step)
    return net


def as_the_kernel_adds(net: LineNet) -> LineNet:
    """Make a net add in the order of `core.eval.net`, so that both agree bit for bit."""
    net.middle, net.row = InTurn(net.middle), InTurn(net.row)  # type: ignore[assignment]
    return net


def in_fixed_point(net: LineNet, cells: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """Return the result of `LineNet.forward`, with 16-bit features and weights as in the kernel."""
    sums = F.relu(net._sums(net._lines(cells, size))).view(len(cells), size, size, FEATURES)
    sums = (sums * FEATURE_SCALE).int()
    near, far = sums[..., :NEAR], sums[..., NEAR:]
    padded = F.pad(near, (0, 0, 1, 1, 1, 1))
    weights = _nearest(net.near.weight.view(NEAR, 9).T * 2**13)
    assert net.near.bias is not None
    total = _nearest(net.near.bias * NEAR_SCALE).expand(len(cells), size, size, NEAR).clone()
    for k in range(9):
        y, x = divmod(k, 3)
        total += _product(padded[:, y : y + size, x : x + size], weights[k])
    whole = torch.cat([F.relu(total), far], dim=-1).flatten(1, 2)
    unit = torch.tensor([NEAR_SCALE] * NEAR + [FEATURE_SCALE] * (FEATURES - NEAR))
    hidden = F.relu(net.hidden((whole / unit).sum(dim=1) * POOL_SCALE))
    outcome = net.outcome(F.relu(net.value(hidden)))

    gated = (1 + net.gate(hidden)).unsqueeze(1) * net.cell.weight
    largest = gated.abs().amax(dim=2, keepdim=True)
    weights = _nearest(gated / largest * (LARGEST_SHORT * NEAR_SCALE / unit)).unsqueeze(1)
    of_cells = _product(whole.unsqueeze(-2), weights).sum(dim=-1)
    units = of_cells * (largest.view(-1, 1, POLICY) * (2**15 / LARGEST_SHORT / NEAR_SCALE))
    units = F.relu(units + net.board(hidden).unsqueeze(1) + _local_units(net, whole, size))
    logits = (units * (net.policy.weight + net.policy_gate(hidden)).unsqueeze(1)).sum(dim=-1)
    return logits.masked_fill(cells != 0, -torch.inf), outcome


def _local_units(net: LineNet, whole: Tensor, size: int) -> Tensor:
    """Return the result of `LineNet._local_units` of (n, cells, FEATURES) features in 16 bits."""
    outside = -(size // 2 - size % 2) % SPACING
    border = (WINDOW - SPACING) // 2 + outside
    grid = F.pad(whole.view(-1, size, size, FEATURES), (0, 0, border, border, border, border))
    cells = grid.unfold(2, WINDOW, SPACING)
    near, far = cells[..., :NEAR, :], cells[..., NEAR:, :]
    far_rows = [(far[..., i : i + 2].sum(dim=-1) + 16) >> 5 for i in range(0, WINDOW, 2)]
    rows = torch.cat([(near.sum(dim=-1) + 4) >> 3, torch.stack(far_rows).sum(dim=0)], dim=-1)
    windows = rows.unfold(1, WINDOW, SPACING).sum(dim=-1)
    largest = net.local.weight.abs().amax(dim=1)
    weights = _nearest(net.local.weight / largest.unsqueeze(1) * LARGEST_SHORT).T
    sums = _product(windows.unsqueeze(-1), weights).sum(dim=-2)
    scale = largest * (2**15 / LARGEST_SHORT / WINDOW_SCALE)
    units = net.local_units(F.relu(net.local.bias + sums * scale))
    by_cell: Tensor = units.repeat_interleave(SPACING, 1).repeat_interleave(SPACING, 2)
    inside = slice(outside, outside + size)
    return by_cell[:, inside, inside].flatten(1, 2)


def _nearest(values: Tensor) -> Tensor:
    return torch.floor(values + 0.5).clamp(-LARGEST_SHORT, LARGEST_SHORT).int()


def _product(one: Tensor, other: Tensor) -> Tensor:
    return ((one * other >> 14) + 1) >> 1


class InTurn(nn.Module):
    """A linear layer that adds one input after another, as a loop in C does."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: Tensor) -> Tensor:
        total = self.layer.bias.expand(len(x), -1).clone()
        for unit, weights in zip(x.T, self.layer.weight.T, strict=True):
            total += unit.view(-1, 1) * weights
        return total


def rule_net(*sides: LineNet) -> RuleNet:
    """Return one net for both colours, or one each for Black and White."""
    net = RuleNet(Rule.RENJU if len(sides) == 2 else Rule.FREESTYLE)
    for own, given in zip(net.sides, sides, strict=True):
        own.load_state_dict(given.state_dict())
    return net


def random_board(rng: random.Random, size: int, rule: Rule = Rule.FREESTYLE) -> Board:
    """Return a position of an unfinished game, with up to sixty stones."""
    while True:
        board = Board(size, rule)
        for _ in range(rng.randint(0, min(60, size * size - 4))):
            moves = board.legal_moves()
            if not moves:
                break
            board.play(*rng.choice(moves))
        if board.legal_moves():
            return board
