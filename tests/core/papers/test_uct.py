"""ADP's evaluation and the UCT tree: its values, the order of its moves, and its results."""

import math
from array import array

import pytest

from core.eval.evaluate import Evaluator, RolloutEvaluator
from core.eval.netfile import NetError, NetFile
from core.game.board import BLACK, WHITE, Board, Point
from core.game.rules import Rule
from core.papers.adp import LAYOUT, AdpEvaluator, Mlp
from core.papers.patterns import Patterns
from core.papers.uct import Uct
from core.papers.uct_settings import UctSettings
from tests.core.papers.perceptrons import random_mlp

ROOT_2 = math.sqrt(2)
MEMORY = 100 << 20


def at(moves: str, size: int = 15, rule: Rule = Rule.FREESTYLE) -> Board:
    board = Board(size, rule)
    for move in moves.split():
        x, y = move.split(",")
        board.play(int(x), int(y))
    return board


def grown(
    board: Board, iterations: int, evaluator: Evaluator | None = None, **given: object
) -> Uct:
    """Return a tree without selection, bias and simulated moves unless they are given."""
    limits = {"seed": given.pop("seed", 1), "max_bytes": given.pop("max_bytes", MEMORY)}
    settings = UctSettings(**{"msd": 0, "preselect": False, **given})  # type: ignore[arg-type]
    tree = Uct(board, evaluator or Evaluator(), settings, **limits)  # type: ignore[arg-type]
    tree.run(iterations)
    return tree


def slow_chance(file: NetFile, counts: list[int], to_move: int) -> float:
    inputs: list[float] = []
    for n in counts:
        inputs += [float(n > 0), float(n > 1), float(n > 2), float(n > 3), max(0, n - 4) / 2]
    inputs += [float(to_move == BLACK), float(to_move == WHITE)]
    w = file.arrays
    units = []
    for j in range(60):
        total = sum(x * w["hidden"][i * 60 + j] for i, x in enumerate(inputs) if x)
        units.append(1 / (1 + math.exp(-total - w["hidden_bias"][j])))
    total = sum(u * o for u, o in zip(units, w["output"], strict=True)) + w["output_bias"][0]
    return 1 / (1 + math.exp(-total))


def test_the_perceptron_computes_what_the_paper_says() -> None:
    file = random_mlp(3)
    evaluator = AdpEvaluator(Mlp(file))
    board = Board(15)
    for x, y in [(7, 7), (8, 8), (7, 8), (6, 6), (8, 6), (9, 9), (6, 8), (5, 5), (0, 0), (1, 14)]:
        board.play(x, y)
        chance = slow_chance(file, Patterns().counts(board), board.to_move)
        expected = 2 * chance - 1 if board.to_move == BLACK else 1 - 2 * chance
        assert evaluator.value(board) == pytest.approx(expected, abs=1e-5)


def test_a_symmetric_perceptron_judges_exchanged_colours_alike() -> None:
    file = random_mlp(3)
    symmetric = NetFile({**file.header, "symmetric": True}, file.arrays)
    evaluator = AdpEvaluator(Mlp(symmetric))
    moves = [(7, 7), (8, 8), (7, 8), (6, 6), (8, 6)]
    stones = [(x, y, (BLACK, WHITE)[i % 2]) for i, (x, y) in enumerate(moves)]
    exchanged = [(x, y, WHITE if colour == BLACK else BLACK) for x, y, colour in stones]
    one = Board.from_stones(15, Rule.FREESTYLE, stones, WHITE)
    two = Board.from_stones(15, Rule.FREESTYLE, exchanged, BLACK)
    assert evaluator.value(one) == pytest.approx(evaluator.value(two), abs=1e-6)
    # as Black, it is the perceptron of the paper
    assert evaluator.value(two) == AdpEvaluator(Mlp(random_mlp(3))).value(two)
    assert abs(evaluator.value(one) - AdpEvaluator(Mlp(random_mlp(3))).value(one)) > 1e-3


