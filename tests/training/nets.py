"""Nets and positions for the tests of net and kernel."""

import random

import torch

from core.board import Board
from core.rules import Rule
from training.model import LineNet, RuleNet


def lively_net(seed: int) -> LineNet:
    """A net with random weights, large enough for policy and outcome to vary."""
    torch.manual_seed(seed)
    net = LineNet()
    with torch.no_grad():
        net.policy.weight *= 4
        net.outcome.weight *= 4
    return net


def rule_net(*sides: LineNet) -> RuleNet:
    """One net for both colours, or Black's and White's."""
    net = RuleNet(Rule.RENJU if len(sides) == 2 else Rule.FREESTYLE)
    for own, given in zip(net.sides, sides, strict=True):
        own.load_state_dict(given.state_dict())
    return net


def random_board(rng: random.Random, size: int, rule: Rule = Rule.FREESTYLE) -> Board:
    """A position that is not over, with up to sixty stones."""
    while True:
        board = Board(size, rule)
        for _ in range(rng.randint(0, min(60, size * size - 4))):
            moves = board.legal_moves()
            if not moves:
                break
            board.play(*rng.choice(moves))
        if board.legal_moves():
            return board
