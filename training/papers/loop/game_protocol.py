"""Interfaces of a game, and of a tree over a position, for the papers' learning code."""

from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Planes: TypeAlias = NDArray[np.uint8]
"""Input of a net for a position, (planes, height, width), or for several."""

Policy: TypeAlias = NDArray[np.float32]
"""A share for each action."""

Actions: TypeAlias = NDArray[np.int64]
"""Actions, by number."""

Position = TypeVar("Position")
Seen = TypeVar("Seen", covariant=True)


class SearchTree(Protocol[Seen]):
    """A PUCT search whose leaves are evaluated by the caller."""

    @property
    def is_fresh(self) -> bool:
        """True if the root has not been evaluated yet."""

    def begin(self, playouts: int) -> None:
        """Allow this many more playouts."""

    def leaf(self) -> Seen | None:
        """Return a position to evaluate, not to be changed; None when the playouts are used up."""

    def judge(self, priors: Policy, value: float) -> None:
        """Set a prior for each action and the value, from -1 to 1, for the last leaf's mover."""

    def add_root_noise(self, share: float, alpha: float, rng: np.random.Generator) -> None:
        """Mix Dirichlet noise into the priors of the root, which must have been evaluated."""

    def value(self) -> float:
        """Return the root's mean value for its mover, from -1 to 1."""

    def visits(self) -> list[tuple[int, int]]:
        """Return the actions tried at the root, with their visits."""

    def advance(self, action: int) -> None:
        """Make the position after an action the root, and keep its subtree."""


class GameProtocol(Protocol[Position]):
    """A game of two players, with a fixed number of actions and immutable positions."""

    shape: tuple[int, int, int]
    """Shape of the planes."""
    actions: int

    def start(self) -> Position:
        """Return the initial position."""

    def planes(self, position: Position) -> Planes:
        """Return the net's input for a position, from the mover's side."""

    def legal(self, position: Position) -> Actions:
        """Return the mover's legal actions; none once the game is over."""

    def play(self, position: Position, action: int) -> Position:
        """Return the position after a legal action of the mover."""

    def is_first_to_move(self, position: Position) -> bool:
        """Return whether the player who began is to move."""

    def result(self, position: Position) -> int | None:
        """Return 1, 0 or -1 for the player who began; None while the game goes on."""


def outcome(game: GameProtocol[Position], position: Position) -> int | None:
    """Return 1, 0 or -1 for the player to move; None while the game goes on."""
    result = game.result(position)
    return result if result is None or game.is_first_to_move(position) else -result


class CapturingGame(GameProtocol[Position], Protocol[Position]):
    """A game for the agents that are rewarded before its end."""

    def taken(self, position: Position) -> int:
        """Return the number of pieces that the last action took; in a game without captures, 1 for
        a five."""


class SearchableGame(GameProtocol[Position], Protocol[Position]):
    """A game for the AlphaZero loop."""

    def symmetries(self, planes: Planes, policy: Policy) -> list[tuple[Planes, Policy]]:
        """Return a position and its policy under every symmetry of the game, including the
        identity."""

    def tree(self, position: Position, exploration: float) -> SearchTree[Position]:
        """Return a PUCT search of the position, with this c."""
