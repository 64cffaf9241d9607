"""Positions as people write them, and as the page sends them."""

from collections.abc import Iterable, Sequence

from board.board_error import BoardError
from core.game.board import Board, IllegalMove, Point
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule


def written(point: Point) -> str:
    """A point as people write it: h8."""
    x, y = point
    return f"{chr(ord('a') + x)}{y + 1}"


def refusal(point: Point, error: IllegalMove) -> str:
    """What is wrong with a move, the point written as people do."""
    x, y = point
    return f"{written(point)}{str(error).removeprefix(f'{x},{y}')}"


def set_up(size: int, rule: Rule, moves: Iterable[Sequence[int]]) -> Board:
    """The board after these moves, Black and White in turn.

    Raises:
        BoardError: a size we do not play, or a move that is not legal; says which.
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
