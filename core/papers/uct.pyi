from typing import final

from core.eval.evaluate import Evaluator
from core.game.board import Board, Point

@final
class Uct:
    def __init__(
        self,
        board: Board,
        evaluator: Evaluator,
        exploration: float,
        bias: float,
        preselect: bool,
        seed: int,
        max_bytes: int,
    ) -> None: ...
    def run(self, iterations: int) -> None: ...
    @property
    def iterations(self) -> int: ...
    def moves(self) -> list[tuple[Point, int, float]]: ...
    def best(self) -> Point: ...
