"""The bot `uctsim`: UCT with random simulations; with `adp`, their weighted sum with ADP.

The weighted sum (Tang, Zhao, Shao and Lv 2016) is the earlier way to combine the two: each searches
separately, and the move with the best sum of both winning rates is played.
"""

from pathlib import Path

from core.eval.evaluate import RolloutEvaluator
from core.game.board import Board, Point
from core.papers.uct_settings import UctSettings
from tournaments.bots.adp import Adp
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot


class UctSimulation(UctBot):
    """A bot with the options of `UctBot`, and `adp`: the weight of ADP's winning rate in percent,
    by the perceptron of the bot `adp`."""

    def __init__(self) -> None:
        super().__init__("uctsim", UctSettings())
        self.options["adp"] = 0
        self._adp = Adp()
        self._rollouts = RolloutEvaluator(1)

    def load(self, path: Path) -> None:
        """Load the perceptron from a file.

        Raises:
            NetError: the file holds no such perceptron.
        """
        self._adp.load(path)

    def evaluator(self) -> RolloutEvaluator:
        """Return the evaluator of new nodes, a random game to its end."""
        return self._rollouts

    def choose(self, board: Board, clock: MoveClock) -> Point:
        tree = self.grown(board, clock)
        weight = self.options["adp"] / 100
        if not weight:
            return tree.best()
        chances = dict(self._adp.evaluator().candidates(board))
        sums = {
            move: weight * chances[move] + (1 - weight) * value for move, _, value in tree.moves()
        }
        return max(sums, key=lambda move: sums[move])


if __name__ == "__main__":
    main(UctSimulation)
