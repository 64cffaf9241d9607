"""Net files: a damaged one is refused with a one-line error, or evaluates as before."""

import math
import random
import struct
import zlib
from array import array
from pathlib import Path

import pytest

from core.eval.net import Net, NetEvaluator
from core.eval.net_loader import WEIGHTS, load
from core.eval.netfile import LARGEST_WEIGHT, NetError, NetFile, net_bytes, parse_net, read_net
from core.game.board import Board
from core.papers.adp import AdpEvaluator, Mlp
from tests.core.eval.damaged_nets import cut, damaged, joined, odd_weight, split
from tests.core.papers.perceptrons import random_mlp

FILES = {path.stem: path.read_bytes() for path in WEIGHTS.glob("*.net")}
FUZZED = 1000


def outcomes_of(file: NetFile) -> tuple[float, float, float]:
    """Return a net's outcomes of the empty board."""
    return NetEvaluator(*(Net(part) for part in file.parts())).outcomes(Board(15))


def test_damaged_nets_are_refused_or_think_as_before() -> None:
    rng, complaints, thinking = random.Random(8), list[str](), 0
    before = {name: outcomes_of(parse_net(data, name)) for name, data in FILES.items()}
    for _ in range(FUZZED):
        name, data = rng.choice(list(FILES.items()))
        try:
            assert outcomes_of(parse_net(damaged(data, rng), name)) == before[name]
            thinking += 1
        except NetError as error:
            complaints.append(str(error))
    assert thinking > 20
    assert len(complaints) > FUZZED / 2
    assert not [complaint for complaint in complaints if "\n" in complaint or len(complaint) > 300]


def test_damaged_perceptrons_are_refused_or_think_as_before() -> None:
    rng, refused, data = random.Random(9), 0, net_bytes(random_mlp(1))
    before = AdpEvaluator(Mlp(parse_net(data, "adp"))).value(Board(15))
    for _ in range(FUZZED):
        try:
            mlp = Mlp(parse_net(damaged(data, rng), "adp"))
            assert AdpEvaluator(mlp).value(Board(15)) == before
        except NetError:
            refused += 1
    assert refused > FUZZED / 2


@pytest.mark.parametrize("weight", [math.nan, math.inf, -math.inf, 3e38, LARGEST_WEIGHT])
def test_weights_that_are_no_numbers_are_neither_read_nor_written(weight: float) -> None:
    header, body = split(FILES["freestyle"])
    body = body[:400] + struct.pack("<f", weight) + body[404:]
    with pytest.raises(NetError, match="it is damaged: a weight is NaN, infinite or too large"):
        parse_net(joined({**header, "crc32": zlib.crc32(body)}, body), "it")
    with pytest.raises(NetError, match="a weight is NaN"):
        net_bytes(NetFile({}, {"some": array("f", [0.0, weight])}))


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
def test_the_largest_weights_give_finite_thoughts(rule: str) -> None:
    file, rng = parse_net(FILES[rule], "it"), random.Random(1)
    most = math.nextafter(LARGEST_WEIGHT, 0) * 0.99
    for share in (0.0, 0.3, 0.5, 1.0):
        arrays = {
            name: array("f", [most if rng.random() < share else -most for _ in values])
            for name, values in file.arrays.items()
        }
        evaluator = NetEvaluator(Net(parse_net(net_bytes(NetFile(file.header, arrays)), "it")))
        assert all(map(math.isfinite, evaluator.outcomes(Board(22))))
        assert all(math.isfinite(prior) for _, prior in evaluator.priors(Board(22)))


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    for damage in (cut, odd_weight):
        path.write_bytes(damage(FILES["caro"], random.Random(1)))
        with pytest.raises(NetError, match=r"some\.net is"):
            load(path)
    for name in ("missing.net", "."):
        with pytest.raises(NetError, match="cannot read"):
            read_net(tmp_path / name)


def test_a_net_of_another_kind_is_named(tmp_path: Path) -> None:
    path = tmp_path / "adp.net"
    path.write_bytes(net_bytes(random_mlp(1)))
    with pytest.raises(NetError, match=r"adp\.net is not a net for Fukumi: .* linenet-3 nets only"):
        load(path)
