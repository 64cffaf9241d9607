"""How a recorded game ended, where its record says it in its own way or not at all."""

from collections.abc import Sequence

from core.game.board import BLACK, Board
from core.game.rules import Rule
from tournaments.model import Reason, Result, TimedMove

_WORDS = (
    ("five", Reason.FIVE),
    ("time", Reason.TIME),
    ("crash", Reason.CRASH),
    ("illegal", Reason.ILLEGAL),
    ("forbidden", Reason.FOUL),
    ("board", Reason.FULL_BOARD),
)
"""Words by which c-gomoku-cli tells its reasons."""


def reason_of(text: str) -> Reason:
    """The reason that a record names: in our words, or in c-gomoku-cli's."""
    for reason in Reason:
        if text == reason.value:
            return reason
    found = (reason for word, reason in _WORDS if word in text.lower())
    return next(found, Reason.UNKNOWN)


def replayed(size: int, rule: Rule, moves: Sequence[TimedMove]) -> Board:
    """The board after these moves.

    Raises:
        ValueError: the size or a move is not legal under this rule.
    """
    board = Board(size, rule)
    for ply, move in enumerate(moves, 1):
        try:
            board.play(move.x, move.y)
        except ValueError as error:
            raise ValueError(f"move {ply}: {error}; is the rule {rule.label}?") from error
    return board


def natural_end(board: Board) -> tuple[Result, Reason] | None:
    """What the board alone says: five, no square left, or None."""
    if board.winner:
        return won_by(board.winner), Reason.FIVE
    return (Result.DRAW, Reason.FULL_BOARD) if board.full else None


def won_by(colour: int) -> Result:
    """A win of this colour."""
    return Result.BLACK if colour == BLACK else Result.WHITE
