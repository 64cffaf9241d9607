"""Choko as a game of the protocol in `training.papers.loop.game_protocol`."""

import numpy as np
from numpy.typing import NDArray

from training.papers.choko.choko_rules import ACTIONS, BLUE, SIZE, ChokoPosition
from training.papers.choko.choko_symmetry import SYMMETRIES
from training.papers.loop.game_protocol import Planes, Policy
from training.papers.loop.puct_tree import PuctTree


class ChokoGame:
    """The game of Choko. The planes are the mover's pieces, the enemy's, and all ones if the mover,
    or the enemy, has the drop initiative."""

    shape = (4, SIZE, SIZE)
    actions = ACTIONS

    def start(self) -> ChokoPosition:
        """Return the empty board."""
        return ChokoPosition()

    def planes(self, position: ChokoPosition) -> Planes:
        """Return the four planes of a position."""
        cells = np.array(position.cells).reshape(SIZE, SIZE) * position.to_move
        holder = np.full((SIZE, SIZE), position.initiative * position.to_move)
        return np.stack([cells == 1, cells == -1, holder == 1, holder == -1]).astype(np.uint8)

    def legal(self, position: ChokoPosition) -> NDArray[np.bool_]:
        """Return a mask of the legal drops, moves and jumps."""
        found = np.zeros(ACTIONS, np.bool_)
        found[list(position.legal())] = True
        return found

    def play(self, position: ChokoPosition, action: int) -> ChokoPosition:
        """Return the position after an action."""
        return position.play(action)

    def is_first_to_move(self, position: ChokoPosition) -> bool:
        """Return whether it is Blue's turn."""
        return position.to_move == BLUE

    def result(self, position: ChokoPosition) -> int | None:
        """Return 1, 0 or -1 for Blue; None while the game goes on."""
        return position.winner if position.over else None

    def taken(self, position: ChokoPosition) -> int:
        """Return the number of pieces captured by the last action."""
        return position.taken

    def symmetries(self, planes: Planes, policy: Policy) -> list[tuple[Planes, Policy]]:
        """Return the four rotations and their mirror images."""
        cells = planes.reshape(len(planes), -1)
        return [
            (cells[:, squares].reshape(planes.shape), policy[actions])
            for squares, actions in SYMMETRIES
        ]

    def tree(self, position: ChokoPosition, exploration: float) -> PuctTree[ChokoPosition]:
        """Return a search in plain Python."""
        return PuctTree(self, position, exploration)
