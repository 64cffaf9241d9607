"""The bot `ppo`: a move drawn from the actor of Proximal Policy Optimization (ChokoZero's)."""

import random

import numpy as np

from core.game.board import Board, Point
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.netbot import NetBot
from tournaments.bots.serve import main


class Ppo(NetBot):
    """A bot with the option `seed`: 0 for a different choice each time."""

    def __init__(self) -> None:
        super().__init__("ppo", {"seed": 0}, "ppo.net")
        self._rng: random.Random | None = None

    def choose(self, board: Board, clock: MoveClock) -> Point:  # noqa: ARG002
        if self._rng is None:
            self._rng = random.Random(self.options["seed"] or None)
        scores, moves = self.net_for(board).scores([board])[0], board.legal_moves()
        legal = np.array([scores[y * board.size + x] for x, y in moves])
        chances: list[float] = np.exp(legal - legal.max()).tolist()
        return self._rng.choices(moves, chances)[0]


if __name__ == "__main__":
    main(Ppo)
