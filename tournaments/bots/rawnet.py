"""The bot `rawnet`: the net of `alphazero` without search, the move with the best prior."""

from core.game.board import Board, Point
from tournaments.bots.alphazero import NETS
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.netbot import NetBot
from tournaments.bots.serve import main


class RawNet(NetBot):
    """A bot without options; it always gives the same answer to a position."""

    def __init__(self) -> None:
        super().__init__("rawnet", {}, *NETS)

    def choose(self, board: Board, clock: MoveClock) -> Point:  # noqa: ARG002
        return self.net_for(board).best(board)


if __name__ == "__main__":
    main(RawNet)
