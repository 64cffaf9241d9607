from core.board import Board, Point

class Vcf:
    """A solver with its table of attacks that fail; for one thread at a time.

    Keep one solver to one rule and board size: the table knows positions by hash only.
    """

    def search(self, board: Board, budget: int = 1_000_000) -> list[Point] | None:
        """The winning line of the side to move by fours alone, both sides' moves.

        Where the enemy may not stop the last four (a foul), the line ends with that four.
        Empty: there is no such win. None: the budget (attacker's positions) ran out first.
        """

    @property
    def visited(self) -> int:
        """Attacker's positions looked at since construction."""
