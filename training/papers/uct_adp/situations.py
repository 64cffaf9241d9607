"""The two board situations whose convergence is measured.

The paper shows its own as pictures, which its text does not hold. These two are of the kinds it
describes; that the moves given as right win, and that the lure loses, is proved by the solvers
(the tests do it again).
"""

from dataclasses import dataclass

from core.board import Board, Point


@dataclass(frozen=True, slots=True)
class Situation:
    """A position with Black to move.

    Attributes:
        stones: points in order of play, Black's first.
        right: the moves that win.
        lure: a tempting move that does not.
        iterations: how far trees are grown.
    """

    title: str
    stones: tuple[Point, ...]
    right: frozenset[Point]
    lure: Point | None
    iterations: int

    def board(self) -> Board:
        """The position on a board."""
        board = Board(15)
        for x, y in self.stones:
            board.play(x, y)
        return board


SITUATIONS = (
    Situation(
        "1: a double open three wins",
        ((7, 7), (9, 5), (5, 7), (7, 9), (8, 4), (10, 4), (7, 4), (9, 7)),
        frozenset({(7, 5)}),
        None,
        100_000,
    ),
)
