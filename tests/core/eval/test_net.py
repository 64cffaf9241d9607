"""Nets: lines computed ahead change nothing but the time of the first search."""

import pytest

from core.eval.net import Net, NetEvaluator
from core.eval.net_loader import WEIGHTS, evaluator_for, shipped_net
from core.eval.netfile import read_net
from core.game.board import Board
from core.game.rules import Rule
from core.search.engine import Engine


def fresh(rule: Rule) -> NetEvaluator:
    """Return an evaluator of a rule's shipped net that has computed nothing yet."""
    return NetEvaluator(*(Net(part) for part in read_net(WEIGHTS / f"{rule.label}.net").parts()))


@pytest.mark.parametrize("rule", [Rule.FREESTYLE, Rule.RENJU])
def test_lines_computed_ahead_evaluate_as_lines_computed_on_demand(rule: Rule) -> None:
    ahead, on_demand = fresh(rule), fresh(rule)
    while ahead.compute_ahead(1000):
        pass
    board = Board(15, rule)
    for move in ((7, 7), (8, 8), (6, 7), (0, 0), (9, 6), (14, 2), (7, 9)):
        board.play(*move)
        assert ahead.outcomes(board) == on_demand.outcomes(board)
        assert ahead.priors(board) == on_demand.priors(board)


def test_parts_of_any_length_reach_the_end_and_stay_there() -> None:
    evaluator = fresh(Rule.STANDARD)
    assert evaluator.compute_ahead(1)
    assert not evaluator.compute_ahead(1_000_000)
    assert not evaluator.compute_ahead(1)


def test_engine_computes_the_net_of_the_rule_it_was_warmed_up_for() -> None:
    engine = Engine()
    assert not engine.compute_ahead(), "no rule yet: no net to compute"
    engine.warm_up(Rule.CARO)
    while engine.compute_ahead():
        pass
    evaluator = evaluator_for(Rule.CARO)
    assert isinstance(evaluator, NetEvaluator)
    assert not evaluator.compute_ahead(1)


def test_caro_with_exactly_five_plays_with_the_net_of_caro() -> None:
    assert shipped_net(Rule.CARO_EXACT) == WEIGHTS / "caro.net"
    assert isinstance(evaluator_for(Rule.CARO_EXACT), NetEvaluator)
