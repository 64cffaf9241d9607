"""The bot `uctadp`: UCT with the evaluation of `adp` in place of simulations (Cao and Lin)."""

from core.papers.uct_settings import UctSettings
from tournaments.bots.adp import AdpBot
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot


class UctAdp(AdpBot, UctBot):
    """A bot with the options of `UctBot` and `AdpBot`."""

    def __init__(self) -> None:
        UctBot.__init__(self, "uctadp", UctSettings())
        AdpBot.__init__(self)


if __name__ == "__main__":
    main(UctAdp)
