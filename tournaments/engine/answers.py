"""Answers of engines: moves, swap2 stones, and the faults that lose a game."""

import re

from core.game.board import Board, ForbiddenMove, IllegalMove, Point
from core.system.text import shortened
from tournaments.model import Reason

MOST_DIGITS = 9
"""Most digits of a number that is parsed; a longer one is on no board and fits no C integer."""

_NUMBER = re.compile("-?([0-9]+)")
_POINT = r"-?[0-9]+[ \t]*,[ \t]*-?[0-9]+"
_MOVE = re.compile(_POINT)
_CHOICE = re.compile(rf"SWAP|{_POINT}(?:[ \t]+{_POINT})*", re.IGNORECASE | re.ASCII)


class EngineFault(Exception):
    """A fault of an engine that loses the game: `reason` is its kind, the text has the details."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


def is_move(line: str) -> bool:
    """Return whether a line has the form of a move, on the board or not."""
    return _MOVE.fullmatch(line) is not None


def is_choice(line: str) -> bool:
    """Return whether a line has the form of an answer in swap2: `SWAP`, or points."""
    return _CHOICE.fullmatch(line) is not None


def parse_points(answer: str) -> tuple[Point, ...]:
    """Return the points of a move or a choice; none for `SWAP`.

    Raises:
        EngineFault: a number is too long for any board.
    """
    numbers = list(_NUMBER.finditer(answer))
    if any(len(number[1]) > MOST_DIGITS for number in numbers):
        raise EngineFault(Reason.ILLEGAL, f"{shortened(answer)} is outside the board")
    values = [int(number[0]) for number in numbers]
    return tuple(zip(values[::2], values[1::2], strict=True))


def play_move(board: Board, x: int, y: int) -> None:
    """Play an engine's move on the board.

    Raises:
        EngineFault: the move is not legal.
    """
    try:
        board.play(x, y)
    except ForbiddenMove as error:
        raise EngineFault(Reason.FOUL, str(error)) from error
    except IllegalMove as error:
        raise EngineFault(Reason.ILLEGAL, str(error)) from error
