"""Swap2 between two engines: placing the first stones and choosing colours.

| asked  | stones | answers                                                            |
|--------|--------|--------------------------------------------------------------------|
| first  | 0      | three stones: Black, White, Black                                  |
| second | 3      | SWAP: it is Black; a move: it is White; or two more stones         |
| first  | 5      | SWAP: it is Black; a move: it is White (asked after two more only) |
"""

from collections.abc import Callable

from core.game.board import BLACK, WHITE, Board, Point
from core.system.text import shortened
from tournaments.engine.answers import EngineFault, parse_points, play_move
from tournaments.engine.client import Client
from tournaments.model import Reason, Swap2Choice, TimedMove

OPENING, OFFER = 3, 2
"""Stones placed by the first engine, and stones the second one may add."""

ANSWERS = {0: (OPENING,), 3: (0, 1, OFFER), 5: (0, 1)}
"""Numbers of stones an answer may place, by the stones on the board; 0 means to swap."""


def chosen_stones(answer: str, board: Board) -> tuple[Point, ...]:
    """Return the stones of an engine's answer in swap2, none for SWAP.

    Raises:
        EngineFault: it is no answer to this board; whether the stones are legal is not checked.
    """
    stones = parse_points(answer)
    if len(stones) not in ANSWERS[board.ply]:
        raise EngineFault(
            Reason.ILLEGAL,
            f"answered {shortened(answer)!r} to a swap2 board of {board.ply} stones",
        )
    return stones


class Swap2Dialogue:
    """One swap2 dialogue: `settle` asks the engines, then `clients` maps colours to engines.

    The stones are played on `board`, which must be empty, and appended to `moves`; placed stones
    take no time, a move by which an engine stays White takes its own. `asked` is the engine asked
    last, which is to blame for a fault. Until the dialogue has ended the first engine counts as
    Black.

    Args:
        asking: called with each engine before it is asked.
    """

    def __init__(
        self,
        board: Board,
        first: Client,
        second: Client,
        moves: list[TimedMove],
        asking: Callable[[Client], None],
    ) -> None:
        self._board = board
        self._moves = moves
        self._asking = asking
        self._first, self._second = first, second
        self.clients = {BLACK: first, WHITE: second}
        self.asked = first
        self.choices: list[Swap2Choice] = []
        self.stones = 0

    def settle(self) -> None:
        """Ask the engines for the opening and for their colours.

        Raises:
            EngineFault: `asked` did not answer as it should.
        """
        self._place_stones(self._ask(self._first))
        stones = self._ask(self._second)
        if len(stones) == OFFER:
            self._place_stones(stones)
            stones = self._ask(self._first)
        self._colour(swaps=not stones)
        for point in stones:
            play_move(self._board, *point)
            self._moves.append(TimedMove(*point, self.choices[-1].ms))

    def _ask(self, client: Client) -> tuple[Point, ...]:
        """Ask an engine; return the stones of its answer, none for SWAP."""
        self.asked = client
        self._asking(client)
        answer, ms = client.choose(self._board)
        self.choices.append(Swap2Choice(client.spec.name, shortened(answer), ms))
        return chosen_stones(answer, self._board)

    def _place_stones(self, stones: tuple[Point, ...]) -> None:
        for point in stones:
            play_move(self._board, *point)
            self._moves.append(TimedMove(*point))
        self.stones += len(stones)

    def _colour(self, *, swaps: bool) -> None:
        other = self._second if self.asked is self._first else self._first
        black, white = (self.asked, other) if swaps else (other, self.asked)
        self.clients = {BLACK: black, WHITE: white}
