"""VCF: every line found wins against every defence, and `no win` is never wrong."""

import random

import pytest

from core.game.board import BLACK, EMPTY, Board
from core.game.rules import Rule
from core.threats.vcf import Vcf
from tests.core.positions import (
    crowded_board,
    four_against_the_last_point,
    open_four_against_the_last_points,
)
from tests.core.threats.slow_threats import five_moves, has_vcf, wins_against_everything


@pytest.mark.parametrize("rule", list(Rule))
def test_every_win_holds_against_every_defence(rule: Rule) -> None:
    rng, solver = random.Random(31 + rule.value), Vcf()
    depths: list[int] = []
    while len(depths) < 60:
        board = crowded_board(rng, rule, rng.choice((9, 11, 15)), rng.choice((14, 20, 26)))
        if board is None or five_moves(board):
            continue
        line = solver.search(board)
        if line:
            assert wins_against_everything(board, line, solver.search), (board.stones(), line)
            depths.append(len(line))
    assert max(depths) >= 7


@pytest.mark.parametrize("rule", list(Rule))
def test_no_win_agrees_with_the_slow_search(rule: Rule) -> None:
    rng, found, none = random.Random(77 + rule.value), 0, 0
    while found < 25 or none < 25:
        board = crowded_board(rng, rule, 7, rng.choice((10, 13, 16)))
        if board is None:
            continue
        line = Vcf().search(board)
        assert line is not None
        slow = has_vcf(board)
        assert bool(line) == slow, (board.stones(), line)
        found += slow
        none += not slow


def test_a_line_is_played_out_to_the_five() -> None:
    moves = "7,7 6,7 8,7 0,0 9,7 0,14 10,8 14,0 10,9 14,14"
    board = Board(15, Rule.FREESTYLE)
    for move in moves.split():
        x, y = move.split(",")
        board.play(int(x), int(y))
    line = Vcf().search(board)
    assert line
    for point in line:
        board.play(*point)
    assert board.winner == BLACK


@pytest.mark.parametrize("rule", [Rule.CARO, Rule.CARO_EXACT])
def test_a_line_does_not_end_in_a_five_that_its_defence_has_spoilt(rule: Rule) -> None:
    # 3,6 makes a four in the row and one in the diagonal, between 1,4 and 6,9. White stops the
    # latter on 1,4, since the stone on 7,10 holds its other end, so only the row makes five then.
    stones = [(4, 6, 1), (5, 6, 1), (7, 6, 1), (2, 5, 1), (4, 7, 1), (5, 8, 1), (7, 10, 2)]
    board = Board.from_stones(11, rule, stones, BLACK)
    line = Vcf().search(board)
    assert line
    for point in line:
        board.play(*point)
    assert board.winner == BLACK


def test_a_budget_too_small_is_not_called_no_win() -> None:
    rng = random.Random(5)
    answers = []
    for _ in range(300):
        board = crowded_board(rng, Rule.FREESTYLE, 15, 26)
        if board is not None and Vcf().search(board) and not five_moves(board):
            answers.append(Vcf().search(board, 1))
    assert None in answers
    assert [] not in answers


def test_a_counter_four_must_be_met_by_a_four() -> None:
    # Black's only fours are on row 3; White's reply on 5,3 completes a four on column 5.
    stones = [(2, 3, 1), (3, 3, 1), (4, 3, 1), (1, 3, 2)]
    stones += [(5, 4, 2), (5, 5, 2), (5, 6, 2), (9, 9, 1), (9, 1, 1)]
    board = Board.from_stones(11, Rule.FREESTYLE, stones, BLACK)
    assert Vcf().search(board) == []


@pytest.mark.parametrize(
    "board", [four_against_the_last_point(), open_four_against_the_last_points()]
)
def test_a_four_that_leaves_black_no_legal_move_is_a_draw(board: Board) -> None:
    assert Vcf().search(board) == []
    board.play(8, 7)
    assert (board.over, board.winner) == (True, EMPTY)
