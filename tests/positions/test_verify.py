"""The slow searches behind the suite can fail."""

import random

import pytest

from core.game.board import Board
from core.game.rules import Rule
from core.threats.vcf import Vcf
from tests.core.positions import crowded_board
from tests.core.threats.slow_threats import has_vcf, wins_against_everything
from tests.positions import RULES, Puzzle, shape_of
from tests.positions.shortest import FourSearch, TooHard
from tests.positions.verify import grade_holds, threats_win


def board_of(*points: tuple[int, int]) -> Board:
    board = Board(15, Rule.FREESTYLE)
    for point in points:
        board.play(*point)
    return board


OPEN_THREE = board_of((5, 7), (0, 0), (6, 7), (0, 14), (7, 7), (14, 14))
OPEN_TWO = board_of((6, 7), (0, 0), (7, 7), (0, 14))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.label)
def test_the_search_by_fours_agrees_with_one_that_tries_every_move(rule: Rule) -> None:
    rng = random.Random(rule.value)
    answers: list[bool] = []
    while len(answers) < 40:
        board = crowded_board(rng, rule, 7, rng.choice((10, 13, 16)))
        if board is not None:
            answers.append(has_vcf(board))
            assert FourSearch(board, 10_000).wins(99) == answers[-1], board.stones()
    assert len(set(answers)) == 2


def test_the_shortest_win_is_found_and_no_shorter_one() -> None:
    assert FourSearch(OPEN_THREE, 100).shortest(9) == 3
    assert FourSearch(OPEN_THREE, 100).shortest(1) == 0
    assert FourSearch(OPEN_TWO, 100).shortest(9) == 0
    with pytest.raises(TooHard):
        FourSearch(OPEN_THREE, 1).shortest(9)


def test_a_move_that_does_not_win_is_not_believed() -> None:
    search = Vcf().search
    assert wins_against_everything(OPEN_THREE, [(8, 7)], search)
    assert not wins_against_everything(OPEN_THREE, [(9, 7)], lambda _: [])
    assert not wins_against_everything(OPEN_TWO, [(8, 7)], search)
    assert not threats_win(OPEN_TWO, 100)


def test_a_wrong_grade_is_noticed() -> None:
    for grade, right in (("vcf 3", True), ("vcf 5", False), ("vct", False), ("no vcf", False)):
        assert grade_holds(Puzzle(grade, "", OPEN_THREE)) == right


def test_a_position_and_its_mirror_are_the_same() -> None:
    mirrored = board_of((8, 0), (1, 1), (7, 1))
    assert shape_of(mirrored) == shape_of(board_of((0, 6), (1, 13), (1, 7)))
    assert shape_of(mirrored) != shape_of(board_of((1, 1), (8, 0), (7, 1)))
