from collections.abc import Iterable
from typing import TypeAlias

from core.rules import Rule

Point: TypeAlias = tuple[int, int]
"""(x, y), zero-based: x is the column from the left, y the row from the top."""

EMPTY: int  # 0
BLACK: int  # 1
WHITE: int  # 2
WALL: int  # 3: a square nobody may use and no line crosses

class IllegalMove(ValueError):
    """The square is outside, taken, or the game is over. The text says which."""

class ForbiddenMove(IllegalMove):
    """A renju foul by Black; `foul` is `overline`, `double four` or `double three`."""

    foul: str

class Board:
    """A position: stones, side to move, hash and the winner, with take-back.

    Args:
        size: edge of the square board, 5 to 22.
        rule: which rule decides wins and fouls.
    Raises:
        ValueError: an unsupported size.
    """

    def __init__(self, size: int, rule: Rule = ...) -> None: ...
    @classmethod
    def from_stones(
        cls,
        size: int,
        rule: Rule,
        stones: Iterable[tuple[int, int, int]],
        to_move: int | None = None,
    ) -> Board:
        """A board from (x, y, colour) triples in play order (any order, any counts will do;
        colour may be WALL). `to_move` None: Black if the counts are equal, else the side behind.
        Fouls and overlong games in the stones are accepted: the position is taken as given.

        Raises:
            IllegalMove: a stone outside the board or on a taken square.
            ValueError: a colour that is none of BLACK, WHITE and WALL.
        """

    def copy(self) -> Board: ...
    @property
    def size(self) -> int: ...
    @property
    def rule(self) -> Rule: ...
    @property
    def to_move(self) -> int: ...
    @property
    def ply(self) -> int:
        """Stones on the board, walls not counted."""

    @property
    def key(self) -> int:
        """64-bit Zobrist hash of stones, walls and side to move."""

    @property
    def winner(self) -> int:
        """BLACK or WHITE once a move made a winning line, else EMPTY."""

    @property
    def full(self) -> bool: ...
    @property
    def over(self) -> bool:
        """Won, or full (a draw)."""

    def cell(self, x: int, y: int) -> int: ...
    def play(self, x: int, y: int) -> None:
        """Puts a stone of the side to move.

        Raises:
            IllegalMove: outside, taken, or the game is over.
            ForbiddenMove: a renju foul by Black.
        """

    def undo(self) -> Point:
        """Takes the last move back and returns it.

        Raises:
            IllegalMove: there is nothing to take back.
        """

    def foul(self, x: int, y: int) -> str | None:
        """The renju foul Black would commit by playing here, whoever is to move, else None."""

    def line_classes(self, x: int, y: int) -> list[tuple[int, int]] | None:
        """(Black's, White's) line class of an empty point in the directions right, down,
        down-right and up-right, as numbered in `core.lines`; None for a point that is taken."""

    def class_counts(self, colour: int) -> list[int]:
        """How many empty squares have each class for BLACK or WHITE, by the class's number in
        `core.lines.CELL_CLASS_NAMES`."""

    def threats(self, colour: int) -> dict[str, list[Point]]:
        """Where BLACK or WHITE could make an open three or more: the empty squares by class."""

    def forbidden_points(self) -> list[Point]:
        """Every empty point where Black would commit a foul; empty outside renju."""

    def legal_moves(self) -> list[Point]:
        """Empty points the side to move may play, row by row; none once the game is over."""

    def stones(self) -> list[tuple[int, int, int]]:
        """(x, y, colour) in play order, walls first."""

    def winning_line(self) -> list[Point]:
        """The points of the run that won, else an empty list."""
