from core.board import Board, Point
from core.evaluate import Evaluator

class Search:
    """One tree over one position, for one thread at a time. `core.engine` is its user.

    Args:
        evaluator: gives priors and values.
        max_bytes: the tree stops growing (but not learning) at this size.
        proofs: look for forced wins at leaves and prove wins and losses; without it the search
            is plain Monte-Carlo that knows only finished games.
        c_puct: exploration constant at few visits.
        c_growth: what it gains per e-fold of the visits beyond some hundreds.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        max_bytes: int,
        proofs: bool = True,
        c_puct: float = 0.35,
        c_growth: float = 1.02,
    ) -> None: ...
    def reset(self, board: Board) -> None:
        """Forgets the tree and starts one at a copy of this position."""

    def set_max_bytes(self, max_bytes: int) -> None: ...
    def advance(self, x: int, y: int) -> None:
        """Plays a legal move at the root and keeps what the tree knows of it."""

    def prepare(self) -> None:
        """Makes sure that the root has edges.

        Raises:
            MemoryError: not even the root fits.
        """

    def run(self, visits: int) -> None:
        """Adds up to `visits` visits, fewer once the root is proved. Releases the GIL."""

    def leaders(self) -> tuple[int, int]:
        """Visits of the two most visited root moves that are not proved lost."""

    def root_moves(
        self,
    ) -> list[tuple[Point, int, float, float, int, tuple[Point, ...]]]:
        """(point, visits, prior, value, proof, pv) of every root move, in order of prior."""

    @property
    def root_proof(self) -> int: ...
    @property
    def root_visits(self) -> int: ...
    @property
    def root_value(self) -> float: ...
    @property
    def memory(self) -> int:
        """Bytes the tree holds."""
