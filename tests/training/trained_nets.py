"""Nets and positions for the tests of net and kernel."""

import random

import torch
from torch import Tensor, nn

from core.game.board import Board
from core.game.rules import Rule
from training.learning.linenet import LineNet, RuleNet


def lively_net(seed: int) -> LineNet:
    """Return a net with random weights, large enough for policy and outcome to vary."""
    torch.manual_seed(seed)
    net = LineNet()
    with torch.no_grad():
        net.policy.weight *= 4
        net.outcome.weight *= 4
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