def test_a_five_that_the_mover_can_make_counts_as_won() -> None:
    mlp = Mlp(random_mlp(3))
    board = at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,5")
    assert AdpEvaluator(mlp).value(board) == 1.0
    assert abs(AdpEvaluator(mlp, fours=False).value(board)) < 1.0
    assert AdpEvaluator(mlp).clone().value(board) == 1.0
    # so ADP stops the enemy's four: after any other move it is lost
    chances = dict(AdpEvaluator(mlp).candidates(at("7,7 6,7 8,7 0,1 9,7 0,3 10,7")))
    assert chances.pop((11, 7)) > 0
    assert set(chances.values()) == {0.0}


def test_other_weights_can_be_loaded_and_wrong_ones_are_refused() -> None:
    mlp = Mlp(random_mlp(3))
    board = at("7,7 8,8")
    before = AdpEvaluator(mlp).value(board)
    other = random_mlp(4)
    mlp.load(b"".join(other.arrays[name].tobytes() for name, _ in LAYOUT))
    assert AdpEvaluator(mlp).value(board) == AdpEvaluator(Mlp(other)).value(board) != before
    with pytest.raises(NetError, match="8 bytes are not the weights"):
        mlp.load(array("f", [1.0, 2.0]).tobytes())
    with pytest.raises(NetError, match="array output does not hold 60 numbers"):
        Mlp(NetFile(other.header, {**other.arrays, "output": array("f", [1.0])}))
    with pytest.raises(NetError, match="reads adp-mlp-1 nets only"):
        Mlp(NetFile({"architecture": "linenet-3"}, other.arrays))


