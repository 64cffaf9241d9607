"""The bot `puremcts`: Monte-Carlo tree search with random playouts and no other knowledge."""

from dataclasses import replace

from core.eval.evaluate import RolloutEvaluator
from core.game.board import Board, Point
from core.search.engine import Engine
from core.search.search_settings import SearchSettings
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.serve import main

C_PUCT = 5.0
"""The constant of the pure-MCTS opponent common in AlphaZero projects."""


class PureMcts:
    """A bot with the options `playouts` a move (fewer if time runs out) and `seed` of the
    playouts."""

    name = "puremcts"

    def __init__(self) -> None:
        self.options = {"playouts": 1000, "seed": 0}
        self._engine: Engine | None = None

    def choose(self, board: Board, clock: MoveClock) -> Point:
        if self._engine is None:
            rollouts = RolloutEvaluator(self.options["seed"])
            self._engine = Engine(
                rollouts, settings=SearchSettings(mcts_solver=False, c_puct=C_PUCT, c_growth=0.0)
            )
        self._engine.set_position(board)
        budget = replace(clock.budget, visits=max(1, self.options["playouts"]))
        return self._engine.think(budget, clock.cut).move


if __name__ == "__main__":
    main(PureMcts)
