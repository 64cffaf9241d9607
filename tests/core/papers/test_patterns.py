"""The patterns of UCT-ADP against counting them in strings, and the values of its heuristic."""

import random
import re

import pytest

from core.game.board import BLACK, WHITE, Board, IllegalMove
from core.game.rules import Rule
from core.papers.patterns import FIVE_WORTH, SHAPES, Patterns
from tests.core.positions import shaped_grid, stones_of

OWN = {BLACK: {1: "o", 2: "x", 3: "x", 0: "-"}, WHITE: {1: "x", 2: "o", 3: "x", 0: "-"}}


def lines_of(board: Board, colour: int) -> list[str]:
    """Return every line of a board as a side sees it, with the edges as the enemy's stones."""
    size, names, lines = board.size, OWN[colour], []
    inside = [(x, y) for x in range(size) for y in range(size)]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in inside:
            if (x - dx, y - dy) in inside:
                continue
            cells = []
            while (x, y) in inside:
                cells.append(names[board.cell(x, y)])
                x, y = x + dx, y + dy
            lines.append(f"x{''.join(cells)}x")
    return lines


def slow_counts(board: Board) -> list[int]:
    counts = []
    for colour in (BLACK, WHITE):
        lines = lines_of(board, colour)
        for shape, _ in SHAPES:
            both = {shape, shape[::-1]}
            counts.append(sum(len(re.findall(f"(?={s})", line)) for s in both for line in lines))
    return counts


def slow_worth(board: Board, x: int, y: int, colour: int) -> float:
    """Return a lower bound of a stone's worth: the shapes it adds to the counts of the board."""
    stones = [*board.stones(), (x, y, colour)]
    after = Board.from_stones(board.size, board.rule, stones, colour)
    first = 0 if colour == BLACK else len(SHAPES)
    counts = zip(slow_counts(after)[first:], slow_counts(board)[first:], SHAPES, strict=False)
    return sum(max(0, new - old) * value for new, old, (_, value) in counts)


def test_counts_are_those_of_the_strings_whatever_came_before() -> None:
    rng, patterns = random.Random(5), Patterns()
    for _ in range(40):
        size = rng.choice((6, 9, 15, 22))
        grid = shaped_grid(rng, size, walls=rng.choice((0, 4)), shapes=rng.randint(1, 6))
        board = Board.from_stones(size, Rule.FREESTYLE, stones_of(grid))
        assert patterns.counts(board) == slow_counts(board)


def placed(text: str) -> Board:
    """Return a 15x15 board with a row in its middle; Black is `o`, White `x`."""
    colours = {"o": BLACK, "x": WHITE}
    stones = [(x, 7, colours[cell]) for x, cell in enumerate(text, 3) if cell in colours]
    return Board.from_stones(15, Rule.FREESTYLE, stones, BLACK)


@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_every_shape_is_found_for_both_sides_and_both_ways(number: int) -> None:
    shape = SHAPES[number][0]
    swapped = shape.translate(str.maketrans("ox", "xo"))
    for first, row in ((0, shape), (0, shape[::-1]), (16, swapped), (16, swapped[::-1])):
        board = placed(row)
        counts = Patterns().counts(board)
        assert counts == slow_counts(board)
        assert counts[first + number] > 0


@pytest.mark.parametrize(
    ("row", "at", "worth"),
    [
        ("--o.oo---", 3, 10_000.0),
        ("-xo.oo---", 3, 1000.0),
        ("---o.o---", 4, 1000.0),
        ("--oo-.---", 5, 900.0),
        ("xo-o.o---", 4, 900.0),
        ("---o.----", 4, 100.0),
        ("---o-.---", 5, 90.0),
        ("-xo.o----", 3, 100.0),
        ("--oooo.--", 6, FIVE_WORTH),
    ],
)
def test_the_values_are_those_of_the_papers_figure(row: str, at: int, worth: float) -> None:
    board = placed(row)
    alone = 3 * 10.0  # the stone by itself in the three other directions
    expected = worth if worth == FIVE_WORTH else worth + alone
    assert Patterns().heuristic(board, 3 + at, 7, BLACK) == pytest.approx(expected)


def test_the_heuristic_is_no_less_than_what_the_stone_adds() -> None:
    rng, patterns, compared = random.Random(6), Patterns(), 0
    for _ in range(12):
        grid = shaped_grid(rng, 9, shapes=3)
        board = Board.from_stones(9, Rule.FREESTYLE, stones_of(grid))
        empty = [point for point, cell in grid.items() if cell == "."]
        for x, y in rng.sample(empty, 3):
            for colour in (BLACK, WHITE):
                worth = patterns.heuristic(board, x, y, colour)
                if worth < FIVE_WORTH:
                    assert worth >= slow_worth(board, x, y, colour) - 0.01
                    compared += 1
    assert compared > 50


def test_a_square_that_is_taken_or_outside_has_no_worth() -> None:
    board = placed("o")
    with pytest.raises(ValueError, match="3,7 is taken"):
        Patterns().heuristic(board, 3, 7, BLACK)
    with pytest.raises(IllegalMove):
        Patterns().heuristic(board, 15, 7, BLACK)
