"""Base of the bots with a net of `fukumi papers`, either bundled or the user's."""

from pathlib import Path

from tournaments.bots.exported import WEIGHTS, ExportedNet


class NetBot:
    """A bot that plays only on boards of its net's size.

    Args:
        weights: name of the bundled net's file.

    Attributes:
        net: the net it plays with.
    """

    def __init__(self, name: str, options: dict[str, int], weights: str) -> None:
        self.name = name
        self.options = options
        self.net = ExportedNet(WEIGHTS / weights)

    def load(self, path: Path) -> None:
        """Load the net that the bot plays with from a file.

        Raises:
            NetError: the file holds no such net.
        """
        self.net = ExportedNet(path)
