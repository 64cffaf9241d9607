from core.board import Board, Point

class Evaluator:
    """Prior and value of a position. Subclasses differ in where these come from."""

    def priors(self, board: Board) -> list[tuple[Point, float]]:
        """The moves worth a look with their prior, best first; the priors sum to 1."""

    def twin(self) -> Evaluator:
        """An evaluator that says the same, for another thread."""

    def value(self, board: Board) -> float:
        """Expected outcome for the side to move: -1 lost, 0 even, +1 won."""

class LinesEvaluator(Evaluator):
    """Prior and value from the line classes (five, open four, four, open three, ...)."""

class RolloutEvaluator(Evaluator):
    """Uniform prior; the value is the outcome of one uniformly random playout.

    Args:
        seed: makes the playouts repeatable.
    """

    def __init__(self, seed: int = 0) -> None: ...
