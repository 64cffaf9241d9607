"""Games that go on after their end, or end with a foul, as some files have them."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.game.board import Board, ForbiddenMove, IllegalMove, Point
from core.game.notation import numbered_fault
from core.game.rules import Rule


@dataclass(frozen=True, slots=True)
class GameLine:
    """The moves of a game up to its end.

    Attributes:
        board: the position after them, but without a foul.
        moves: with the foul that ended the game, if one did.
        foul: the foul in words, such as `move 13: d8 is forbidden to Black: overline`, else empty.
        left_out: the number of moves after the end.
    """

    board: Board
    moves: tuple[Point, ...]
    foul: str
    left_out: int

    @property
    def over(self) -> bool:
        """True if the game has ended: by the rules, or since Black lost by a foul."""
        return bool(self.foul) or self.board.over

    @property
    def note(self) -> str:
        """One line on a foul and on moves that are left out; empty if there are none."""
        parts = [f"{self.foul}, and White wins"] if self.foul else []
        if self.left_out:
            moves = "1 move" if self.left_out == 1 else f"{self.left_out} moves"
            parts.append(f"{moves} after the end of the game left out")
        return "; ".join(parts)

    def position(self, plies: int) -> Board:
        """Return the position after the first plies, without a foul."""
        return game_line(self.board.size, self.board.rule, self.moves[:plies]).board


def game_line(size: int, rule: Rule, moves: Sequence[Point]) -> GameLine:
    """Return the moves of a game, Black first, up to its end.

    Raises:
        ValueError: an unsupported size.
        IllegalMove: before the end, a move outside the board or on a taken square; the text has its
            number.
    """
    board, foul = Board(size, rule), ""
    for number, point in enumerate(moves, 1):
        if board.over:
            break
        try:
            board.play(*point)
        except ForbiddenMove as error:
            foul = numbered_fault(number, point, size, error)
            break
        except IllegalMove as error:
            raise IllegalMove(numbered_fault(number, point, size, error)) from error
    plies = board.ply + bool(foul)
    return GameLine(board, tuple(moves[:plies]), foul, len(moves) - plies)
