"""Solvers in the search: their limits, and what they prove at the root and at its moves."""

from dataclasses import replace

import pytest

from core.eval.evaluate import LinesEvaluator
from core.game.board import Board, Point
from core.game.notation import board_after, parse_moves
from core.game.rules import Rule
from core.search.mcts import Search
from core.search.search_settings import DEFAULTS, SearchSettings
from core.threats.vcf import Vcf
from core.threats.vct import Vct

MOVES = (
    "g7f10i9h5j8g6i4f8j10h8g9h9g10f9f7j5h7f12f11e7e12k5j7i7",
    "f10j10j6i11h12i13i7g9k7j12h10l8i10i9h11h13l4h8m3k5g10e10l12k9m7e8g7h9j9l7e9i14i12k11",
)
"""Caro, 15x15: the side to move has a win by fours that takes thousands of positions to find."""


def position(moves: str) -> Board:
    return board_after(15, Rule.CARO, parse_moves(moves, 15))


def search_of(board: Board, settings: SearchSettings = DEFAULTS) -> Search:
    search = Search(LinesEvaluator(), 64 << 20, settings)
    search.reset(board)
    search.prepare()
    return search


def check_win(board: Board, move: Point, solver: Vcf | Vct) -> None:
    """Check that the solver finds a win after a move and every reply."""
    after = board.copy()
    after.play(*move)
    for reply in after.legal_moves():
        trial = after.copy()
        trial.play(*reply)
        assert solver.search(trial), f"{reply} saves the other side"


@pytest.mark.parametrize("moves", MOVES)
def test_a_deep_vcf_search_is_put_off_and_made_up_for(moves: str) -> None:
    search = search_of(position(moves), replace(DEFAULTS, vct_share=0.0))
    search.limit_solvers(1000)
    search.run(600)
    assert search.root_proof == 0
    search.limit_solvers(1 << 40)
    search.run(600)
    assert search.root_proof > 0


@pytest.mark.parametrize("moves", MOVES)
def test_a_win_is_played_without_time_to_write_its_line_down(moves: str) -> None:
    board = position(moves)
    search = search_of(board)
    search.run(600)
    whole = search.root_moves()[0]
    assert len(whole.pv) > 5
    for found in (search.root_moves(1)[0], search.moves_so_far()[0]):
        assert (found.value, found.proof) == (1.0, search.root_proof)
        check_win(board, found.move, Vcf())


# The side to move wins by open threes and fours, which visits alone do not find.
THREATS = (
    "j5h6f8h5h7i6j6j4g4k5i3k7g7",
    "h5f10f6f5h11e6g4e9d8e7e8f9f8g8h9h7i6f3f7",
)
EAGER = replace(DEFAULTS, vct_share=0.3)
"""Settings that find these wins in a third of the visits."""


@pytest.mark.parametrize("moves", THREATS)
def test_a_victory_by_threats_is_proved_and_played_without_time_for_its_line(moves: str) -> None:
    board = board_after(15, Rule.FREESTYLE, parse_moves(moves, 15))
    search = search_of(board, EAGER)
    search.run(3000)
    assert search.root_proof > 0
    for found in (search.root_moves(1)[0], search.moves_so_far()[0]):
        check_win(board, found.move, Vct())


def test_a_search_that_is_used_again_finds_threats_as_soon_as_a_new_one() -> None:
    moves = "i9i8f11j9h7k8h8j10j8k7h9h10k9i7i10i6j11k12h5h6f7g8g6e8i4j3f5g5d7e7"
    board = board_after(15, Rule.FREESTYLE, parse_moves(moves, 15))
    new, used = search_of(board), search_of(board_after(15, Rule.FREESTYLE, [(7, 7)]))
    used.run(4000)
    used.reset(board)
    used.prepare()
    for search in (new, used):
        search.run(1000)
    assert used.root_proof == new.root_proof > 0
    assert used.root_visits == new.root_visits


def test_a_move_that_loses_by_threats_is_not_played() -> None:
    *moves, blunder = parse_moves(THREATS[0], 15)
    board = board_after(15, Rule.FREESTYLE, moves)
    search = search_of(board, EAGER)
    number = next(i for i, edge in enumerate(search.edges()) if edge.move == blunder)
    for _ in range(20):
        search.run_through(number, 100)
    assert search.root_moves()[0].move != blunder
    assert next(edge for edge in search.edges() if edge.move == blunder).proof < 0
