"""Lines of play in the messages of engines, each of which writes points in its own way."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from core.game.board import EMPTY, Board, Point
from core.game.notation import column_letter

_LETTERS = re.compile(r"(?<![A-Za-z0-9])(?:[A-Va-v][1-9][0-9]?[ ,;>-]*)+(?![A-Za-z0-9])")
_LETTER_POINT = re.compile(r"([A-Va-v])([1-9][0-9]?)")
_NUMBERS = re.compile(r"(?<![0-9.])(?:[\[(]?[0-9]{1,2}, ?[0-9]{1,2}[\])]?[ ;>-]*)+(?![0-9.])")
_NUMBER_POINT = re.compile(r"([0-9]{1,2}), ?([0-9]{1,2})")

Reading = Callable[[str, str, int], Point]

_READINGS: dict[re.Pattern[str], tuple[re.Pattern[str], tuple[Reading, ...]]] = {
    _LETTERS: (
        _LETTER_POINT,
        (
            lambda column, row, size: (_column(column), size - int(row)),
            lambda column, row, _: (_column(column), int(row) - 1),
        ),
    ),
    _NUMBERS: (
        _NUMBER_POINT,
        (
            lambda x, y, _: (int(x), int(y)),
            lambda x, y, _: (int(x) - 1, int(y) - 1),
        ),
    ),
}
"""Ways to read a run of points: letters with rows from the bottom or the top, and the protocol's
numbers from 0 or from 1."""


def line_of_play(messages: Sequence[str], move: Point, board: Board) -> tuple[Point, ...]:
    """Return the line that an engine expects after its move, which comes first in it.

    The move tells how the engine writes points: a reading counts if the line then begins with the
    move. Without such a line the move alone is returned.
    """
    for message in reversed(messages):
        line = max(_lines(message, move, board), key=len, default=())
        if len(line) > 1:
            return line
    return (move,)


def _lines(message: str, move: Point, board: Board) -> Iterator[tuple[Point, ...]]:
    for run, (point, readings) in _READINGS.items():
        for match in run.finditer(message):
            pairs = point.findall(match[0])
            for reading in readings:
                points = [reading(first, second, board.size) for first, second in pairs]
                if points[0] == move:
                    yield _playable(points, board)


def _playable(points: Iterable[Point], board: Board) -> tuple[Point, ...]:
    """Return the points up to the first that is taken or outside the board."""
    line: list[Point] = []
    for x, y in points:
        inside = 0 <= x < board.size and 0 <= y < board.size
        if not inside or board.cell(x, y) != EMPTY or (x, y) in line:
            break
        line.append((x, y))
    return tuple(line)


def _column(letter: str) -> int:
    return ord(letter.lower()) - ord(column_letter(0))
