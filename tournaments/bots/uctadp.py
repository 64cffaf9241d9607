"""The bot `uctadp`: UCT with the evaluation of `adp` in place of simulations (Cao and Lin)."""

from tournaments.bots.adp import load
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot


class UctAdp(UctBot):
    """A bot with the options of `UctBot`."""

    def __init__(self) -> None:
        super().__init__("uctadp", load())


if __name__ == "__main__":
    main(UctAdp)
