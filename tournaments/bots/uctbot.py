"""Base of the bots on a UCT tree, which grows until its iterations or the time are used up."""

import math
import random
import time

from core.eval.evaluate import Evaluator
from core.game.board import Board, Point
from core.papers.uct import Uct
from core.search.time_management import Limits, budget

EXPLORATION = math.sqrt(2)
CHUNK = 200
"""Iterations between two checks of the clock."""
MEMORY = 200 << 20


class UctBot:
    """A bot with a UCT tree.

    Its options are `iterations` a move (0: as many as time allows) and `seed` of the order in which
    moves are tried (0 for another order each time).

    Args:
        name: the bot's name.
        evaluator: judges new nodes.
        bias: the weight of progressive bias.
        preselect: whether VCF and VCT moves are selected.
    """

    def __init__(
        self, name: str, evaluator: Evaluator, bias: float = 0.0, preselect: bool = False
    ) -> None:
        self.name = name
        self.options = {"iterations": 0, "seed": 0}
        self._evaluator = evaluator
        self._bias = bias
        self._preselect = preselect

    def choose(self, board: Board, limits: Limits, started: float) -> Point:
        return self.grown(board, limits, started).best()

    def grown(self, board: Board, limits: Limits, started: float) -> Uct:
        """Return a tree over the position, as large as the options and the time allow."""
        seed = self.options["seed"] + board.ply if self.options["seed"] else random.getrandbits(32)
        tree = Uct(board, self._evaluator, EXPLORATION, self._bias, self._preselect, seed, MEMORY)
        allowed = budget(limits, started, board.ply, board.size**2)
        self._grow(tree, started + min(allowed.soft, allowed.hard))
        return tree

    def _grow(self, tree: Uct, deadline: float) -> None:
        if len(tree.moves()) == 1:
            return
        most = self.options["iterations"] or math.inf
        before = -1
        while before < tree.iterations < most and time.monotonic() < deadline:
            before = tree.iterations
            tree.run(int(min(CHUNK, most - before)))
