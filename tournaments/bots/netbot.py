"""What the bots with a net of `fukumi papers` share: one that comes with them, or the user's."""

from pathlib import Path

from tournaments.bots.exported import WEIGHTS, ExportedNet


class NetBot:
    """A bot that plays on boards of its net's size only.

    Args:
        weights: the file of the net that comes with the bot, if one does.
    """

    def __init__(self, name: str, options: dict[str, int], weights: str | None = None) -> None:
        self.name = name
        self.options = options
        self._net = None if weights is None else ExportedNet(WEIGHTS / weights)

    @property
    def net(self) -> ExportedNet:
        """What it plays with.

        Raises:
            ValueError: it has no net yet.
        """
        if self._net is None:
            raise ValueError("no net: start the bot with --net FILE")
        return self._net

    def load(self, path: Path) -> None:
        """Plays with the net of a file.

        Raises:
            ValueError: it holds none.
        """
        self._net = ExportedNet(path)
