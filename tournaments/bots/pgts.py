"""The bot `pgts`: policy-guided tree search (ChokoZero, section 3.6) with the nets of `ppo`."""

from collections.abc import Sequence

from core.game.board import Board, Point
from tournaments.bots.exported import Floats, ranked
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.netbot import NetBot
from tournaments.bots.serve import main

WIDTHS = (12, 6, 3, 3, 3)
"""Number of the actor's best moves tried at each depth; the critic judges the last positions."""

WON, DRAWN = 1.0, 0.0


class OutOfTime(Exception):
    """Raised when the clock runs out; the result of the shallower search is played."""


class GuidedSearch(NetBot):
    """A bot with the option `depth` in plies, 1 to 5; less if time runs out."""

    _clock: MoveClock

    def __init__(self) -> None:
        super().__init__("pgts", {"depth": len(WIDTHS)}, "ppo.net")

    def choose(self, board: Board, clock: MoveClock) -> Point:
        self._clock = clock
        scores = self.net_for(board).scores([board])[0]
        best = ranked(board, scores)[0]
        for depth in range(1, min(max(1, self.options["depth"]), len(WIDTHS)) + 1):
            try:
                values = self._values(board, scores, WIDTHS[:depth])
            except OutOfTime:
                break
            best = max(values, key=lambda move: values[move])
            if values[best] == WON:
                break
        return best

    def _values(self, board: Board, scores: Floats, widths: Sequence[int]) -> dict[Point, float]:
        """Return the values, for the side to move, of the moves that are tried."""
        if self._clock.is_up:
            raise OutOfTime
        after = {move: _after(board, move) for move in ranked(board, scores)[: widths[0]]}
        values = {move: WON if position.winner else DRAWN for move, position in after.items()}
        going = {move: position for move, position in after.items() if not position.over}
        if not going:
            return values
        judged = zip(going.items(), *self.net_for(board).judge(list(going.values())), strict=True)
        for (move, position), theirs, critic in judged:
            values[move] = -self._value(position, theirs, float(critic), widths[1:])
        return values

    def _value(self, board: Board, scores: Floats, critic: float, widths: Sequence[int]) -> float:
        """Return the value for the side to move; at the last depth it is the critic's."""
        if not widths:
            return critic
        return max(self._values(board, scores, widths).values(), default=DRAWN)


def _after(board: Board, move: Point) -> Board:
    position = board.copy()
    position.play(*move)
    return position


if __name__ == "__main__":
    main(GuidedSearch)
