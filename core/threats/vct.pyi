from typing import final

from core.game.board import Board, Point

@final
class Vct:
    def search(
        self, board: Board, budget: int = 100_000, work: int = ...
    ) -> list[Point] | None: ...
    @property
    def visited(self) -> int: ...
