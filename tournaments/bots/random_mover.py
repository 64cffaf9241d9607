"""The bot `random`: any legal move, all equally likely."""

import random

from core.game.board import Board, Point
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.serve import main


class RandomMover:
    """A bot with the option `seed`: 0 for a different game each time."""

    name = "random"

    def __init__(self) -> None:
        self.options = {"seed": 0}
        self._rng: random.Random | None = None

    def choose(self, board: Board, clock: MoveClock) -> Point:  # noqa: ARG002
        if self._rng is None:
            self._rng = random.Random(self.options["seed"] or None)
        return self._rng.choice(board.legal_moves())


if __name__ == "__main__":
    main(RandomMover)
