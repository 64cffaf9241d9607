from typing import final

from core.game.board import Board

SHAPES: tuple[tuple[str, float], ...]
FIVE_WORTH: float
DECAY: float

@final
class Patterns:
    def counts(self, board: Board) -> list[int]: ...
    def heuristic(self, board: Board, x: int, y: int, colour: int) -> float: ...
