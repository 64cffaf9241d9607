from collections.abc import Sequence
from dataclasses import dataclass

from core.eval.evaluate import Evaluator
from core.game.board import Board, Point
from core.game.rules import Rule
from core.search.search_settings import Settings

TARGETS: int
"""The most moves of a policy target."""

@dataclass(frozen=True, slots=True)
class Row:
    """One position to learn from, as its mover sees it.

    Attributes:
        cells: row by row, 0 empty, 1 own, 2 the enemy's.
        targets: the moves of the policy to learn with their shares, which sum to 1.
        value: what the search makes of it, from -1 to 1.
        weight: how much it counts.
        black: whether Black is to move.
        ply: stones on the board.
    """

    cells: bytes
    targets: tuple[tuple[Point, float], ...]
    value: float
    weight: float
    black: bool
    ply: int

@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: `result` is 1, 0 or -1 for Black, `proved` that a proof ended it."""

    rows: tuple[Row, ...]
    plies: int
    result: int
    proved: bool

class SelfPlayer:
    """Plays games of one size and rule; the same seed plays the same games."""

    def __init__(
        self, evaluator: Evaluator, settings: Settings, size: int, rule: Rule, seed: int
    ) -> None: ...
    def play(self, visits: int) -> Game:
        """One game with about so many visits a move."""

def divergence(
    targets: Sequence[tuple[Point, float]], edges: Sequence[tuple[Point, float, int, float, int]]
) -> float: ...
def weighted(rows: Sequence[Row], surprises: Sequence[float]) -> tuple[Row, ...]: ...
def cells_of(board: Board) -> bytes:
    """The board row by row from the mover's view: 0 empty, 1 own, 2 the enemy's."""
