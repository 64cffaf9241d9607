from typing import Self, final

from core.eval.evaluate import Evaluator
from core.eval.netfile import NetFile
from core.game.board import Board, Point

ARCHITECTURE: str
LAYOUT: tuple[tuple[str, int], ...]

@final
class Mlp:
    def __init__(self, file: NetFile) -> None: ...
    def load(self, weights: bytes) -> None: ...

@final
class AdpEvaluator(Evaluator):
    def __new__(cls, mlp: Mlp, fours: bool = True) -> Self: ...
    def candidates(self, board: Board) -> list[tuple[Point, float]]: ...
