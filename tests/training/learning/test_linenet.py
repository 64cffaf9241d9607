"""Torch and kernel are one net: the same outcome and policy on a thousand positions."""

import random

import pytest
import torch

from core.eval.net import LAYOUT, Net, NetEvaluator
from core.eval.net_loader import WEIGHTS, evaluator_for
from core.eval.netfile import NetError, NetFile, net_bytes, parse_net, read_net
from core.game.board import BLACK, Board
from core.game.rules import Rule
from tests.training.trained_nets import (
    as_the_kernel_adds,
    coarse_net,
    in_fixed_point,
    lively_net,
    random_board,
    rule_net,
)
from training.learning.linenet import (
    FEATURE_SCALE,
    PAIRS,
    STATES,
    LineNet,
    LineNumbers,
    RuleNet,
)
from training.learning.net_export import load_net, net_file

SIZES = (5, 9, 13, 15, 20, 22)


def tensors_of(boards: list[Board]) -> torch.Tensor:
    return torch.tensor([list(board.cells()) for board in boards])


def compare(net: LineNet, kernel: NetEvaluator, rounds: int) -> set[float]:
    """Compare torch and kernel on ten positions a round; return the values, rounded.

    The line features of both must be equal. The other sums are added in another order,
    which changed no probability by more than 4e-7 in three nets, with each of torch's three builds
    for x86; a line feature rounded to another unit changes one by up to 3e-5,
    a weight of the policy, which depends on these sums, by up to half a percent of it.
    """
    rng, spread = random.Random(4), set()
    for number in range(rounds):
        size = SIZES[number % len(SIZES)]
        boards = [random_board(rng, size) for _ in range(10)]
        with torch.no_grad():
            logits, outcomes = in_fixed_point(net, tensors_of(boards), size)
        for board, logit, outcome in zip(boards, logits, outcomes, strict=True):
            wanted = torch.softmax(outcome, 0).tolist()
            assert kernel.outcomes(board) == pytest.approx(wanted, abs=4e-6)
            priors = kernel.priors(board)
            cells = torch.tensor([y * size + x for (x, y), _ in priors])
            shares = torch.softmax(logit[cells], 0).tolist()
            assert [share for _, share in priors] == pytest.approx(shares, rel=1e-2, abs=4e-6)
            spread.add(round(wanted[0] - wanted[2], 2))
    return spread


@pytest.mark.slow
def test_torch_and_kernel_agree_on_a_thousand_positions() -> None:
    net = coarse_net(1)
    kernel = NetEvaluator(Net(net_file(net, {})))
    assert len(compare(net, kernel, 100)) > 5


def test_torch_and_kernel_agree_on_weights_of_any_length() -> None:
    """The weights of `coarse_net` are short; here the sums are made in the kernel's order."""
    net = lively_net(1)
    kernel = NetEvaluator(Net(net_file(net, {})))
    assert compare(as_the_kernel_adds(net), kernel, len(SIZES))


@pytest.mark.parametrize(("rule", "most"), [(Rule.FREESTYLE, 0.3), (Rule.RENJU, 0.2)])
def test_fixed_point_changes_little_in_the_shipped_nets(rule: Rule, most: float) -> None:
    """Learning knows nothing of the kernel's roundings behind the line features.

    On random boards, far from its games, freestyle's policy has large logits, so that a rounding
    may exchange two moves; the mean change, in nats, is what play feels.
    """
    file, net = read_net(WEIGHTS / f"{rule.label}.net"), RuleNet(rule)
    load_net(net, file)
    rng, kernel = random.Random(5), evaluator_for(rule)
    assert isinstance(kernel, NetEvaluator)
    policy_changes = []  # in nats
    for _ in range(40):
        board = random_board(rng, 15, rule)
        side = net.sides[0 if board.to_move == BLACK else -1]
        with torch.no_grad():
            logits, outcomes = side(tensors_of([board]), 15)
        win, _, loss = torch.softmax(outcomes[0], 0).tolist()
        found = kernel.outcomes(board)
        assert found[0] - found[2] == pytest.approx(win - loss, abs=0.05)
        points, priors = zip(*kernel.priors(board), strict=True)
        logs = torch.log_softmax(logits[0][[y * 15 + x for x, y in points]], 0)
        assert priors == pytest.approx(logs.exp().tolist(), abs=most)
        found_logs = torch.tensor(priors).clamp(min=1e-30).log()
        policy_changes.append(float((logs.exp() * (logs - found_logs)).sum()))
    assert sum(policy_changes) / len(policy_changes) < 0.03


def test_another_order_of_the_sums_moves_few_line_features_by_one_unit() -> None:
    net, numbers = lively_net(1), torch.arange(0, STATES * PAIRS, 40)
    with torch.no_grad():
        torchs = net.line_features(numbers) * FEATURE_SCALE
        kernels = as_the_kernel_adds(net).line_features(numbers) * FEATURE_SCALE
    moved = (torchs - kernels).abs()
    assert moved.max() <= 1
    assert moved.mean() < 0.001


def test_occupied_cells_get_no_share() -> None:
    board = random_board(random.Random(2), 9)
    logits, _ = LineNet()(tensors_of([board]), 9)
    taken = torch.tensor(list(board.cells())) > 0
    assert torch.isinf(logits[0][taken]).all()
    assert torch.isfinite(logits[0][~taken]).all()


