"""Base of the bots on a UCT tree, which grows until its iterations or the time are used up."""

import math
import random

from core.eval.evaluate import Evaluator
from core.game.board import Board, Point
from core.papers.uct import Uct
from core.papers.uct_settings import UctSettings
from tournaments.bots.move_clock import MoveClock

CHUNK = 200
"""Iterations between two checks of the clock."""
MEMORY = 200 << 20


class UctBot:
    """A bot with a UCT tree.

    Its options are those of `UctSettings`, `iterations` a move (0: as many as time allows) and
    `seed` of the order in which moves are tried (0 for another order each time).

    Args:
        name: the bot's name.
        settings: the defaults of its options.
    """

    def __init__(self, name: str, settings: UctSettings) -> None:
        self.name = name
        self.options = {
            "iterations": 0,
            "msd": settings.msd,
            "preselect": int(settings.preselect),
            "seed": 0,
        }
        self.factors = {"k": settings.k, "k2": settings.k2}

    def evaluator(self) -> Evaluator:
        """Return the evaluator of new nodes; this one values every position as even."""
        return Evaluator()

    def choose(self, board: Board, clock: MoveClock) -> Point:
        return self.grown(board, clock).best()

    def grown(self, board: Board, clock: MoveClock) -> Uct:
        """Return a tree over the position, as large as the options and the time allow."""
        seed = self.options["seed"] + board.ply if self.options["seed"] else random.getrandbits(32)
        tree = Uct(board, self.evaluator(), self._settings(), seed, MEMORY)
        self._grow(tree, clock)
        return tree

    def _settings(self) -> UctSettings:
        return UctSettings(
            k=self.factors["k"],
            k2=self.factors["k2"],
            msd=self.options["msd"],
            preselect=bool(self.options["preselect"]),
        )

    def _grow(self, tree: Uct, clock: MoveClock) -> None:
        if len(tree.moves()) == 1:
            return
        most = self.options["iterations"] or math.inf
        before = -1
        while before < tree.iterations < most and not clock.is_up:
            before = tree.iterations
            tree.run(int(min(CHUNK, most - before)))
