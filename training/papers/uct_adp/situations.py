"""The board situations whose convergence is measured.

The paper shows its own two only as pictures. These are of the kinds it describes. The solvers prove
that the moves given as right win and that the lure loses (and the tests repeat the proof); no other
move could be proved to win.
"""

from dataclasses import dataclass

from core.game.board import Board, Point


@dataclass(frozen=True, slots=True)
class Situation:
    """A position with Black to move.

    Attributes:
        stones: points in order of play, Black's first.
        right: the winning moves.
        lure: a tempting move that does not win.
        iterations: final size of the trees.
    """

    title: str
    stones: tuple[Point, ...]
    right: frozenset[Point]
    lure: Point | None
    iterations: int

    def board(self) -> Board:
        """Return the position on a board."""
        board = Board(15)
        for x, y in self.stones:
            board.play(x, y)
        return board


SITUATIONS = (
    Situation(
        "1: a double open three wins, and ADP sees it",
        ((7, 7), (6, 7), (7, 9), (8, 9), (6, 6), (8, 8), (5, 6), (6, 8)),
        frozenset({(7, 6)}),
        None,
        100_000,
    ),
    # White threatens a four that nothing stops. The four on the lure is answered and leaves Black
    # without another; the same four from its other side begins a winning series.
    Situation(
        "2: the same four loses from one side and wins from the other",
        (
            (7, 7), (5, 5), (10, 7), (5, 7), (7, 5), (4, 6), (9, 7), (8, 7), (7, 6),
            (7, 8), (9, 6), (8, 6), (9, 8), (9, 9), (5, 8), (7, 3), (6, 4), (3, 5),
        ),
        frozenset({(9, 4)}),
        (9, 5),
        100_000,
    ),
    # With move selection the lure of the second is found out at once. Here the way is longer: nine
    # plies of fours and threes, which attacks of Black's elsewhere look better than.
    Situation(
        "3: a long attack wins, and ADP prefers another",
        ((7, 7), (9, 8), (7, 6), (7, 8), (6, 8), (8, 7), (8, 6), (5, 9)),
        frozenset({(9, 5), (9, 6)}),
        None,
        100_000,
    ),
)  # fmt: skip
