from core.game.board import Board

SHAPES: tuple[tuple[str, float], ...]
"""The shapes of one side with their values: `o` its stone, `-` empty, `x` the enemy's stone or the
edge. Each also stands for its mirror image."""

FIVE_WORTH: float
"""Value of a winning move: the highest of the heuristic."""

class Patterns:
    def counts(self, board: Board) -> list[int]: ...
    def heuristic(self, board: Board, x: int, y: int, colour: int) -> float: ...
