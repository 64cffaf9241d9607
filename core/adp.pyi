from core.board import Board, Point
from core.evaluate import Evaluator
from core.netfile import NetFile

ARCHITECTURE: str
"""The one kind of net this module reads."""

LAYOUT: tuple[tuple[str, int], ...]
"""Name and number of weights of each array of a net file, in order."""

class Mlp:
    """The weights of the perceptron.

    Raises:
        NetError: the file's net is of another kind or shape.
    """

    def __init__(self, file: NetFile) -> None: ...
    def load(self, weights: bytes) -> None:
        """Takes other weights: 32-bit floats of this machine, in the order of LAYOUT.

        Raises:
            NetError: they are too many or too few.
        """

class AdpEvaluator(Evaluator):
    """The value is twice the chance of the side to move, less one; all moves are alike."""

    def __init__(self, mlp: Mlp) -> None: ...
    def candidates(self, board: Board) -> list[tuple[Point, float]]:
        """The moves within two squares of a stone, with the chance (0 to 1) that the side to
        move wins after each: 1 for a five, 1/2 for a full board."""