def test_candidates_lie_within_two_of_a_stone_and_know_a_five() -> None:
    evaluator = AdpEvaluator(Mlp(random_mlp(3)))
    one = evaluator.candidates(at("7,7"))
    assert {move for move, _ in one} == {
        (x, y) for x in range(5, 10) for y in range(5, 10) if (x, y) != (7, 7)
    }
    assert evaluator.candidates(Board(15))[0][0] == (7, 7)
    chances = dict(evaluator.candidates(at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3")))
    assert chances[6, 7] == chances[11, 7] == 1.0
    assert chances[9, 8] < 1.0


def test_every_move_is_tried_once_before_any_is_tried_again() -> None:
    tree = grown(at("7,7"), 24)
    assert sorted(visits for _, visits, _ in tree.moves()) == [1] * 24
    tree.run(1)
    assert sorted(visits for _, visits, _ in tree.moves()) == [1] * 23 + [2]
    assert tree.iterations == 25


def test_the_visits_follow_ucb1() -> None:
    """Search a tree of one ply: three squares of the board are left, and one of them wins."""
    cells = "ooxxo xxoox ooxxo xxoox oooo.".replace(" ", "")
    colours = {"o": BLACK, "x": WHITE}
    stones = [(i % 5, i // 5, colours[cell]) for i, cell in enumerate(cells) if i not in (0, 6, 24)]
    board = Board.from_stones(5, Rule.FREESTYLE, stones, BLACK)
    visits = {(0, 0): 1, (1, 1): 1, (4, 4): 1}
    tree = grown(board, 3)
    assert {move: n for move, n, _ in tree.moves()} == visits
    for total in range(3, 60):
        values = {move: value for move, _, value in tree.moves()}
        bounds = {
            move: values[move] + ROOT_2 * math.sqrt(math.log(total) / n)
            for move, n in visits.items()
        }
        highest = max(bounds.values())
        tree.run(1)
        now = {move: n for move, n, _ in tree.moves()}
        (chosen,) = [move for move in now if now[move] != visits[move]]
        assert bounds[chosen] == pytest.approx(highest)
        visits = now
    assert tree.best() == (4, 4)
    assert {move: value for move, _, value in tree.moves()}[4, 4] == 1.0


@pytest.mark.parametrize("evaluator", [Evaluator(), RolloutEvaluator(1)])
def test_a_five_is_found_and_the_enemys_stopped(evaluator: Evaluator) -> None:
    five = at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3")
    assert grown(five, 2000, evaluator).best() in {(6, 7), (11, 7)}
    four = at("7,7 6,7 8,7 0,1 9,7 0,3 10,7")
    assert grown(four, 20_000, evaluator).best() == (11, 7)


def moves_of(tree: Uct) -> list[Point]:
    return [move for move, _, _ in tree.moves()]


def test_preselection_leaves_only_what_matters_when_forced() -> None:
    assert moves_of(grown(at("7,7 6,7 8,7 0,1 9,7 0,3 10,7"), 1, preselect=True)) == [(11, 7)]
    assert set(moves_of(grown(at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3"), 1, preselect=True))) == {
        (6, 7),
        (11, 7),
    }
    # an open three must be stopped
    assert set(moves_of(grown(at("7,7 0,0 8,7 0,4 9,7"), 1, preselect=True))) <= {
        (x, 7) for x in (5, 6, 10, 11)
    }


def test_preselection_tries_attacks_first() -> None:
    board = at("7,7 0,0 8,7 14,0")
    first = moves_of(grown(board, 1, preselect=True))[:4]
    # next to two stones in an open row: a three, unbroken or with a gap
    assert set(first) == {(5, 7), (6, 7), (9, 7), (10, 7)}


def test_progressive_bias_draws_visits_to_moves_of_worth() -> None:
    board = at("7,7 8,7 7,8 0,0 7,9 14,14")  # an open three of Black's: 7,6 and 7,10 are fours
    plain = {move: n for move, n, _ in grown(board, 2000, k2=0.0).moves()}
    biased = {move: n for move, n, _ in grown(board, 2000, k2=1.0).moves()}
    assert biased[7, 10] > plain[7, 10]


def test_the_bias_is_relative_to_the_best_of_the_moves() -> None:
    """Follow the bound of formula 4 with every position even, so that only H decides."""
    board, patterns, k2 = at("7,7 8,7 7,8 0,0"), Patterns(), 0.7
    tree = grown(board, 1, k2=k2)
    moves = moves_of(tree)
    worth = {
        move: patterns.heuristic(board, *move, BLACK) + patterns.heuristic(board, *move, WHITE)
        for move in moves
    }
    best = max(worth.values())
    tree.run(len(moves) - 1)
    for total in range(len(moves), len(moves) + 40):
        visits = {move: n for move, n, _ in tree.moves()}
        bounds = {
            move: 0.5 + ROOT_2 * math.sqrt(math.log(total) / n) + k2 * worth[move] / best
            for move, n in visits.items()
        }
        tree.run(1)
        (chosen,) = [move for move, n, _ in tree.moves() if n != visits[move]]
        assert bounds[chosen] == pytest.approx(max(bounds.values()), abs=1e-5)
    assert visits[max(worth, key=lambda move: worth[move])] == max(visits.values())


def test_simulated_moves_come_before_the_evaluation() -> None:
    three = at("7,7 0,0 8,7 14,14 9,7 0,14")  # Black's next move is a four that nothing stops
    for msd, value in ((0, 0.5), (1, 0.5), (2, 1.0), (9, 1.0)):
        assert grown(three, 1, preselect=True, msd=msd).moves()[0][2] == value
    board = at("7,7 8,8")
    values = {value for _, n, value in grown(board, 40, msd=400).moves() if n}
    assert {0.0, 1.0} <= values <= {0.0, 0.5, 1.0}  # games to the end
    assert board.ply == 2


def test_the_same_seed_grows_the_same_tree() -> None:
    board = at("7,7 8,8 6,7")
    once, again, other = (grown(board, 500, seed=seed).moves() for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_memory_that_runs_out_ends_the_growth() -> None:
    tree = grown(at("7,7"), 100_000, max_bytes=1 << 20)
    assert 24 < tree.iterations < 100_000
    assert at("7,7").cell(*tree.best()) == 0
    with pytest.raises(MemoryError):
        grown(at("7,7"), 1, max_bytes=100)


def test_a_game_that_is_over_has_no_tree() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        grown(at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3 11,7"), 1)


@pytest.mark.parametrize("rule", list(Rule))
def test_trees_of_every_rule_hold_legal_moves_only(rule: Rule) -> None:
    board = at("3,3 4,4 3,4 4,3 2,3 4,2", 7, rule)
    tree = grown(board, 3000, AdpEvaluator(Mlp(random_mlp(1))), preselect=True, k2=1.0)
    assert set(moves_of(tree)) <= set(board.legal_moves())
    assert tree.iterations == 3000
