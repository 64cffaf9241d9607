"""The bot `adp`: the best move by a perceptron over patterns, one ply deep, without a search."""

import random
from pathlib import Path

from core.eval.netfile import read_net
from core.game.board import Board, Point
from core.papers.adp import AdpEvaluator, Mlp
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.serve import main

WEIGHTS = Path(__file__).parent / "weights" / "adp.net"
"""The perceptron that `fukumi papers uct-adp` taught with its defaults."""


class AdpBot:
    """A bot with a perceptron: the bundled one, or the `adp.net` of a run of the recipe.

    Its option is `fours`: 1 if a position counts as won for a side that can make a five, else 0.

    Raises:
        NetError: the file of the bundled perceptron is damaged.
    """

    options: dict[str, int]

    def __init__(self) -> None:
        self.options["fours"] = 1
        self.load(WEIGHTS)

    def load(self, path: Path) -> None:
        """Load the perceptron from a file.

        Raises:
            NetError: the file holds no such perceptron.
        """
        self._mlp = Mlp(read_net(path))

    def evaluator(self) -> AdpEvaluator:
        """Return the evaluator."""
        return AdpEvaluator(self._mlp, bool(self.options["fours"]))


class Adp(AdpBot):
    """A bot with the options of `AdpBot` and `seed`: 0 for a different choice among equal moves
    each time."""

    name = "adp"

    def __init__(self) -> None:
        self.options = {"seed": 0}
        super().__init__()
        self._rng: random.Random | None = None

    def choose(self, board: Board, clock: MoveClock) -> Point:  # noqa: ARG002
        if self._rng is None:
            self._rng = random.Random(self.options["seed"] or None)
        found = self.evaluator().candidates(board)
        best = max(value for _, value in found)
        return self._rng.choice([move for move, value in found if value == best])


if __name__ == "__main__":
    main(Adp)
