from core.eval.evaluate import Evaluator
from core.eval.netfile import NetFile
from core.game.board import Board, Point

ARCHITECTURE: str
"""The one kind of net this module reads."""

LAYOUT: tuple[tuple[str, int], ...]
"""Name and number of weights of each array of a net file, in order."""

class Mlp:
    def __init__(self, file: NetFile) -> None: ...
    def load(self, weights: bytes) -> None: ...

class AdpEvaluator(Evaluator):
    def __init__(self, mlp: Mlp) -> None: ...
    def candidates(self, board: Board) -> list[tuple[Point, float]]: ...
