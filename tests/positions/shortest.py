"""The shortest victory by fours, found by trying fours in plain Python, depth by depth.

It shares no tables with the solver in `core`: the slow referee decides wins, the board decides
Black's legal moves under renju. A four that nothing stops counts 3 plies: it, a reply, the five.
"""

from core.game.board import BLACK, Board, IllegalMove, Point, other
from core.game.rules import Rule
from tests.core.game.slow_rules import DIRECTIONS, Grid, empty_grid, winning_runs

LETTERS = ".XO#"
WEIGHTS = (0, 1, 6, 36)
"""Value of a stone of each colour in the code of a window, which fits a byte."""


class TooHard(Exception):
    """The search needed more positions than allowed."""


def windows(size: int) -> list[tuple[Point, ...]]:
    """Return all windows of five points in a row."""
    on_board = empty_grid(size)
    rows = [
        tuple((x + k * dx, y + k * dy) for k in range(5))
        for x, y in on_board
        for dx, dy in DIRECTIONS
    ]
    return [row for row in rows if row[-1] in on_board]


class FourSearch:
    """A search by fours of the side to move, over windows of five points updated by each move.

    Args:
        board: a position that is not over.
        most: the attacker's positions to search before `TooHard`.
    """

    def __init__(self, board: Board, most: int) -> None:
        self._board = board.copy()
        self._left = most
        self._failed: dict[int, int] = {}
        self._windows = windows(board.size)
        self._codes = bytearray(len(self._windows))
        self._grid: Grid = empty_grid(board.size)
        self._through: dict[Point, list[int]] = {point: [] for point in self._grid}
        for i, window in enumerate(self._windows):
            for point in window:
                self._through[point].append(i)
        for x, y, colour in board.stones():
            self._put((x, y), colour)

    def shortest(self, most: int) -> int:
        """Return the plies of the shortest win by fours up to `most`; 0 if there is none.

        Raises:
            TooHard: it took too many positions.
        """
        return next((plies for plies in range(1, most + 1, 2) if self.wins(plies)), 0)

    def wins(self, plies: int) -> bool:
        """Return whether the side to move wins by fours within `plies`.

        Raises:
            TooHard: it took too many positions.
        """
        self._left -= 1
        if self._left < 0:
            raise TooHard
        own, key = self._board.to_move, self._board.key
        if self._fives(own):
            return True
        if plies < 3 or self._failed.get(key, 0) >= plies:
            return False
        # every winning run to come contains five in a row with three stones already there
        if any(self._four_wins(point, plies) for point in self._points_to_fill(own, 3)):
            return True
        self._failed[key] = plies
        return False

    def _four_wins(self, point: Point, plies: int) -> bool:
        if not self._play(point):
            return False
        won, own = False, other(self._board.to_move)
        if not self._fives(other(own)) and (fives := self._fives(own)):
            won = all(self._beats(reply, plies) for reply in self._stops(fives, own))
        self._undo()
        return won

    def _beats(self, reply: Point, plies: int) -> bool:
        """Return whether a reply, if it is legal, leaves a win."""
        if not self._play(reply):
            return True
        won = self.wins(plies - 2)
        self._undo()
        return won

    def _stops(self, fives: set[Point], own: int) -> list[Point]:
        """Return the points where an enemy stone leaves none of the fives."""
        near = set(fives)
        for five in fives:
            near.update(self._ends(five, own))
        found = []
        for point in near:
            self._put(point, other(own))
            if not any(self._is_five(five, own) for five in fives if five != point):
                found.append(point)
            self._lift(point, other(own))
        return found

    def _ends(self, five: Point, own: int) -> set[Point]:
        """Return the empty points at the ends of the rows that a stone would make."""
        found = set()
        for dx, dy in (*DIRECTIONS, *((-dx, -dy) for dx, dy in DIRECTIONS)):
            x, y = five[0] + dx, five[1] + dy
            while self._grid.get((x, y)) == LETTERS[own]:
                x, y = x + dx, y + dy
            if self._grid.get((x, y)) == ".":
                found.add((x, y))
        return found

    def _fives(self, colour: int) -> set[Point]:
        """Return the points where a stone of a colour wins."""
        return {p for p in self._points_to_fill(colour, 4) if self._is_five(p, colour)}

    def _is_five(self, point: Point, colour: int) -> bool:
        self._grid[point] = LETTERS[colour]
        runs = winning_runs(self._grid, self._board.rule, point)
        self._grid[point] = "."
        return bool(runs)

    def _points_to_fill(self, colour: int, stones: int) -> list[Point]:
        """Return the empty points of the windows that hold `stones` of one colour alone."""
        wanted = stones * WEIGHTS[colour]
        points: dict[Point, None] = {}
        i = self._codes.find(wanted)
        while i >= 0:
            points.update((p, None) for p in self._windows[i] if self._grid[p] == ".")
            i = self._codes.find(wanted, i + 1)
        return list(points)

    def _play(self, point: Point) -> bool:
        """Play a move; return False if it is a foul."""
        colour = self._board.to_move
        if colour == BLACK and self._board.rule is Rule.RENJU:
            try:
                self._board.play(*point)
            except IllegalMove:
                return False
        else:
            self._board.play(*point)
        self._put(point, colour)
        return True

    def _undo(self) -> None:
        self._lift(self._board.undo(), self._board.to_move)

    def _put(self, point: Point, colour: int) -> None:
        self._grid[point] = LETTERS[colour]
        for i in self._through[point]:
            self._codes[i] += WEIGHTS[colour]

    def _lift(self, point: Point, colour: int) -> None:
        self._grid[point] = "."
        for i in self._through[point]:
            self._codes[i] -= WEIGHTS[colour]
