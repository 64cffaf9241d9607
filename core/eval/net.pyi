from collections.abc import Mapping
from typing import Any, Self, final

from core.eval.evaluate import Evaluator
from core.eval.netfile import NetFile
from core.game.board import Board

ARCHITECTURE: str
LAYOUT: tuple[tuple[str, int], ...]

@final
class Net:
    def __new__(cls, file: NetFile) -> Self: ...
    @property
    def header(self) -> Mapping[str, Any]: ...
    def compute_ahead(self, lines: int) -> bool: ...

@final
class NetEvaluator(Evaluator):
    def __new__(cls, net: Net, for_white: Net | None = None) -> Self: ...
    def outcomes(self, board: Board) -> tuple[float, float, float]: ...
