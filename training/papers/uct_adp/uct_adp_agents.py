"""The agents of the paper, under the paper's names."""

from dataclasses import dataclass, field

from core.eval.evaluate import Evaluator, RolloutEvaluator
from core.game.board import Board, Point
from core.papers.adp import AdpEvaluator, Mlp
from core.papers.uct import Uct
from core.papers.uct_settings import BIAS, UctSettings

ADP_WEIGHT = 0.5
"""ADP's part of the weighted sum; the rest is the simulations'."""
MEMORY = 1 << 30


@dataclass(frozen=True, slots=True)
class Agent:
    """The search of an agent.

    Attributes:
        judge: evaluation of a new node: `adp`, `simulation` to the end of the game, or `half`.
        settings: of the tree.
        adp_weight: the share of ADP's winning rate in the sum that decides the move.
    """

    name: str
    judge: str
    settings: UctSettings = field(default_factory=UctSettings)
    adp_weight: float = 0.0


AGENTS = (
    Agent("UCT-ADP-PB", "adp", UctSettings(k2=BIAS)),
    Agent("UCT-ADP", "adp"),
    Agent("weighted-sum", "simulation", adp_weight=ADP_WEIGHT),
    Agent("UCT-SIMULATION", "simulation"),
    Agent("UCT-DUMMY", "half"),
)
"""The agents of the figures, with move selection for all of them (section IV.C)."""

UNSELECTED = (
    Agent("UCT-ADP, no selection", "adp", UctSettings(preselect=False)),
    Agent("UCT-SIMULATION, no selection", "simulation", UctSettings(preselect=False)),
)
"""Two of them without it, which shows what it does for each."""


class AgentTree:
    """The tree of an agent over one position; it can be grown further at any time.

    Args:
        mlp: evaluates for ADP.
        seed: of the order of untried moves and of the simulations.
    """

    def __init__(self, agent: Agent, mlp: Mlp, board: Board, seed: int) -> None:
        self._weight = agent.adp_weight
        self._chances = dict(AdpEvaluator(mlp).candidates(board.copy()))
        self._tree = Uct(board, _judge(agent, mlp, seed), agent.settings, seed, MEMORY)

    @property
    def iterations(self) -> int:
        """Iterations so far."""
        return self._tree.iterations

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
