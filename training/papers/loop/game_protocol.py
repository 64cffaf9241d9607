"""What the papers' learning code needs to know of a game, and of a tree over a position."""

from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Planes: TypeAlias = NDArray[np.uint8]
"""What a net sees of a position, (planes, height, width), or of several."""

Policy: TypeAlias = NDArray[np.float32]
"""A share for each action."""

Position = TypeVar("Position")
Seen = TypeVar("Seen", covariant=True)


class Tree(Protocol[Seen]):
    """A PUCT search whose leaves somebody else judges."""

    @property
    def is_fresh(self) -> bool:
        """Whether the root has not been judged yet."""

    def begin(self, playouts: int) -> None:
        """Lets so many playouts be added."""

    def leaf(self) -> Seen | None:
        """A position to judge, only to be looked at; None when the playouts are used."""

    def judge(self, priors: Policy, value: float) -> None:
        """Takes a prior for each action and the value, from -1 to 1, of the last leaf's mover."""

    def add_root_noise(self, share: float, alpha: float, rng: np.random.Generator) -> None:
        """Mixes Dirichlet noise into the priors of the root, which has been judged."""

    def visits(self) -> list[tuple[int, int]]:
        """The actions that the root's mover has tried, and how often."""

    def advance(self, action: int) -> None:
        """Makes the position after an action the root, and keeps what is known of it."""


class Game(Protocol[Position]):
    """A game of two, with a fixed number of actions. Positions stay as they are."""

    shape: tuple[int, int, int]
    """Of the planes."""
    actions: int

    def start(self) -> Position:
        """The position that games begin with."""

    def planes(self, position: Position) -> Planes:
        """What the mover sees."""

    def legal(self, position: Position) -> NDArray[np.bool_]:
        """Which actions the mover may choose; none once the game is over."""

    def play(self, position: Position, action: int) -> Position:
        """The position after a legal action of the mover."""

    def is_first_to_move(self, position: Position) -> bool:
        """Whether it is the turn of the player who began."""

    def result(self, position: Position) -> int | None:
        """1, 0 or -1 for the player who began; None while the game goes on."""


def outcome(game: Game[Position], position: Position) -> int | None:
    """1, 0 or -1 for the player to move; None while the game goes on."""
    result = game.result(position)
    return result if result is None or game.is_first_to_move(position) else -result


class Capturing(Game[Position], Protocol[Position]):
    """A game for the agents that are rewarded before its end."""

    def taken(self, position: Position) -> int:
        """What the last action took; a five, where nothing is ever taken, counts as one."""


class Searched(Game[Position], Protocol[Position]):
    """A game for the AlphaZero loop."""

    def symmetries(self, planes: Planes, policy: Policy) -> list[tuple[Planes, Policy]]:
        """A position and its policy under every symmetry of the game, itself included."""

    def tree(self, position: Position, exploration: float) -> Tree[Position]:
        """A search of the position, by PUCT with this c."""
