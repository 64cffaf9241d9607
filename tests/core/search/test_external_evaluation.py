"""Searches whose leaves the caller evaluates: AlphaGo Zero's PUCT, one visit in two halves."""

import math
import random
from dataclasses import replace

import pytest

from core.eval.evaluate import Evaluator
from core.game.board import Board
from core.game.rules import Rule
from core.search.mcts import Search
from core.search.search_settings import PLAIN

SIZE = 6
CELLS = SIZE * SIZE
C = 2.0
ROOM = 8 << 20


def search_of(board: Board) -> Search:
    search = Search(Evaluator(), ROOM, replace(PLAIN, c_puct=C))
    search.reset(board)
    return search


def evaluation(key: int) -> tuple[list[float], float]:
    """Return priors and a value of a position, random but always the same."""
    rng = random.Random(key)
    return [rng.random() ** 3 for _ in range(CELLS)], rng.uniform(-1, 1)


def add(search: Search, visits: int) -> list[int]:
    """Add visits; return the hashes of the positions that the caller evaluated."""
    keys = []
    search.begin(visits)
    while (leaf := search.select_leaf()) is not None:
        keys.append(leaf.key)
        search.backpropagate(*evaluation(leaf.key))
    return keys


def visits_of(search: Search) -> dict[tuple[int, int], int]:
    return {edge.move: edge.visits for edge in search.edges() if edge.visits}


class SlowNode:
    """The same search, written from the paper."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.priors: dict[tuple[int, int], float] = {}
        self.children: dict[tuple[int, int], SlowNode] = {}

    def visit(self, board: Board) -> float:
        """Add one visit; return the value for the side to move."""
        value = self.value(board)
        self.visits += 1
        self.total += value
        return value

    def value(self, board: Board) -> float:
        if board.over:
            return -1.0 if board.winner else 0.0
        if not self.priors:
            priors, value = evaluation(board.key)
            legal = {(x, y): priors[y * SIZE + x] for x, y in board.legal_moves()}
            self.priors = {move: prior / sum(legal.values()) for move, prior in legal.items()}
            return value
        move = max(self.priors, key=self.score)
        board.play(*move)
        found = -self.children.setdefault(move, SlowNode()).visit(board)
        board.undo()
        return found

    def score(self, move: tuple[int, int]) -> float:
        child = self.children.get(move)
        tried, mean = (child.visits, -child.total / child.visits) if child else (0, 0.0)
        return mean + C * self.priors[move] * math.sqrt(self.visits) / (1 + tried)


def late_board(seed: int) -> Board:
    """Return a small board with some stones, so that games end within the search."""
    rng = random.Random(seed)
    board = Board(SIZE)
    for _ in range(16):
        if not board.over:
            board.play(*rng.choice(board.legal_moves()))
    if board.over:
        board.undo()
    return board


@pytest.mark.parametrize("seed", range(6))
def test_it_searches_as_the_paper_says(seed: int) -> None:
    board = late_board(seed)
    search, slow = search_of(board), SlowNode()
    add(search, 300)
    for _ in range(300):
        slow.visit(board)
    expected = {move: child.visits for move, child in slow.children.items()}
    assert visits_of(search) == expected
    assert search.root_value == pytest.approx(slow.total / slow.visits, abs=1e-4)


def test_visits_are_counted_and_go_on() -> None:
    search = search_of(Board(SIZE))
    keys = add(search, 50)
    assert len(keys) == 50
    assert keys[0] == Board(SIZE).key
    assert sum(visits_of(search).values()) == 49
    assert search.select_leaf() is None
    add(search, 20)
    assert sum(visits_of(search).values()) == 69


@pytest.mark.parametrize("visits", [2**32 - 1, 2**80])
def test_a_search_without_limit_goes_on_after_a_limited_one(visits: int) -> None:
    search = search_of(Board(SIZE))
    add(search, 5)
    search.begin(visits)
    assert search.select_leaf() is not None


def test_finished_games_are_not_asked_about() -> None:
    board = Board(SIZE)
    for x in range(4):
        board.play(x, 0)
        board.play(x, 5)
    search = search_of(board)
    search.begin(200)
    while (leaf := search.select_leaf()) is not None:
        assert not leaf.over
        search.backpropagate([1.0] * CELLS, 0.0)
    tried = visits_of(search)
    assert max(tried, key=lambda move: tried[move]) == (4, 0)


def test_a_finished_game_has_no_leaf() -> None:
    board = Board(SIZE)
    for x in range(4):
        board.play(x, 0)
        board.play(x, 5)
    board.play(4, 0)
    search = search_of(board)
    search.begin(5)
    assert search.select_leaf() is None


def test_priors_of_taken_cells_do_not_count() -> None:
    board = Board(SIZE)
    board.play(0, 0)
    search = search_of(board)
    search.begin(1)
    assert search.select_leaf() is not None
    search.backpropagate([100.0, 3.0, 1.0] + [0.0] * (CELLS - 3), 0.5)
    priors = {edge.move: edge.prior for edge in search.edges()}
    assert (0, 0) not in priors
    assert priors[1, 0] == pytest.approx(0.75)
    assert priors[2, 0] == pytest.approx(0.25)


def test_priors_of_nothing_are_uniform() -> None:
    search = search_of(Board(SIZE))
    search.begin(1)
    assert search.select_leaf() is not None
    search.backpropagate([0.0] * CELLS, 0.0)
    assert {round(edge.prior * CELLS, 4) for edge in search.edges()} == {1.0}


def test_fouls_are_no_moves() -> None:
    stones = [
        (2, 3, 1),
        (4, 3, 1),
        (3, 2, 1),
        (3, 4, 1),
        (0, 0, 2),
        (8, 8, 2),
        (0, 8, 2),
        (8, 0, 2),
    ]
    board = Board.from_stones(9, Rule.RENJU, stones, to_move=1)
    assert (3, 3) in board.forbidden_points()
    search = search_of(board)
    search.begin(1)
    assert search.select_leaf() is not None
    search.backpropagate([1.0] * 81, 0.0)
    assert (3, 3) not in {edge.move for edge in search.edges()}


def test_other_priors_lead_elsewhere_without_losing_what_was_found() -> None:
    search = search_of(Board(SIZE))
    add(search, 60)
    before = visits_of(search)
    unseen = next(edge.move for edge in search.edges() if not edge.visits)
    priors = [0.0] * CELLS
    priors[unseen[1] * SIZE + unseen[0]] = 1.0
    search.set_priors(priors)
    add(search, 60)
    after = visits_of(search)
    assert after[unseen] > 0
    assert all(after[move] >= visits for move, visits in before.items())


def test_what_is_known_of_a_move_is_kept() -> None:
    search = search_of(Board(SIZE))
    add(search, 200)
    tried = visits_of(search)
    best = max(tried, key=lambda move: tried[move])
    search.advance(*best)
    keys = add(search, 50)
    assert len(keys) <= 50
    assert sum(visits_of(search).values()) == tried[best] - 1 + 50


def test_too_little_memory_ends_the_search_in_order() -> None:
    search = Search(Evaluator(), 1 << 18, PLAIN)
    search.reset(Board(15))
    search.begin(100_000)
    found = 0
    while search.select_leaf() is not None:
        search.backpropagate([1.0] * 225, 0.0)
        found += 1
    assert 10 < found < 100_000
    assert search.full
