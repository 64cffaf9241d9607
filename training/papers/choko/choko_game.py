"""Choko as a game of the protocol in `training.papers.loop.game_protocol`."""

import numpy as np

from core.papers.choko_rules import ACTIONS, BLUE, PLANES, SIZE, ChokoPosition
from training.papers.choko.choko_symmetry import SYMMETRIES
from training.papers.loop.game_protocol import Actions, Planes, Policy
from training.papers.loop.puct_tree import PuctTree


class ChokoGame:
    """The game of Choko. The planes are those of `ChokoPosition.planes`; each net takes the ones
    that it sees."""

    shape = (PLANES, SIZE, SIZE)
    actions = ACTIONS

    def start(self) -> ChokoPosition:
        """Return the empty board."""
        return ChokoPosition()

    def planes(self, position: ChokoPosition) -> Planes:
        """Return the seven planes of a position."""
        return np.frombuffer(bytearray(position.planes()), np.uint8).reshape(self.shape)

    def legal(self, position: ChokoPosition) -> Actions:
        """Return the legal drops, moves and jumps."""
        return np.array(position.legal(), np.int64)

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
