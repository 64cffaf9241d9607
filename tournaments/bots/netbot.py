"""Base of the bots with a net of `fukumi papers`, either bundled or the user's."""

from pathlib import Path

from core.game.board import Board
from tournaments.bots.exported import WEIGHTS, ExportedNet

ALPHAZERO_NETS = (
    "alphazero.net",
    "alphazero-6x6.net",
    "alphazero-7x7.net",
    "alphazero-9x9.net",
)
"""The bundled nets of `alphazero` and `rawnet`, one for each size of board."""


class NetBot:
    """A bot that plays only on boards of its nets' sizes.

    Args:
        weights: names of the bundled nets' files, each for another size.
    """

    def __init__(self, name: str, options: dict[str, int], *weights: str) -> None:
        self.name = name
        self.options = options
        nets = [ExportedNet(WEIGHTS / file) for file in weights]
        self._nets = {net.size: net for net in nets}

    def load(self, path: Path) -> None:
        """Load the net that the bot plays with from a file; it replaces the bundled ones.

        Raises:
            NetError: the file holds no such net.
        """
        net = ExportedNet(path)
        self._nets = {net.size: net}

    @property
    def sizes(self) -> list[int]:
        """The sizes of boards that the bot plays on, ascending."""
        return sorted(self._nets)

    def net_for(self, board: Board) -> ExportedNet:
        """Return the net for a board.

        Raises:
            ValueError: no net plays its size.
        """
        if net := self._nets.get(board.size):
            return net
        sizes = ", ".join(f"{size}x{size}" for size in self.sizes)
        raise ValueError(f"{self.name} plays {sizes} only")
