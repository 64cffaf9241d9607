"""The bot `uctdummy`: UCT that takes every position for even, but knows who has won."""

from core.eval.evaluate import Evaluator
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot


class UctDummy(UctBot):
    """Options: see `UctBot`."""

    def __init__(self) -> None:
        super().__init__("uctdummy", Evaluator())


if __name__ == "__main__":
    main(UctDummy)
