from typing import final

from core.eval.evaluate import Evaluator
from core.game.board import Board, Point
from core.papers.uct_settings import UctSettings

@final
class Uct:
    def __init__(
        self,
        board: Board,
        evaluator: Evaluator,
        settings: UctSettings,
        seed: int,
        max_bytes: int,
    ) -> None: ...
    def run(self, iterations: int) -> None: ...
    @property
    def iterations(self) -> int: ...
    def moves(self) -> list[tuple[Point, int, float]]: ...
    def best(self) -> Point: ...
