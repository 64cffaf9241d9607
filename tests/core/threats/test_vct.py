"""VCT: after each of the attacker's moves, every possible defence still loses."""

import random

import pytest

from core.game.board import EMPTY, Board, Point
from core.game.rules import Rule
from core.threats.vcf import Vcf
from core.threats.vct import Vct
from tests.core.positions import (
    crowded_board,
    four_against_the_last_point,
    four_that_only_a_foul_stops,
    open_four_against_the_last_points,
)
from tests.core.threats.slow_threats import five_moves


def attack_goes_on(board: Board, vct: Vct) -> bool:
    """Return whether the side to move still wins by force."""
    return bool(five_moves(board) or Vcf().search(board) or vct.search(board, 50_000))


def refutation(board: Board, line: list[Point]) -> tuple[Point, Point] | None:
    """Return the (attack, defence) of a line where a defence saves the enemy, or None."""
    board, vct = board.copy(), Vct()
    for ply, point in enumerate(line):
        board.play(*point)
        if ply % 2 or board.winner:
            continue
        for reply in board.legal_moves():
            board.play(*reply)
            saved = bool(board.winner) or not attack_goes_on(board, vct)
            board.undo()
            if saved:
                return point, reply
    return None


@pytest.mark.parametrize("rule", list(Rule))
def test_every_defence_loses(rule: Rule) -> None:
    rng, solver, lengths = random.Random(8 + rule.value), Vct(), [0]
    wanted = 4 if rule in (Rule.CARO, Rule.CARO_EXACT) else 10
    while len(lengths) <= wanted:
        board = crowded_board(rng, rule, 9, rng.choice((6, 8, 10)))
        if board is None or Vcf().search(board):
            continue
        line = solver.search(board, 3000)
        if line:
            assert refutation(board, line) is None, (board.stones(), line)
            lengths.append(len(line))
    assert max(lengths) >= 7


@pytest.mark.parametrize("rule", list(Rule))
def test_no_defence_makes_a_win_longer_than_its_plies(rule: Rule) -> None:
    rng, wins = random.Random(9 + rule.value), 0
    while wins < 12:
        board, solver = crowded_board(rng, rule, 9, rng.choice((6, 8, 10))), Vct()
        if board is None or Vcf().search(board):
            continue
        line = solver.search(board, 3000)
        if not line:
            continue
        most = solver.plies
        assert most >= len(line)
        wins += 1
        board.play(*line[0])
        for reply in board.legal_moves():
            board.play(*reply)
            assert solver.search(board, 3000), (board.stones(), line)
            assert solver.plies <= most - 2, (board.stones(), line)
            board.undo()


def test_a_win_by_a_foul_has_the_plies_of_any_other_defence() -> None:
    board = four_that_only_a_foul_stops()
    solver = Vct()
    line = solver.search(board)
    assert line is not None
    assert (len(line), solver.plies) == (1, 3)
    assert solver.search(Board(15, Rule.RENJU)) == []
    assert solver.plies == 0


def test_a_win_by_threes_that_fours_alone_do_not_give() -> None:
    # two black threes to come cross on 7,7
    board = Board(15, Rule.FREESTYLE)
    for point in [(6, 7), (0, 0), (8, 7), (14, 0), (7, 6), (0, 14), (7, 8), (14, 14)]:
        board.play(*point)
    assert Vcf().search(board) == []
    line = Vct().search(board)
    assert line
    assert line[0] == (7, 7)
    assert len(line) % 2 == 1


def test_that_double_three_is_no_win_for_a_renju_black() -> None:
    stones = [(6, 7, 1), (8, 7, 1), (7, 6, 1), (7, 8, 1)]
    stones += [(0, 0, 2), (14, 0, 2), (0, 14, 2), (14, 14, 2)]
    board = Board.from_stones(15, Rule.RENJU, stones, 1)
    line = Vct().search(board)
    assert not line or line[0] != (7, 7)


def test_an_empty_board_has_no_threats_and_a_small_budget_says_nothing() -> None:
    assert Vct().search(Board(15, Rule.FREESTYLE)) == []
    rng = random.Random(12)
    answers = []
    for _ in range(200):
        board = crowded_board(rng, Rule.FREESTYLE, 9, 8)
        if board is not None and not Vcf().search(board):
            answers.append(Vct().search(board, 1))
    assert None in answers


@pytest.mark.parametrize(
    "board", [four_against_the_last_point(), open_four_against_the_last_points()]
)
def test_a_four_that_leaves_black_no_legal_move_is_a_draw(board: Board) -> None:
    assert Vct().search(board) == []
    board.play(8, 7)
    assert (board.over, board.winner) == (True, EMPTY)


@pytest.mark.parametrize("column", [13, 14])
def test_a_win_is_found_wherever_the_defences_lie(column: int) -> None:
    """White's answers in column 14 once shared a place in the table, where each undid the other."""
    attack = [
        (4, 4, 1),
        (6, 13, 2),
        (3, 6, 1),
        (1, 12, 2),
        (5, 7, 1),
        (8, 10, 2),
        (1, 8, 1),
        (5, 12, 2),
    ]
    threes = [
        (0, 8, 2),
        (0, 9, 2),
        (0, 10, 2),
        (0, 11, 1),
        (3, 12, 2),
        (3, 13, 2),
        (3, 14, 2),
        (3, 15, 1),
    ]
    stones = attack + [(column + x, y, colour) for x, y, colour in threes]
    assert Vct().search(Board.from_stones(20, Rule.FREESTYLE, stones, 1), 20_000)


@pytest.mark.parametrize("rule", [Rule.FREESTYLE, Rule.RENJU, Rule.CARO])
@pytest.mark.slow
def test_a_search_goes_on_where_its_budget_ended(rule: Rule) -> None:
    """In many small steps the solver finds the same result as at once, in few more positions."""
    rng, compared, at_once, in_steps = random.Random(5), 0, 0, 0
    while compared < 12:
        board = crowded_board(rng, rule, 11, rng.choice((8, 10, 12)))
        if board is None or Vcf().search(board):
            continue
        whole, parts = Vct(), Vct()
        found = whole.search(board, 20_000)
        if found is None or whole.visited < 100:
            continue
        answer = None
        while answer is None:
            answer = parts.search(board, 50)
        assert bool(answer) == bool(found)
        compared += 1
        at_once += whole.visited
        in_steps += parts.visited
    assert in_steps < 3 * at_once
