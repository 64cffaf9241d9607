from core.board import Board

SHAPES: tuple[tuple[str, float], ...]
"""The shapes of one side and what each is worth: `o` its stone, `-` empty, `x` the enemy's stone
or the edge. Each stands for its mirror image too."""

FIVE_WORTH: float
"""What a move that wins is worth: the highest value of the heuristic."""

class Patterns:
    """Counts the patterns of a board, quickly where it differs little from the last one."""

    def counts(self, board: Board) -> list[int]:
        """How often each pattern is on a board: Black's sixteen shapes, then White's."""

    def heuristic(self, board: Board, x: int, y: int, colour: int) -> float:
        """The sum of the values of the shapes that a stone of BLACK or WHITE would be part of.

        Raises:
            ValueError: the square is taken.
            IllegalMove: it is outside the board.
        """
