"""What the bots with a net of `fukumi papers` share: one that comes with them, or the user's."""

from pathlib import Path

from tournaments.bots.exported import WEIGHTS, ExportedNet


class NetBot:
    """A bot that plays on boards of its net's size only.

    Args:
        weights: the file of the net that comes with the bot.

    Attributes:
        net: what it plays with.
    """

    def __init__(self, name: str, options: dict[str, int], weights: str) -> None:
        self.name = name
        self.options = options
        self.net = ExportedNet(WEIGHTS / weights)

    def load(self, path: Path) -> None:
        """Play with the net of a file.

        Raises:
            NetError: it holds none.
        """
        self.net = ExportedNet(path)
