"""Settings of the agents, and of the games that they learn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol

from torch import nn

from training.papers.loop.game_protocol import CapturingGame, Position, SearchableGame
from training.papers.loop.loop_settings import LoopSettings


@dataclass(frozen=True, slots=True)
class PpoSettings:
    """Settings of one version of PPO.

    Attributes:
        net: makes an untrained net, from planes to logits (n, actions) and values (n,).
        iterations: rollouts, each followed by learning.
        steps: experiences in a rollout of whole games, about.
        batch, epochs: of learning.
        ancestor_every: iterations between two frozen ancestors to play against; 0: self-play.
        capture: the reward for a captured piece at first, and its total decrease by the end.
        rate: Adam's learning rate.
    """

    name: str
    net: Callable[[], nn.Module]
    iterations: int
    steps: int = 4096
    batch: int = 64
    epochs: int = 6
    ancestor_every: int = 0
    capture: tuple[float, float] = (0.1, 0.0)
    rate: float = 1e-4

    def capture_at(self, iteration: int) -> float:
        """Return the reward for a captured piece, which falls over the published number of
        iterations."""
        first, fall = self.capture
        return max(0.0, first - fall * iteration / self.iterations)


@dataclass(frozen=True, slots=True)
class DqnSettings:
    """Settings of deep Q-learning.

    Attributes:
        net: makes an untrained net, from planes to values (n, actions).
        steps: of learning, each followed by a game.
        capture: the reward for a captured piece.
    """

    net: Callable[[], nn.Module]
    steps: int
    capture: float


@dataclass(frozen=True, slots=True)
class ZeroSettings:
    """Settings of AlphaZero's loop.

    Attributes:
        steps: batches.
    """

    loop: LoopSettings
    steps: int


class LearnableGame(CapturingGame[Position], SearchableGame[Position], Protocol[Position]):
    """A game that every agent can learn."""


@dataclass(frozen=True, slots=True)
class Experiment(Generic[Position]):
    """A game to learn, with the settings of all agents.

    Attributes:
        name: in the folder and on the page.
        win: the reward for a game won.
        versions: of PPO; tree search is guided by the last.
        zero: of AlphaZero's loop, if it learns the game too.
    """

    name: str
    game: LearnableGame[Position]
    win: float
    versions: tuple[PpoSettings, ...]
    dqn: DqnSettings
    zero: ZeroSettings | None = None


EVALUATED_EVERY = {"PPO": 10, "DQN": 200}
"""Iterations, or steps of DQN, between two matches against the net as it was at the match
before."""
EVALUATION_GAMES = 20
"""Games of such a match, which the paper does not give."""
TABLE_GAMES, FEWEST_GAMES = 100, 20