def test_a_turned_board_has_the_same_outcome_and_a_turned_policy() -> None:
    net = lively_net(3)
    # 3x3 kernels depend on the direction, so make them symmetric
    with torch.no_grad():
        weight = net.near.weight
        turned = torch.stack([torch.rot90(weight, k, (2, 3)) for k in range(4)]).mean(dim=0)
        weight.copy_((turned + turned.flip(3)) / 2)
    cells = tensors_of([random_board(random.Random(9), 11)]).view(1, 11, 11)
    logits, outcome = net(cells.reshape(1, -1), 11)
    for k in range(4):
        moved, same = net(torch.rot90(cells, k, (1, 2)).reshape(1, -1), 11)
        assert torch.allclose(outcome, same, atol=1e-4)
        back = torch.rot90(moved.view(1, 11, 11), -k, (1, 2)).reshape(1, -1)
        assert torch.allclose(logits, back, atol=1e-3)


def test_lines_are_numbered_from_their_nearest_cells_and_both_ways_alike() -> None:
    row = torch.tensor([[0, 1, 2, 0, 0, 0, 0] + [0] * 42])
    numbered = LineNumbers(7, row.device)
    numbers = numbered(row)[0].view(7, 7, 4)
    mirrored = numbered(row.view(1, 7, 7).flip(2).reshape(1, -1))[0].view(7, 7, 4)
    assert torch.equal(numbers[..., 0], mirrored[..., 0].flip(1))
    assert torch.equal(numbers[..., 2], mirrored[..., 3].flip(1))
    # from the corner: nothing behind; own, enemy and empty cells ahead
    ahead = 121 + 1 + 2 * 3
    assert numbers[0, 0, 0] == ahead * (ahead + 1) // 2


def test_lines_are_numbered_on_the_device_of_the_cells() -> None:
    elsewhere = torch.device("meta")  # cannot be combined with another device, like a GPU
    cells = torch.zeros(3, 49, dtype=torch.uint8, device=elsewhere)
    assert LineNumbers(7, elsewhere)(cells).device == elsewhere


def test_the_white_net_thinks_for_white() -> None:
    one, other = Net(net_file(lively_net(1), {})), Net(net_file(lively_net(2), {}))
    both = NetEvaluator(one, other)
    board = Board(9)
    for move in [(4, 4), (5, 5), (3, 4)]:
        alone = NetEvaluator(one if board.to_move == 1 else other)
        assert both.outcomes(board) == alone.outcomes(board)
        board.play(*move)
    assert NetEvaluator(one).outcomes(board) != NetEvaluator(other).outcomes(board)


def test_a_net_survives_its_file() -> None:
    file = net_file(lively_net(5), {"rule": "renju", "games": 12})
    again = parse_net(net_bytes(file), "it")
    assert again.header["rule"] == "renju"
    assert again.header["games"] == 12
    board = random_board(random.Random(1), 15)
    assert NetEvaluator(Net(again)).outcomes(board) == NetEvaluator(Net(file)).outcomes(board)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda data: data[:-1], "cut short or damaged"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "cut short or damaged"),
        (lambda data: b"GIF89a" + data, "not a net file"),
        (lambda data: data[:40], "damaged header"),
        (lambda data: data.replace(b'"half"', b'"hull"', 1), "array half"),
        (lambda data: data.replace(b"linenet-3", b"linenet-9", 1), "linenet-3 nets only"),
    ],
)
def test_a_spoilt_file_is_refused(spoil: object, complaint: str) -> None:
    assert callable(spoil)
    data = spoil(net_bytes(net_file(LineNet(), {})))
    with pytest.raises(NetError, match=complaint):
        Net(parse_net(data, "it"))


def test_learning_begins_with_the_net_of_a_file_and_refuses_others() -> None:
    net, learner = lively_net(3), RuleNet(Rule.FREESTYLE)
    whole = net_file(net, {})
    load_net(learner, whole)
    cells = tensors_of([random_board(random.Random(1), 15)])
    assert torch.equal(learner(cells, 15)[0], net(cells, 15)[0])
    lacking = {name: values for name, values in whole.arrays.items() if name != "gate"}
    for load in (Net, lambda file: load_net(learner, file)):
        with pytest.raises(NetError, match="array gate"):
            load(NetFile(whole.header, lacking))
        with pytest.raises(NetError, match="linenet-3 nets only"):
            load(NetFile({"architecture": "linenet-2"}, lacking))


def test_every_array_has_its_place() -> None:
    arrays = LineNet().kernel_arrays()
    assert {name: array.numel() for name, array in arrays.items()} == dict(LAYOUT)
    with pytest.raises(NetError, match="array half"):
        Net(NetFile({"architecture": "linenet-3"}, {}))


def test_the_nets_of_renju_see_the_rows_of_their_colour() -> None:
    black, white = coarse_net(1), coarse_net(2)
    boards = [random_board(random.Random(seed), 9, Rule.RENJU) for seed in range(8)]
    cells, movers = tensors_of(boards), torch.tensor([board.to_move == BLACK for board in boards])
    logits, outcomes = rule_net(black, white)(cells, 9)
    for at, mover in enumerate(movers):
        own = (black if mover else white)(cells[at : at + 1], 9)
        assert torch.allclose(logits[at], own[0][0], atol=1e-5)
        assert torch.allclose(outcomes[at], own[1][0], atol=1e-5)
    assert set(movers.tolist()) == {True, False}
