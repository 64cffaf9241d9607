"""The compiled gradients of LineNet against autograd's."""

import random

import pytest
import torch
from torch import Tensor

from core.game.board import Board
from core.game.rules import Rule
from tests.training.trained_nets import lively_net
from training.learning import fast_gradients
from training.learning.fast_gradients import CHUNK, LINES_STEP, rule_gradients
from training.learning.linenet import LineNet, RuleNet
from training.learning.losses import Targets, add_gradients, losses

BOARDS = CHUNK + 5
"""More than one chunk, and one that is not full."""


def positions(size: int, seed: int) -> Tensor:
    """Return the cells of random positions, a few without a stone and a few nearly full."""
    rng = random.Random(seed)
    cells = []
    for number in range(BOARDS):
        board = Board(size, Rule.FREESTYLE)
        for _ in range(number % 5 * rng.randrange(1, size * size // 8)):
            if board.over:
                break
            board.play(*rng.choice(board.legal_moves()))
        cells.append(bytearray(board.cells()))
    return torch.stack([torch.frombuffer(one, dtype=torch.uint8) for one in cells])


def some_targets(cells: Tensor, seed: int) -> Targets:
    torch.manual_seed(seed)
    policy = torch.where(cells == 0, torch.rand(cells.shape), torch.zeros(cells.shape))
    return Targets(
        policy / policy.sum(1, keepdim=True).clamp_min(1e-6),
        torch.softmax(torch.randn(len(cells), 3), 1),
    )


def gradients_of(model: RuleNet) -> dict[str, Tensor]:
    found = {}
    for name, weights in model.named_parameters():
        assert weights.grad is not None, name
        found[name] = weights.grad.clone()
        weights.grad = None
    return found


def flat(gradients: dict[str, Tensor]) -> Tensor:
    return torch.cat([gradient.flatten() for gradient in gradients.values()])


@pytest.mark.parametrize("size", [7, 15])
@pytest.mark.parametrize("rule", [Rule.FREESTYLE, Rule.RENJU])
@pytest.mark.parametrize(("mixed", "tolerance"), [(False, 1e-4), (True, 0.05)])
def test_they_are_those_of_autograd(
    size: int, rule: Rule, mixed: bool, tolerance: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In bfloat16 a single array may be off by a tenth, all together by a few percent."""
    monkeypatch.setattr(fast_gradients, "CPU_BFLOAT16", mixed)
    model = RuleNet(rule)
    for seed, side in enumerate(model.sides):
        side.load_state_dict(lively_net(seed).state_dict())
    cells = positions(size, 3)
    wanted = some_targets(cells, 4)
    logits, outcome = model(cells, size)
    expected_losses = add_gradients(losses(logits, outcome, wanted))
    expected = gradients_of(model)
    found_losses = rule_gradients(model, cells, size, wanted)
    found = gradients_of(model)
    assert torch.allclose(found_losses, expected_losses, atol=1e-4 if not mixed else 0.05)
    difference = flat(found) - flat(expected)
    assert difference.norm() < tolerance * flat(expected).norm()


def test_batches_share_one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """oneDNN keeps memory for each shape of the perceptron's input that it has seen."""
    shapes, compute = set(), LineNet.line_features

    def spied(model: LineNet, lines: Tensor, mixed: bool = False) -> Tensor:
        shapes.add(len(lines))
        return compute(model, lines, mixed)

    monkeypatch.setattr(LineNet, "line_features", spied)
    model = RuleNet(Rule.FREESTYLE)
    for seed in range(6):
        cells = positions(15, seed)[: BOARDS - seed]
        rule_gradients(model, cells, 15, some_targets(cells, seed))
    assert shapes == {LINES_STEP}
