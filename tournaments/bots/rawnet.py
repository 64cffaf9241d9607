"""The bot `rawnet`: the nets of `alphazero` without search, the move with the best prior."""

from core.game.board import Board, Point
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.netbot import ALPHAZERO_NETS, NetBot
from tournaments.bots.serve import main


class RawNet(NetBot):
    """A bot without options; it always gives the same answer to a position."""

    def __init__(self) -> None:
        super().__init__("rawnet", {}, *ALPHAZERO_NETS)

    def choose(self, board: Board, clock: MoveClock) -> Point:  # noqa: ARG002
        return self.net_for(board).best(board)


if __name__ == "__main__":
    main(RawNet)
