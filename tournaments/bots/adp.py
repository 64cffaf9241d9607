"""The bot `adp`: the best move by a perceptron over patterns, one ply deep, without a search."""

import random
from pathlib import Path

from core.eval.netfile import read_net
from core.game.board import Board, Point
from core.papers.adp import AdpEvaluator, Mlp
from core.search.time_management import Limits
from tournaments.bots.serve import main

WEIGHTS = Path(__file__).parent / "weights" / "adp.net"


def load() -> AdpEvaluator:
    """Load the evaluator bundled with the bots.

    Raises:
        NetError: its file is damaged.
    """
    return AdpEvaluator(Mlp(read_net(WEIGHTS)))


class Adp:
    """A bot with the option `seed`: 0 for a different choice among equal moves each time."""

    name = "adp"

    def __init__(self) -> None:
        self.options = {"seed": 0}
        self._rng: random.Random | None = None
        self._evaluator = load()

    def choose(self, board: Board, limits: Limits, started: float) -> Point:  # noqa: ARG002
        if self._rng is None:
            self._rng = random.Random(self.options["seed"] or None)
        found = self._evaluator.candidates(board)
        best = max(value for _, value in found)
        return self._rng.choice([move for move, value in found if value == best])


if __name__ == "__main__":
    main(Adp)
