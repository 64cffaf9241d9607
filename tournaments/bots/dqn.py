"""The bot `dqn`: the move of the highest value by a net of deep Q-learning (ChokoZero's)."""

from core.game.board import Board, Point
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.netbot import NetBot
from tournaments.bots.serve import main


class Dqn(NetBot):
    """A bot without options; it always gives the same answer to a position."""

    def __init__(self) -> None:
        super().__init__("dqn", {}, "dqn.net")

    def choose(self, board: Board, clock: MoveClock) -> Point:  # noqa: ARG002
        return self.net_for(board).best(board)


if __name__ == "__main__":
    main(Dqn)
