from collections.abc import Mapping
from typing import Any

from core.eval.evaluate import Evaluator
from core.eval.netfile import NetFile
from core.game.board import Board

ARCHITECTURE: str
"""The one kind of net this program reads."""

LAYOUT: tuple[tuple[str, int], ...]
"""Name and number of weights of each array of a net file, in order."""

class Net:
    def __init__(self, file: NetFile) -> None: ...
    @property
    def header(self) -> Mapping[str, Any]: ...

class NetEvaluator(Evaluator):
    def __init__(self, net: Net, for_white: Net | None = None) -> None: ...
    def outcomes(self, board: Board) -> tuple[float, float, float]: ...
