"""Renju by three referees: ours, the slow one written from the rules' text, and PyPI's `renju`."""

import random
from collections import Counter
from pathlib import Path

from renju import BoardStatus, RenjuBoard
from renju import Rule as RenjuRule
from renju.check_forbid import get_foul_type

from core.game.board import Board
from core.game.rules import MIN_SIZE, Rule
from tests.core.game.slow_rules import Grid, SlowGame, empty_grid, empty_points, forbidden_points
from tests.core.positions import drawn, likely_move, shaped_grid, stones_of

FOULS = {0: None, 1: "double three", 2: "double four", 3: "overline"}
"""Foul numbers of the package; its foul finder comes from Piskvork's judge."""

LETTERS = ".XO"

PACKAGE_SIZES = range(9, 21)
"""Board edges on which the package's foul finder is used."""


def scattered_grid(rng: random.Random, size: int) -> Grid:
    """Return stones anywhere, at a random density."""
    grid = empty_grid(size)
    weights = (rng.uniform(0.5, 4), 1, rng.uniform(0.2, 1))
    for point in grid:
        grid[point] = rng.choices(LETTERS, weights)[0]
    return grid


def woven_grid(rng: random.Random) -> Grid:
    """Return a small thicket of Black's stones with a few White ones in empty surroundings, where
    threes depend on other threes."""
    edge = rng.randint(5, 7)
    rows = ("".join(rng.choices(LETTERS, (6, 4, 0.4), k=edge)) for _ in range(edge))
    return drawn(" ".join(rows))[0]


def random_grid(rng: random.Random) -> Grid:
    size = rng.choice(PACKAGE_SIZES)
    kind = rng.choice(["shaped", "shaped", "woven", "scattered"])
    if kind == "shaped":
        return shaped_grid(rng, size)
    return woven_grid(rng) if kind == "woven" else scattered_grid(rng, size)


def compare_fouls(grid: Grid) -> Counter[str]:
    """Count the fouls of a position, and check that all three referees agree.

    Raises:
        AssertionError: they do not; with the position's stones.
    """
    size = 1 + max(x for x, _ in grid)
    board = Board.from_stones(size, Rule.RENJU, stones_of(grid))
    slow = forbidden_points(grid)
    cells = [[LETTERS.index(grid[x, y]) for y in range(size)] for x in range(size)]
    met = Counter[str](positions=1)
    for x, y in empty_points(grid):
        ours, theirs = board.foul(x, y), FOULS[get_foul_type(cells, x, y)]
        assert ours == theirs, f"{x},{y}: {ours}, not {theirs}, in {board.stones()}"
        assert (ours in slow[x, y]) if ours else ((x, y) not in slow), f"{x},{y}: {board.stones()}"
        met[ours or "none"] += 1
    assert board.forbidden_points() == list(slow), board.stones()
    return met


def compare_game(rng: random.Random, size: int, rule: Rule) -> Board:
    """Play a game to its end with all three referees, and check that they agree after each move.

    Raises:
        AssertionError: they do not; with the moves.
    """
    board, slow = Board(size, rule), SlowGame(size, rule)
    theirs = RenjuBoard(board_size=size, rule=RenjuRule(rule.value))
    while legal := board.legal_moves():
        assert legal == slow.legal_moves(), slow.moves
        move = likely_move(rng, slow.grid, slow.moves, legal)
        for play in (board.play, theirs.play_move):
            play(*move)
        slow.play(move)
        status = BoardStatus.DRAW if board.full and not board.winner else board.winner
        assert theirs.status == status, slow.moves
        assert (slow.winner is not None) == (board.winner != 0), slow.moves
    return board


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:  # noqa: ARG001
    """Compare `effort` positions, and a game for each hundred of them."""
    rng = random.Random(seed)
    met = Counter[str]()
    for number in range(effort):
        met += compare_fouls(random_grid(rng))
        if number % 100 == 0:
            compare_game(rng, rng.choice((MIN_SIZE + 2, 9, 15)), Rule.RENJU)
            met["games"] += 1
    return met
