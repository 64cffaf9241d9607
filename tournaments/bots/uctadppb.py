"""The bot `uctadppb`: `uctadp` with progressive bias and preselected moves (Cao and Lin)."""

from tournaments.bots.adp import load
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot

BIAS = 1.0
"""k2 of the paper, which does not give its value."""


class UctAdpPb(UctBot):
    """A bot with the options of `UctBot`."""

    def __init__(self) -> None:
        super().__init__("uctadppb", load(), BIAS, preselect=True)


if __name__ == "__main__":
    main(UctAdpPb)
