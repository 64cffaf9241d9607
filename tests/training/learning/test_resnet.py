"""The teacher's net: any board size, symmetric boards alike, and a view of the whole board."""

import random

import pytest
import torch
from torch import Tensor, nn

from core.game.rules import Rule
from tests.training.trained_nets import random_board
from training.learning import device
from training.learning.device import mixed_precision
from training.learning.resnet import ResNet, pooled

CPU = torch.device("cpu")


def lively(blocks: int = 2, channels: int = 8, coloured: bool = False) -> ResNet:
    """Return a net with random weights, large enough for policy and outcome to vary."""
    torch.manual_seed(1)
    net = ResNet(blocks, channels, coloured).requires_grad_(False)
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            module.weight *= 2
    return net


def positions(size: int, count: int = 3, rule: Rule = Rule.FREESTYLE) -> Tensor:
    rng = random.Random(size)
    boards = [random_board(rng, size, rule) for _ in range(count)]
    return torch.tensor([list(board.cells()) for board in boards])


@pytest.mark.parametrize("size", range(9, 21))
def test_one_net_knows_every_size(size: int) -> None:
    cells = positions(size)
    logits, outcome = lively()(cells, size)
    assert (logits.shape, outcome.shape) == (cells.shape, (3, 3))
    assert torch.equal(logits.isneginf(), cells != 0)
    assert torch.isfinite(logits[cells == 0]).all()
    assert torch.isfinite(outcome).all()


def test_a_position_is_judged_alike_alone_and_in_a_batch() -> None:
    net, cells = lively(), positions(11, 4)
    logits, outcome = net(cells, 11)
    for row in range(4):
        one, alone = net(cells[row : row + 1], 11)
        assert torch.allclose(one[0], logits[row], atol=1e-4)
        assert torch.allclose(alone[0], outcome[row], atol=1e-4)


def test_a_turned_board_has_the_same_outcome_and_a_turned_policy() -> None:
    net = lively()
    for module in net.modules():  # kernels depend on the direction, so make them symmetric
        if isinstance(module, nn.Conv2d):
            turned = torch.stack([torch.rot90(module.weight, k, (2, 3)) for k in range(4)])
            module.weight.copy_((turned.mean(dim=0) + turned.mean(dim=0).flip(3)) / 2)
    cells = positions(11, 1).view(1, 11, 11)
    logits, outcome = net(cells.reshape(1, -1), 11)
    for k in range(4):
        for flip in ([], [2]):
            turned = torch.rot90(cells, k, (1, 2)).flip(flip)
            moved, same = net(turned.reshape(1, -1), 11)
            assert torch.allclose(outcome, same, atol=1e-4)
            back = torch.rot90(moved.view(1, 11, 11).flip(flip), -k, (1, 2)).reshape(1, -1)
            assert torch.allclose(logits, back, atol=1e-3)


def test_a_stone_is_noticed_across_the_board() -> None:
    net, far = lively(blocks=1), 20 * 20 - 1
    cells = torch.zeros(2, 20 * 20, dtype=torch.uint8)
    cells[1, far] = 1  # beyond the reach of a 5x5 kernel and two of 3x3
    logits, _ = net(cells, 20)
    moved = (logits[1] - logits[0]).view(20, 20)[:12, :12]
    assert moved.abs().min() > 1e-5


def test_pooling_tells_mean_mean_by_width_and_largest() -> None:
    x = torch.zeros(1, 2, 9, 9)
    x[0, 1, 4, 4] = 81.0
    assert pooled(x).tolist() == [pytest.approx([0, 1, 0, -0.5, 0, 81])]


def test_colours_count_where_the_rule_tells_them_apart() -> None:
    white = torch.zeros(1, 81, dtype=torch.uint8)
    white[0, 40] = 2
    black = white.clone()
    black[0, 41] = 1
    for net, planes in ((lively(), 3), (lively(coloured=True), 4)):
        seen = net._planes(torch.cat([white, black]), 9)
        assert seen.shape == (2, planes, 9, 9)
        assert seen[:, 2].eq(1).all()
    assert [float(plane.mean()) for plane in seen[:, 3]] == [0, 1]


@pytest.mark.slow
def test_everything_is_worked_out_on_the_device_of_the_cells() -> None:
    elsewhere = torch.device("meta")  # cannot be combined with another device, like a GPU
    cells = torch.zeros(2, 81, dtype=torch.uint8, device=elsewhere)
    logits, outcome = ResNet(2, 8, True).to(elsewhere)(cells, 9)
    assert logits.device == outcome.device == elsewhere


def test_bfloat16_says_nearly_the_same_in_float32(monkeypatch: pytest.MonkeyPatch) -> None:
    net, cells = ResNet(3, 16, False), positions(15)
    monkeypatch.setattr(device, "MIXED", set())
    with mixed_precision(CPU):
        exact = net(cells, 15)
    monkeypatch.setattr(device, "MIXED", {"cpu"})
    with mixed_precision(CPU):
        rough = net(cells, 15)
    for one, other in zip(exact, rough, strict=True):
        assert other.dtype == torch.float32
        assert not torch.equal(one, other)
        assert torch.allclose(one, other, atol=0.05)
