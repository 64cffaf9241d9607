from collections.abc import Mapping
from typing import Any

from core.board import Board
from core.evaluate import Evaluator
from core.netfile import NetFile

ARCHITECTURE: str
"""The one kind of net this program reads."""

LAYOUT: tuple[tuple[str, int], ...]
"""Name and number of weights of each array of a net file, in order."""

class Net:
    """The weights of a net and the rows they give; shared by any number of evaluators.

    Raises:
        NetError: the file's net is of another kind or shape.
    """

    def __init__(self, file: NetFile) -> None: ...
    @property
    def header(self) -> Mapping[str, Any]: ...

class NetEvaluator(Evaluator):
    """Prior and value by a net; for one thread at a time.

    Args:
        net: thinks for the side to move.
        for_white: thinks for White in place of `net`.
    """

    def __init__(self, net: Net, for_white: Net | None = None) -> None: ...
    def outcomes(self, board: Board) -> tuple[float, float, float]:
        """The chances that the side to move wins, draws and loses."""
