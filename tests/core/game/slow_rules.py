"""A slow referee, written from the rules' text alone and sharing nothing with `core`'s tables.

A position is a dict from (x, y) to a letter: `X` Black, `O` White, `#` a wall, `.` empty; a point
that is not in the dict is outside the board. Every definition is spelt out and checked by trial:
stones are put on the board and the results counted.

The definitions, after the international rules of renju:

- A *run* is an unbroken row of stones of one colour, extended as far as it goes.
- A *five* is a run of exactly five, an *overline* a longer one.
- A *four* is a row of four stones to which one more can be added to make a five. Two fours may lie
  in one line (`X_XXX_X`).
- A *straight four* is an unbroken four with both ends free, where either end makes a five.
- A *three* is a row of three stones to which one stone can be added, without making a five with it,
  to get a straight four; and that stone must be one Black may play: no overline, no double four and
  no double three, judged in the same way.
- Black's *fouls* are an overline, two fours or two threes made by one move. A move that makes a
  five is never a foul.
"""

from collections.abc import Callable, Iterator

from core.game.rules import Rule

Point = tuple[int, int]
Grid = dict[Point, str]

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
OTHER = {"X": "O", "O": "X"}


def empty_grid(size: int) -> Grid:
    return {(x, y): "." for y in range(size) for x in range(size)}


def empty_points(grid: Grid) -> list[Point]:
    """Return the empty points row by row, from the left."""
    return sorted((p for p, stone in grid.items() if stone == "."), key=lambda p: (p[1], p[0]))


def run_through(grid: Grid, point: Point, direction: Point) -> list[Point]:
    """Return the unbroken row of one colour through a stone, in the order of the direction."""
    colour = grid[point]
    x, y = point
    dx, dy = direction
    while grid.get((x - dx, y - dy)) == colour:
        x, y = x - dx, y - dy
    run = []
    while grid.get((x, y)) == colour:
        run.append((x, y))
        x, y = x + dx, y + dy
    return run


def ends_of(grid: Grid, run: list[Point], direction: Point) -> tuple[str, str]:
    """Return the letters at the two ends of a run; a wall's letter stands for the edge."""
    (x0, y0), (x1, y1) = run[0], run[-1]
    dx, dy = direction
    return grid.get((x0 - dx, y0 - dy), "#"), grid.get((x1 + dx, y1 + dy), "#")


def run_wins(rule: Rule, colour: str, length: int, ends: tuple[str, str]) -> bool:
    held_by_enemy = ends == (OTHER[colour], OTHER[colour])
    match rule:
        case Rule.FREESTYLE:
            return length >= 5
        case Rule.STANDARD:
            return length == 5
        case Rule.RENJU:
            return length == 5 if colour == "X" else length >= 5
        case Rule.CARO:
            return length >= 6 or (length == 5 and not held_by_enemy)
        case Rule.CARO_EXACT:
            return length == 5 and not held_by_enemy


def winning_runs(grid: Grid, rule: Rule, move: Point) -> list[list[Point]]:
    """Return the runs through the stone just played that win."""
    runs = [(run_through(grid, move, d), d) for d in DIRECTIONS]
    return [run for run, d in runs if run_wins(rule, grid[move], len(run), ends_of(grid, run, d))]


def fouls(grid: Grid, point: Point) -> set[str]:
    """Return the names of all renju fouls Black would commit by playing on an empty point."""
    assert grid[point] == "."
    grid[point] = "X"
    found = _fouls_made(grid, point)
    grid[point] = "."
    return found


def _fouls_made(grid: Grid, point: Point) -> set[str]:
    if _makes(grid, point, lambda length: length == 5):
        return set()
    found = set()
    if _makes(grid, point, lambda length: length > 5):
        found.add("overline")
    if sum(len(fours(grid, point, d)) for d in DIRECTIONS) >= 2:
        found.add("double four")
    if sum(len(threes(grid, point, d)) for d in DIRECTIONS) >= 2:
        found.add("double three")
    return found


