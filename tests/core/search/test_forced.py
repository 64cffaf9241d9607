"""Forced moves in the tree: the moves that the search leaves out must lose."""

import random

import pytest

from core.game.board import Board
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vcf import Vcf
from tests.core.positions import crowded_board
from tests.core.threats.slow_threats import five_moves, other_side


def has_winning_four(board: Board) -> bool:
    """Return whether the side to move has a four after which every reply leaves it a five."""
    for x, y in board.legal_moves():
        board.play(x, y)
        won = not five_moves(board) and all(still_five(board, r) for r in board.legal_moves())
        board.undo()
        if won:
            return True
    return False


def still_five(board: Board, reply: tuple[int, int]) -> bool:
    board.play(*reply)
    five = bool(five_moves(board))
    board.undo()
    return five


def is_threatened(board: Board) -> bool:
    """Return whether only the enemy threatens a winning four, and nobody a five."""
    enemy = other_side(board)
    if five_moves(board) or five_moves(enemy):
        return False
    return not has_winning_four(board) and has_winning_four(enemy)


@pytest.mark.parametrize("rule", list(Rule))
def test_moves_left_out_against_a_winning_four_lose(rule: Rule) -> None:
    rng, engine, threatened, kept = random.Random(3 + rule.value), Engine(), 0, 0
    while threatened < 12:
        board = crowded_board(rng, rule, 8, rng.choice((7, 9, 11, 13)))
        if board is None or not is_threatened(board):
            continue
        threatened += 1
        engine.set_position(board)
        report = engine.think(Budget.from_now(3600, 3))
        listed = {c.move for c in report.candidates}
        kept += len(listed)
        for move in set(board.legal_moves()) - listed:
            board.play(*move)
            assert Vcf().search(board), (board.stones(), move)
            board.undo()
    assert kept < threatened * 30
