"""Endings of recorded games: reasons in the words of several programs, or read off the board."""

from collections.abc import Sequence

from core.game.board import BLACK, Board, ForbiddenMove, IllegalMove
from core.game.game_line import GameLine
from core.game.notation import numbered_fault
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
"""Words in which c-gomoku-cli gives its reasons."""


def reason_of(text: str) -> Reason:
    """Return the reason that a record gives, in our words or in c-gomoku-cli's."""
    for reason in Reason:
        if text == reason.value:
            return reason
    found = (reason for word, reason in _WORDS if word in text.lower())
    return next(found, Reason.UNKNOWN)


def replayed(size: int, rule: Rule, moves: Sequence[TimedMove]) -> Board:
    """Return the board after these moves.

    Raises:
        ValueError: the size or a move is not legal under this rule.
    """
    board = Board(size, rule)
    for ply, move in enumerate(moves, 1):
        try:
            board.play(move.x, move.y)
        except IllegalMove as error:
            fault = numbered_fault(ply, (move.x, move.y), size, error)
            depends_on_rule = board.over or isinstance(error, ForbiddenMove)
            asks = f"; is the rule {rule.label}?" if depends_on_rule else ""
            raise ValueError(f"{fault}{asks}") from error
    return board


def natural_end(board: Board) -> tuple[Result, Reason] | None:
    """Return the result that the board alone shows: five, no legal move, or None."""
    if board.winner:
        return won_by(board.winner), Reason.FIVE
    return (Result.DRAW, Reason.FULL_BOARD) if board.over else None


def end_of_line(line: GameLine) -> tuple[Result, Reason] | None:
    """Return the result that the moves of a game show: a foul, or the board's; None without one."""
    return (Result.WHITE, Reason.FOUL) if line.foul else natural_end(line.board)


def won_by(colour: int) -> Result:
    """Return a win for this colour."""
    return Result.BLACK if colour == BLACK else Result.WHITE
