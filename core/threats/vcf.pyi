from typing import final

from core.game.board import Board, Point

@final
class Vcf:
    def search(self, board: Board, budget: int = 1_000_000) -> list[Point] | None: ...
    @property
    def visited(self) -> int: ...