def _makes(grid: Grid, point: Point, wanted: Callable[[int], bool]) -> bool:
    return any(wanted(len(run_through(grid, point, d))) for d in DIRECTIONS)


def fours(grid: Grid, point: Point, direction: Point) -> set[frozenset[Point]]:
    """Return the fours in one direction that contain Black's stone, each as its stones."""
    found = set()
    for extra in _near(grid, point, direction):
        grid[extra] = "X"
        run = run_through(grid, point, direction)
        if len(run) == 5 and extra in run:
            found.add(frozenset(run) - {extra})
        grid[extra] = "."
    return found


def threes(grid: Grid, point: Point, direction: Point) -> set[frozenset[Point]]:
    """Return the true threes in one direction that contain Black's stone, each as its stones."""
    found = set()
    for extra, row in rows_short_of_a_straight_four(grid, point, direction):
        grid[extra] = "X"
        if not _makes(grid, extra, lambda length: length == 5) and not _fouls_made(grid, extra):
            found.add(row)
        grid[extra] = "."
    return found


def rows_short_of_a_straight_four(
    grid: Grid, point: Point, direction: Point
) -> list[tuple[Point, frozenset[Point]]]:
    """Return the empty points that make a straight four, each with the three stones it joins.

    The stone on `point` is one of the three. They are a three if Black may play the empty point and
    it makes no five.
    """
    found = []
    for extra in _near(grid, point, direction):
        grid[extra] = "X"
        run = run_through(grid, point, direction)
        if extra in run and is_straight_four(grid, run, direction):
            found.append((extra, frozenset(run) - {extra}))
        grid[extra] = "."
    return found


def is_straight_four(grid: Grid, run: list[Point], direction: Point) -> bool:
    if len(run) != 4 or ends_of(grid, run, direction) != (".", "."):
        return False
    (x0, y0), (x1, y1) = run[0], run[-1]
    dx, dy = direction
    return all(
        _five_after(grid, end, direction) for end in ((x0 - dx, y0 - dy), (x1 + dx, y1 + dy))
    )


def _five_after(grid: Grid, end: Point, direction: Point) -> bool:
    grid[end] = "X"
    length = len(run_through(grid, end, direction))
    grid[end] = "."
    return length == 5


def _near(grid: Grid, point: Point, direction: Point) -> Iterator[Point]:
    """Yield the empty points within four steps along a direction, where they may make a four of the
    stone on `point`: two of the other points there are Black's."""
    steps = (-4, -3, -2, -1, 1, 2, 3, 4)
    near = [(point[0] + step * direction[0], point[1] + step * direction[1]) for step in steps]
    letters = [grid.get(there) for there in near]
    if letters.count("X") >= 2:
        yield from (there for there, letter in zip(near, letters, strict=True) if letter == ".")


def forbidden_points(grid: Grid) -> dict[Point, set[str]]:
    """Return every empty point where Black would commit a renju foul, with the fouls."""
    return {p: names for p in empty_points(grid) if (names := fouls(grid, p))}


class SlowGame:
    """A game under the slow referee: Black begins, the sides alternate."""

    def __init__(self, size: int, rule: Rule) -> None:
        self.rule = rule
        self.grid = empty_grid(size)
        self.moves: list[Point] = []
        self.winner: str | None = None
        self.lines: list[list[Point]] = []

    @property
    def to_move(self) -> str:
        return "XO"[len(self.moves) % 2]

    @property
    def over(self) -> bool:
        return self.winner is not None or not any(map(self._is_legal, empty_points(self.grid)))

    def legal_moves(self) -> list[Point]:
        return [] if self.over else [*filter(self._is_legal, empty_points(self.grid))]

    def _is_legal(self, point: Point) -> bool:
        return self.rule is not Rule.RENJU or self.to_move == "O" or not fouls(self.grid, point)

    def play(self, move: Point) -> None:
        assert self.grid[move] == "."
        self.grid[move] = self.to_move
        self.lines = winning_runs(self.grid, self.rule, move)
        if self.lines:
            self.winner = self.to_move
        self.moves.append(move)
