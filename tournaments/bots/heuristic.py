"""The bot `heuristic`: the best move by the line classes, without any search."""

import random

from core.eval.evaluate import LinesEvaluator
from core.game.board import Board, Point
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.serve import main


class Heuristic:
    """A bot with the option `seed`: 0 for a different choice among equal moves each time."""

    name = "heuristic"

    def __init__(self) -> None:
        self.options = {"seed": 0}
        self._rng: random.Random | None = None
        self._evaluator = LinesEvaluator()

    def choose(self, board: Board, clock: MoveClock) -> Point:  # noqa: ARG002
        if self._rng is None:
            self._rng = random.Random(self.options["seed"] or None)
        priors = self._evaluator.priors(board)
        best = priors[0][1]
        return self._rng.choice([point for point, prior in priors if prior > best * 0.999])


if __name__ == "__main__":
    main(Heuristic)
