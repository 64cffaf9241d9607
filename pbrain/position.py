"""The position as the manager's lines describe it, legal by the rules or not."""

from collections.abc import Iterable

from core.game.board import BLACK, WALL, WHITE, Board, IllegalMove, Point, other
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule

OWN, OPPONENT, NEITHER = 1, 2, 3
"""The third field of a BOARD line."""


class Position:
    """Stones in play order and the side to move, on a board of one size.

    Separate from `core.game.board.Board` because managers change the rule at any time, set up
    unreachable positions and take back any stone: each question gets a new Board.

    Raises:
        ValueError: an unsupported size.
    """

    def __init__(self, size: int) -> None:
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError(f"unsupported size {size}: use {MIN_SIZE} to {MAX_SIZE}")
        self.size = size
        self.to_move = BLACK
        self._stones: dict[Point, int] = {}

    def place(self, point: Point) -> None:
        """Place a stone of the side to move; the manager judges fouls and moves after the end.

        Raises:
            IllegalMove: outside the board or taken.
        """
        self._require_empty(point)
        self._stones[point] = self.to_move
        self.to_move = other(self.to_move)

    def remove(self, point: Point) -> None:
        """Take back any one stone.

        The counts of stones then decide whose turn it is; if they do not alternate, the owner of
        the stone moves again.

        Raises:
            IllegalMove: no stone there.
        """
        colour = self._stones.pop(point, None)
        if colour is None:
            raise IllegalMove(f"{point[0]},{point[1]} holds no stone")
        if colour == WALL:
            return
        lead = self._count(BLACK) - self._count(WHITE)
        self.to_move = {0: BLACK, 1: WHITE}.get(lead, colour)

    def set_up(self, lines: Iterable[tuple[int, int, int]]) -> None:
        """Replace the position by the lines (x, y, field) of BOARD, with the brain to move.

        Lines outside the board, on a taken square or with an unknown field are skipped.
        The counts of stones decide who is Black; if they do not alternate, the owner of the first
        line is.
        """
        owners: dict[Point, int] = {}
        for x, y, field in lines:
            if self._inside((x, y)) and (x, y) not in owners and OWN <= field <= NEITHER:
                owners[x, y] = field
        self.to_move = _our_colour([f for f in owners.values() if f != NEITHER])
        colours = {OWN: self.to_move, OPPONENT: other(self.to_move), NEITHER: WALL}
        self._stones = {at: colours[field] for at, field in owners.items()}

    def play_out(self, points: Iterable[Point]) -> None:
        """Replace the position by alternating moves from the start; impossible ones are skipped."""
        self._stones = {}
        self.to_move = BLACK
        for point in points:
            if self._inside(point) and point not in self._stones:
                self.place(point)

    def board(self, rule: Rule) -> Board:
        """Return the position as a board under a rule."""
        stones = [(x, y, colour) for (x, y), colour in self._stones.items()]
        return Board.from_stones(self.size, rule, stones, self.to_move)

    def __len__(self) -> int:
        return len(self._stones)

    def _count(self, colour: int) -> int:
        return sum(c == colour for c in self._stones.values())

    def _inside(self, point: Point) -> bool:
        return 0 <= point[0] < self.size and 0 <= point[1] < self.size

    def _require_empty(self, point: Point) -> None:
        if not self._inside(point):
            raise IllegalMove(f"{point[0]},{point[1]} is outside the board")
        if point in self._stones:
            raise IllegalMove(f"{point[0]},{point[1]} is taken")


def _our_colour(fields: list[int]) -> int:
    behind = fields.count(OPPONENT) - fields.count(OWN)
    if behind in (0, 1):
        return WHITE if behind else BLACK
    return BLACK if fields[0] == OWN else WHITE
