"""Positions for the tests of the core: drawn as text, or random and rich in lines."""

import random

from core.game.board import Board
from core.game.rules import Rule
from tests.core.game.slow_rules import DIRECTIONS, Grid, Point, empty_grid, empty_points

COLOURS = {"X": 1, "O": 2, "#": 3}
"""The colours of `core.game.board` by the letters of a grid."""

Stone = tuple[int, int, int]


def stones_of(grid: Grid) -> list[Stone]:
    return [(x, y, COLOURS[letter]) for (x, y), letter in grid.items() if letter != "."]


def drawn(text: str) -> tuple[Grid, dict[str, Point]]:
    """Return a 15x15 grid with the drawing in its middle, and the points marked by other letters.

    Rows are separated by blanks or line ends; marked points are empty.
    """
    rows = text.split()
    grid = empty_grid(15)
    marks = {}
    left, top = (15 - max(map(len, rows))) // 2, (15 - len(rows)) // 2
    for y, row in enumerate(rows, top):
        for x, letter in enumerate(row, left):
            if letter in ".XO#":
                grid[x, y] = letter
            else:
                marks[letter] = (x, y)
    return grid, marks


def walled(text: str, *free: Point) -> Grid:
    """Return the grid of a drawing; all is a wall but what it shows and some free points."""
    grid, marks = drawn(text)
    grid = {point: "#" if letter == "." else letter for point, letter in grid.items()}
    return grid | dict.fromkeys((*marks.values(), *free), ".")


def one_free_point() -> tuple[Grid, Point]:
    """Return a grid of walls around a point where Black makes an overline, and that point."""
    drawing = "XXXaXX"
    return walled(drawing), drawn(drawing)[1]["a"]


def four_against_the_last_point() -> Board:
    """Return a renju position where White makes a four, and Black's only free point is a foul."""
    grid = walled("####X ####X ####X OOOab ####X ####X")
    return Board.from_stones(15, Rule.RENJU, stones_of(grid), COLOURS["O"])


def open_four_against_the_last_points() -> Board:
    """Return a renju position where White makes an open four, and Black's two points are fouls."""
    grid = walled("X####X X####X X####X cOOOab X####X X####X")
    return Board.from_stones(15, Rule.RENJU, stones_of(grid), COLOURS["O"])


def four_that_only_a_foul_stops() -> Board:
    """Return a renju position where White wins by a four, whose fifth square is a foul of Black."""
    grid, marks = drawn("....X ....X ....X OOOab ....X ....X")
    x, y = marks["a"]
    grid |= dict.fromkeys(marks.values(), ".") | {(x - 4, y): "#"}
    return Board.from_stones(15, Rule.RENJU, stones_of(grid), COLOURS["O"])


def shaped_grid(rng: random.Random, size: int, walls: int = 0, shapes: int | None = None) -> Grid:
    """Return a grid of broken rows thrown into one part of the board, most of them Black's.

    Half of the rows run through one of a few empty hubs with two to four stones near it, so that a
    stone on the hub makes fives, sixes, fours and threes in several directions.
    """
    grid = empty_grid(size)
    edge = min(size, rng.randint(7, 9))
    left, top = rng.randint(0, size - edge), rng.randint(0, size - edge)
    spots = [(left + rng.randrange(edge), top + rng.randrange(edge)) for _ in range(3)]
    hubs = spots[:2]
    for _ in range(rng.randint(3, 7) if shapes is None else shapes):
        dx, dy = rng.choice(DIRECTIONS)
        x, y = rng.choice(spots)
        spots[2] = (left + rng.randrange(edge), top + rng.randrange(edge))
        colour = "X" if rng.random() < 0.8 else "O"
        near = rng.randint(-4, 0)
        for step in rng.sample(range(near, near + 5), rng.randint(2, 4)):
            point = x + step * dx, y + step * dy
            if grid.get(point) == "." and point not in hubs:
                grid[point] = colour
    free = empty_points(grid)
    for point in rng.sample(free, min(len(free), walls)):
        grid[point] = "#"
    return grid


def likely_move(rng: random.Random, grid: Grid, moves: list[Point], legal: list[Point]) -> Point:
    """Return a legal move that mostly extends a row of the mover, sometimes with a gap.

    So games end by fives, sixes and fouls.
    """
    for _ in range(20):
        if not moves:
            break
        mine = moves[-2::-2][: rng.randint(1, 8)] or moves
        x, y = rng.choice(mine)
        dx, dy = rng.choice(DIRECTIONS)
        step = rng.choice((-2, -1, 1, 2))
        point = x + step * dx, y + step * dy
        if point in grid and point in legal:
            return point
    return rng.choice(legal)


def crowded_board(rng: random.Random, rule: Rule, size: int, stones: int) -> Board | None:
    """Return a random crowded position without a winner; None if play ended early."""
    board = Board(size, rule)
    low, high = size // 5, size - size // 5
    while board.ply < stones:
        x, y = rng.randrange(low, high), rng.randrange(low, high)
        if board.over:
            return None
        if (x, y) in board.legal_moves():
            board.play(x, y)
    return None if board.over else board
