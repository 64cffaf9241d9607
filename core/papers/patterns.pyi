from core.game.board import Board

SHAPES: tuple[tuple[str, float], ...]
"""The shapes of one side and what each is worth: `o` its stone, `-` empty, `x` the enemy's stone
or the edge. Each stands for its mirror image too."""

FIVE_WORTH: float
"""What a move that wins is worth: the highest value of the heuristic."""

class Patterns:
    def counts(self, board: Board) -> list[int]: ...
    def heuristic(self, board: Board, x: int, y: int, colour: int) -> float: ...
