"""Swap2 between two engines: who places which stones, and who is Black in the end.

| asked  | stones | answers                                                            |
|--------|--------|--------------------------------------------------------------------|
| first  | 0      | three stones: Black, White, Black                                  |
| second | 3      | SWAP: it is Black; a move: it is White; or two more stones         |
| first  | 5      | SWAP: it is Black; a move: it is White (asked after two more only) |
"""

import re

from core.board import BLACK, Board, Point
from tournaments.client import Client, EngineFault, put
from tournaments.model import Choice, Reason, TimedMove

OPENING, OFFER = 3, 2
"""Stones that the first one places, and those that the second one may add."""

_POINT = re.compile(r"(-?\d+)\s*,\s*(-?\d+)")


class Swap2:
    """One dialogue. `settle` asks the engines; then `clients` says who has which colour.

    The stones go on `board`, which must be empty, and into `moves`: those that were placed take
    no time, a move with which an engine stays White takes its own. `asked` is the engine that
    was asked last, which is to blame if it came to a fault. Until all is settled the first one
    counts as Black.
    """

    def __init__(self, board: Board, first: Client, second: Client) -> None:
        self._board = board
        self._first, self._second = first, second
        self.clients = {BLACK: first, 3 - BLACK: second}
        self.asked = first
        self.choices: list[Choice] = []
        self.moves: list[TimedMove] = []
        self.stones = 0

    def settle(self) -> None:
        """Plays the dialogue.

        Raises:
            EngineFault: `asked` did not answer as it should.
        """
        self._place(self._ask(self._first, (OPENING,)))
        points = self._ask(self._second, (0, 1, OFFER))
        if len(points) == OFFER:
            self._place(points)
            points = self._ask(self._first, (0, 1))
        self._colour(swaps=not points)
        for point in points:
            put(self._board, *point)
            self.moves.append(TimedMove(*point, self.choices[-1].ms))

    def _ask(self, client: Client, allowed: tuple[int, ...]) -> tuple[Point, ...]:
        """The stones that an engine answers with: none for SWAP."""
        self.asked = client
        answer, ms = client.choose(self._board)
        self.choices.append(Choice(client.spec.name, answer, ms))
        points = tuple((int(x), int(y)) for x, y in _POINT.findall(answer))
        if len(points) not in allowed:
            raise EngineFault(
                Reason.ILLEGAL, f"answered {answer!r} to a swap2 board of {self._board.ply} stones"
            )
        return points

    def _place(self, points: tuple[Point, ...]) -> None:
        for point in points:
            put(self._board, *point)
            self.moves.append(TimedMove(*point))
        self.stones += len(points)

    def _colour(self, *, swaps: bool) -> None:
        other = self._second if self.asked is self._first else self._first
        black, white = (self.asked, other) if swaps else (other, self.asked)
        self.clients = {BLACK: black, 3 - BLACK: white}
