"""The moves that a node lists at first, and its priors after every legal move has joined."""

from dataclasses import replace

import pytest

from core.eval.evaluate import LinesEvaluator
from core.eval.net_loader import evaluator_for
from core.game.notation import board_after, parse_moves
from core.game.rules import Rule
from core.search.mcts import Search
from core.search.search_settings import DEFAULTS

ALL_LISTED = replace(DEFAULTS, max_children=15 * 15)
VISITS = 200

LOST = (
    "h8i9i11j8i7k5h10g9h9h11h7h6g8f7g10e10j7",
    "h8i9k7g9k5k8j6j9h9i10i7l4l7j7i5g12h11",
    "h8h6g5f6i5j5g6g4g8i8f7h9e8h5d7",
    "h8j8f8j6g9i9h10i11f10e11g10i10i8g8f11i13i12",
    "h8i9j8h6i8k8g9g8f10i7f11e11h10h9f8",
    "h8h10i9i11i6g9f8j10i8j12k13",
)
"""Self-play games in which the side to move soon sees that all moves near stones lose."""


@pytest.mark.parametrize("moves", LOST)
def test_priors_sum_to_one_when_every_move_has_joined(moves: str) -> None:
    board = board_after(15, Rule.FREESTYLE, parse_moves(moves, 15))
    search = Search(LinesEvaluator(), 64 << 20, ALL_LISTED)
    search.reset(board)
    search.prepare()
    search.run(VISITS)
    priors = [edge.prior for edge in search.edges()]
    assert len(priors) == len(board.legal_moves())
    assert min(priors) > 0
    assert sum(priors) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("moves", ["h8", "h8i9j8i7k6g10", "a15"])
def test_only_the_best_moves_are_listed_at_first(moves: str) -> None:
    board = board_after(15, Rule.FREESTYLE, parse_moves(moves, 15))
    evaluator = evaluator_for(Rule.FREESTYLE)
    search = Search(evaluator, 64 << 20, ALL_LISTED)
    search.reset(board)
    search.prepare()
    listed = [(edge.move, edge.prior) for edge in search.edges()]
    for rank, (move, prior) in enumerate(evaluator.priors(board)):
        assert ((move, prior) in listed) == (rank < 12 or prior >= 1e-4), (rank, move, prior)
