"""The bot `uctsim`: UCT with random simulations; with `adp`, their weighted sum with ADP.

The weighted sum (Tang, Zhao, Shao and Lv 2016) is the earlier way to combine the two: each searches
separately, and the move with the best sum of both winning rates is played.
"""

from core.eval.evaluate import RolloutEvaluator
from core.game.board import Board, Point
from core.search.time_management import Limits
from tournaments.bots.adp import load
from tournaments.bots.serve import main
from tournaments.bots.uctbot import UctBot


class UctSimulation(UctBot):
    """A bot with the options of `UctBot`, and `adp`: the weight of ADP's winning rate in
    percent."""

    def __init__(self) -> None:
        super().__init__("uctsim", RolloutEvaluator(1))
        self.options["adp"] = 0
        self._adp = load()

    def choose(self, board: Board, limits: Limits, started: float) -> Point:
        tree = self.grown(board, limits, started)
        weight = self.options["adp"] / 100
        if not weight:
            return tree.best()
        chances = dict(self._adp.candidates(board))
        sums = {
            move: weight * chances[move] + (1 - weight) * value for move, _, value in tree.moves()
        }
        return max(sums, key=lambda move: sums[move])


if __name__ == "__main__":
    main(UctSimulation)
