"""The bot `alphazero`: a net that `fukumi papers` trained, with AlphaGo Zero's search."""

import time
from pathlib import Path

from core.board import Board, Point
from core.clock import Limits, budget
from core.evaluate import Evaluator
from core.mcts import Search
from core.settings import PLAIN
from tournaments.bots.exported import ExportedNet
from tournaments.bots.serve import main

TREE_BYTES = 128 << 20


class AlphaZero:
    """Option `playouts` a move (fewer if the clock says so)."""

    name = "alphazero"

    def __init__(self) -> None:
        self.options = {"playouts": 400}
        self._net: ExportedNet | None = None

    def load(self, path: Path) -> None:
        """Plays with the net of a file."""
        self._net = ExportedNet(path)

    def choose(self, board: Board, limits: Limits, started: float) -> Point:
        if self._net is None:
            raise ValueError("no net: start the bot with --net FILE")
        allowed = budget(limits, started, board.ply, board.size**2)
        search = Search(Evaluator(), TREE_BYTES, PLAIN)
        search.reset(board)
        search.begin(max(1, self.options["playouts"]))
        while (leaf := search.leaf()) is not None:
            search.judge(*self._net.judge(leaf))
            if time.monotonic() >= started + min(allowed.soft, allowed.hard):
                break
        return max(search.edges(), key=lambda edge: edge[2])[0]


if __name__ == "__main__":
    bot = AlphaZero()
    main(bot, bot.load)
