"""Puzzles: every rule has some of each depth, and the defence tells a win from a lost chance."""

import pytest

from board.board_error import BoardError
from board.puzzles import RULES, defend, grades, puzzles
from core.game.rules import Rule
from core.search.engine import Engine
from core.threats.vcf import Vcf

ENGINE = Engine(max_memory=200 << 20)


def test_there_are_puzzles_of_every_rule_by_depth() -> None:
    for rule in RULES:
        of_rule = grades()[rule.label]
        assert next(iter(of_rule)) == "vcf 3"
        assert "vct" in of_rule
        assert "no vcf" not in of_rule
        assert all(len(puzzles(rule, grade)) == n for grade, n in of_rule.items())
    with pytest.raises(BoardError, match="no puzzles of grade 'vcf 4'"):
        puzzles(Rule.RENJU, "vcf 4")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.label)
def test_the_winning_line_stays_won_against_the_defence(rule: Rule) -> None:
    board = puzzles(rule, "vcf 5")[0]
    while not board.over:
        line = Vcf().search(board)
        assert line
        board.play(*line[0])
        if not board.over:
            defence = defend(ENGINE, board)
            assert defence.still_won
            board.play(*defence.move)


def test_a_move_far_away_lets_the_win_go() -> None:
    board = puzzles(Rule.FREESTYLE, "vcf 5")[0]
    board.play(0, 0)
    assert not defend(ENGINE, board).still_won
