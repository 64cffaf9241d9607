"""The bot `uctdummy`: UCT that values every unfinished position as even."""

from core.papers.uct_settings import UctSettings
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot


class UctDummy(UctBot):
    """A bot with the options of `UctBot`."""

    def __init__(self) -> None:
        super().__init__("uctdummy", UctSettings())


if __name__ == "__main__":
    main(UctDummy)
