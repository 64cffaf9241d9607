"""The published settings of the agents that learn (sections 3.2 to 3.5)."""

from dataclasses import dataclass

from training.papers.choko.nets import ActorCritic


@dataclass(frozen=True, slots=True)
class PpoSettings:
    """One version of PPO.

    Attributes:
        iterations: rollouts, each followed by learning.
        steps: experiences in a rollout.
        batch, epochs: of learning.
        ancestor_every: iterations between two frozen ancestors to play against; 0: self-play.
        capture: the reward for a piece at first, and what is taken off it by the end.
        layers, initiative: of the net.
    """

    name: str
    iterations: int
    steps: int = 4096
    batch: int = 64
    epochs: int = 6
    ancestor_every: int = 0
    capture: tuple[float, float] = (0.1, 0.0)
    layers: int = 2
    initiative: bool = False

    def net(self) -> ActorCritic:
        """A net that has learnt nothing."""
        return ActorCritic(self.layers, self.initiative)

    def capture_at(self, iteration: int) -> float:
        """The reward for a piece taken, which falls over the published number of iterations."""
        first, fall = self.capture
        return max(0.0, first - fall * iteration / self.iterations)


V1 = PpoSettings("PPO V1", 5000)
V2 = PpoSettings("PPO V2", 3000, steps=8192, batch=128, epochs=12, ancestor_every=500)
# The paper's formula, 0.1 - 0.05 i / 4000, is 0.05 at the end; its text says that captures bring
# nothing from about half of the training on. The text is followed.
V3 = PpoSettings(
    "PPO V3",
    4000,
    steps=8192,
    batch=128,
    epochs=12,
    ancestor_every=500,
    capture=(0.1, 0.2),
    layers=3,
    initiative=True,
)
VERSIONS = (V1, V2, V3)

DQN_STEPS = 200_000
EVALUATED_EVERY = {"PPO": 10, "DQN": 200}
"""Iterations, or steps of DQN, between two matches against oneself of so long ago."""
EVALUATION_GAMES = 20
"""The paper does not say how many games such a match has."""
TABLE_GAMES = 20
