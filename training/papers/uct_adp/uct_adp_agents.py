"""The agents of the paper, under the paper's names."""

import math
from dataclasses import dataclass

from core.eval.evaluate import Evaluator, RolloutEvaluator
from core.game.board import Board, Point
from core.papers.adp import AdpEvaluator, Mlp
from core.papers.uct import Uct

EXPLORATION = math.sqrt(2)
"""k of formula 1 and k1 of formula 4."""
BIAS = 1.0
"""k2 of formula 4, which the paper does not give."""
ADP_WEIGHT = 0.5
"""ADP's part of the weighted sum; the rest is the simulations'."""
MEMORY = 1 << 30


@dataclass(frozen=True, slots=True)
class Agent:
    """The search of an agent.

    Attributes:
        judge: evaluation of a new node: `adp`, `simulation` to the end of the game, or `half`.
        bias: the weight of progressive bias.
        preselect: forced moves alone, and attacks before other moves.
        adp_weight: the share of ADP's winning rate in the sum that decides the move.
    """

    name: str
    judge: str
    bias: float = 0.0
    preselect: bool = False
    adp_weight: float = 0.0


AGENTS = (
    Agent("UCT-ADP-PB", "adp", BIAS, preselect=True),
    Agent("UCT-ADP", "adp"),
    Agent("weighted-sum", "simulation", adp_weight=ADP_WEIGHT),
    Agent("UCT-SIMULATION", "simulation"),
    Agent("UCT-DUMMY", "half"),
)


class AgentTree:
    """The tree of an agent over one position; it can be grown further at any time.

    Args:
        mlp: evaluates for ADP.
        seed: of the order of untried moves and of the simulations.
    """

    def __init__(self, agent: Agent, mlp: Mlp, board: Board, seed: int) -> None:
        self._weight = agent.adp_weight
        self._chances = dict(AdpEvaluator(mlp).candidates(board.copy()))
        self._tree = Uct(
            board, _judge(agent, mlp, seed), EXPLORATION, agent.bias, agent.preselect, seed, MEMORY
        )

    @property
    def iterations(self) -> int:
        """Iterations so far."""
        return self._tree.iterations

    @property
    def forced(self) -> bool:
        """True if there is only one move."""
        return len(self._tree.moves()) == 1

    def run(self, iterations: int) -> None:
        """Run more iterations."""
        self._tree.run(iterations)

    def best(self) -> Point:
        """Return the agent's current choice."""
        if not self._weight:
            return self._tree.best()
        sums = {
            move: self._weight * self._chances[move] + (1 - self._weight) * value
            for move, _, value in self._tree.moves()
        }
        return max(sums, key=lambda move: sums[move])


def _judge(agent: Agent, mlp: Mlp, seed: int) -> Evaluator:
    if agent.judge == "adp":
        return AdpEvaluator(mlp)
    return RolloutEvaluator(seed) if agent.judge == "simulation" else Evaluator()


def adp_move(mlp: Mlp, board: Board) -> Point:
    """Return ADP's own choice, one ply deep; the first of equal moves."""
    return max(AdpEvaluator(mlp).candidates(board.copy()), key=lambda entry: entry[1])[0]
