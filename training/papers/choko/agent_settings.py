"""What the agents learn, and with which settings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol

from torch import nn

from training.papers.loop.game_protocol import Capturing, Position, Searched
from training.papers.loop.loop_settings import Settings


@dataclass(frozen=True, slots=True)
class PpoSettings:
    """One version of PPO.

    Attributes:
        net: makes a net that has learnt nothing, from planes to logits (n, actions) and values
            (n,).
        iterations: rollouts, each followed by learning.
        steps: experiences in a rollout.
        batch, epochs: of learning.
        ancestor_every: iterations between two frozen ancestors to play against; 0: self-play.
        capture: the reward for what is taken at first, and what is taken off it by the end.
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
        """The reward for a piece taken, which falls over the published number of iterations."""
        first, fall = self.capture
        return max(0.0, first - fall * iteration / self.iterations)


@dataclass(frozen=True, slots=True)
class DqnSettings:
    """Deep Q-learning.

    Attributes:
        net: makes a net that has learnt nothing, from planes to values (n, actions).
        steps: of learning, each followed by a game.
        capture: the reward for a piece taken.
    """

    net: Callable[[], nn.Module]
    steps: int
    capture: float


@dataclass(frozen=True, slots=True)
class ZeroSettings:
    """AlphaZero's loop.

    Attributes:
        steps: batches.
    """

    loop: Settings
    steps: int


class Learnt(Capturing[Position], Searched[Position], Protocol[Position]):
    """A game that every agent can learn."""


@dataclass(frozen=True, slots=True)
class Subject(Generic[Position]):
    """A game to learn, and how.

    Attributes:
        name: in the folder and on the page.
        win: the reward for a game won.
        versions: of PPO; tree search is guided by the last.
        zero: where AlphaZero's loop learns the game too.
    """

    name: str
    game: Learnt[Position]
    win: float
    versions: tuple[PpoSettings, ...]
    dqn: DqnSettings
    zero: ZeroSettings | None = None


EVALUATED_EVERY = {"PPO": 10, "DQN": 200}
"""Iterations, or steps of DQN, between two matches against oneself of so long ago."""
EVALUATION_GAMES = 20
"""The paper does not say how many games such a match has."""
TABLE_GAMES = 20
