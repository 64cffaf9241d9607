"""The result of a gate: Elo with its error, from the scores of pairs of games."""

import itertools

import pytest

from core.eval.net_loader import WEIGHTS
from training.gating.gate_match import play_gate_match, result_of
from training.net_records import GateStopped


def test_a_gate_stops_between_two_pairs() -> None:
    net = WEIGHTS / "freestyle.net"
    asked = itertools.count(1)
    with pytest.raises(GateStopped):
        play_gate_match(net, net, "freestyle", 7, 1000, 2, 1, {}, lambda: next(asked) == 3)
    assert next(asked) == 4


def test_what_a_gate_says() -> None:
    even = result_of([0.5] * 20)
    assert (even.elo, even.score) == (0.0, 0.5)
    assert 5 < even.error < 40
    better = result_of([1.0, 0.5, 0.75, 0.5] * 25)
    assert better.score == pytest.approx(0.6875)
    assert better.elo == pytest.approx(136.97, abs=0.1)
    assert 25 < better.error < 40
    perfect = result_of([1.0] * 10)
    assert 300 < perfect.elo < 1000
    assert 50 < perfect.error < 300
