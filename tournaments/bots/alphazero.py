"""The bot `alphazero`: nets of `fukumi papers`, each for a size, with AlphaGo Zero's search."""

import numpy as np

from core.eval.evaluate import Evaluator
from core.game.board import Board, Point
from core.search.mcts import Search
from core.search.search_settings import PLAIN
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.netbot import ALPHAZERO_NETS, NetBot
from tournaments.bots.serve import main

TREE_BYTES = 128 << 20
CHUNK = 200
"""Playouts between two checks of the clock; those that reach a finished game are not replaced."""


class AlphaZero(NetBot):
    """A bot with the option `playouts` a move (fewer if time runs out)."""

    def __init__(self) -> None:
        super().__init__("alphazero", {"playouts": 400}, *ALPHAZERO_NETS)

    def choose(self, board: Board, clock: MoveClock) -> Point:
        search = Search(Evaluator(), TREE_BYTES, PLAIN)
        search.reset(board)
        left = max(1, self.options["playouts"])
        while left > 0:
            self._add(search, min(CHUNK, left), clock)
            left = 0 if clock.is_up else left - CHUNK
        return max(search.edges(), key=lambda edge: edge.visits).move

    def _add(self, search: Search, playouts: int, clock: MoveClock) -> None:
        """Add playouts, at least one."""
        search.begin(playouts)
        while (leaf := search.select_leaf()) is not None:
            search.backpropagate(*self._judged(leaf))
            if clock.is_up:
                return

    def _judged(self, board: Board) -> tuple[list[float], float]:
        """Return a prior for each cell, and the value for the side to move."""
        scores, values = self.net_for(board).judge([board])
        priors: list[float] = np.exp(scores[0] - scores[0].max()).tolist()
        return priors, float(values[0])


if __name__ == "__main__":
    main(AlphaZero)
