"""The bot `rawnet`: the net of `alphazero` without search, the move with the best prior."""

from pathlib import Path

from core.board import Board, Point
from core.clock import Limits
from tournaments.bots.exported import ExportedNet
from tournaments.bots.serve import main


class RawNet:
    """No options; the same position always has the same answer."""

    name = "rawnet"

    def __init__(self) -> None:
        self.options: dict[str, int] = {}
        self._net: ExportedNet | None = None

    def load(self, path: Path) -> None:
        """Plays with the net of a file."""
        self._net = ExportedNet(path)

    def choose(self, board: Board, limits: Limits, started: float) -> Point:  # noqa: ARG002
        if self._net is None:
            raise ValueError("no net: start the bot with --net FILE")
        priors, _ = self._net.judge(board)
        return max(board.legal_moves(), key=lambda point: priors[point[1] * board.size + point[0]])


if __name__ == "__main__":
    bot = RawNet()
    main(bot, bot.load)
