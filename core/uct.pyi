from core.board import Board, Point
from core.evaluate import Evaluator

class Uct:
    """A UCT tree over one position.

    Args:
        board: the position; the tree takes a copy.
        evaluator: judges new nodes: `AdpEvaluator`; `RolloutEvaluator` for a simulation to the
            end of the game; the plain `Evaluator` for one half everywhere.
        exploration: k of UCB1; the square root of 2 in the paper.
        bias: k2, the weight of progressive bias; 0 for none.
        preselect: forced moves alone, and attacks before other moves.
        seed: decides the order in which moves are first tried.
        max_bytes: what the tree may take.
    Raises:
        ValueError: the game is over.
        MemoryError: not even the root fits.
    """

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
    def run(self, iterations: int) -> None:
        """Adds iterations; fewer when memory runs out. Releases the GIL."""

    @property
    def iterations(self) -> int:
        """How many have been done."""

    def moves(self) -> list[tuple[Point, int, float]]:
        """(move, visits, mean reward from 0 to 1) of every root move, in the order of trying;
        the reward of an untried one is 1/2."""

    def best(self) -> Point:
        """The move of the highest mean reward; of equal ones that with more visits."""
