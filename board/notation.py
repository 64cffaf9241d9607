"""Points and positions as the page sends them, with errors in people's notation."""

from collections.abc import Iterable, Sequence

from board.board_error import BoardError
from core.game.board import Board, IllegalMove, Point
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule


def written(point: Point) -> str:
    """Return a point as people write it: h8."""
    x, y = point
    return f"{chr(ord('a') + x)}{y + 1}"


def refusal(point: Point, error: IllegalMove) -> str:
    """Return the reason of an illegal move, with the point as h8."""
    x, y = point
    return f"{written(point)}{str(error).removeprefix(f'{x},{y}')}"


def set_up(size: int, rule: Rule, moves: Iterable[Sequence[int]]) -> Board:
    """Return the board after these moves, Black first.

    Raises:
        BoardError: an unsupported size, or an illegal move.
    """
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BoardError(f"boards are {MIN_SIZE}x{MIN_SIZE} to {MAX_SIZE}x{MAX_SIZE}, not {size}")
    board = Board(size, rule)
    for number, (x, y) in enumerate(moves, 1):
        try:
            board.play(x, y)
        except IllegalMove as error:
            raise BoardError(f"move {number}: {refusal((x, y), error)}") from error
    return board
