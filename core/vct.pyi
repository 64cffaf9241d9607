from core.board import Board, Point

class Vct:
    """A solver with its tables; for one thread, one rule and one board size at a time."""

    def search(self, board: Board, budget: int = 100_000) -> list[Point] | None:
        """A winning line of the side to move by fours and open threes, both sides' moves.

        The defender's moves in it are one defence of several; it ends early where he has none
        left against the threat. Empty: there is no such win.
        None: the budget (positions) ran out first.
        """

    @property
    def visited(self) -> int:
        """Positions worked on since construction."""
