"""The bot `uctadppb`: `uctadp` with progressive bias (Cao and Lin)."""

from core.papers.uct_settings import BIAS, UctSettings
from tournaments.bots.adp import AdpBot
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot


class UctAdpPb(AdpBot, UctBot):
    """A bot with the options of `UctBot` and `AdpBot`."""

    def __init__(self) -> None:
        UctBot.__init__(self, "uctadppb", UctSettings(k2=BIAS))
        AdpBot.__init__(self)


if __name__ == "__main__":
    main(UctAdpPb)
