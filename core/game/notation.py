"""Text form of points, moves and positions: `h8`, `h8 i9 g7`, `freestyle 15 h8i9g7`.

A column is a letter from `a` at the left, a row a number from 1 at the bottom, as renju players,
gomocalc and Yixin-Board write them. A `Point` is (x, y) with y from 0 at the top, as in the
protocol, so every conversion needs the size of the board.
"""

import re
from collections.abc import Iterable

from core.game.board import BLACK, WHITE, Board, IllegalMove, Point
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.system.text import shortened

COLOUR_NAMES = {BLACK: "Black", WHITE: "White"}

_POINT = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_MOVES = re.compile(rf"(?:{_POINT.pattern}\s*)*", re.ASCII)


def column_letter(x: int) -> str:
    """Return the letter of a column, 0 being `a`."""
    return chr(ord("a") + x)


def row_number(y: int, size: int) -> int:
    """Return the number of a row, 1 being the lowest."""
    return size - y


def format_point(point: Point, size: int) -> str:
    """Return a point as `h8`."""
    return f"{column_letter(point[0])}{row_number(point[1], size)}"


def format_moves(points: Iterable[Point], size: int) -> str:
    """Return points as `h8 i9 g7`."""
    return " ".join(format_point(point, size) for point in points)


def parse_point(text: str, size: int) -> Point:
    """Return the point of a text such as `h8` or `H8`; it may lie outside the board.

    Raises:
        ValueError: the text is not a point.
    """
    match = _POINT.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f"{text.strip()!r} is not a point: write it like h8")
    return _point(match[1], match[2], size)


def _point(column: str, row: str, size: int) -> Point:
    return ord(column) - ord("a"), size - int(row)


def parse_moves(text: str, size: int) -> tuple[Point, ...]:
    """Return the points of a text such as `h8i9g7` or `h8 i9 g7`; they may lie outside the board.

    Raises:
        ValueError: the text holds anything else.
    """
    written = text.strip().lower()
    if not _MOVES.fullmatch(written):
        raise ValueError(
            f"{shortened(text.strip())!r} is not a list of moves: write them like h8i9g7"
        )
    return tuple(_point(column, row, size) for column, row in _POINT.findall(written))


def board_after(size: int, rule: Rule, moves: Iterable[Point]) -> Board:
    """Return the board after these moves, Black first.

    Raises:
        ValueError: an unsupported size.
        IllegalMove: a move that cannot be played; the text has its number.
    """
    board = Board(size, rule)
    for number, point in enumerate(moves, 1):
        try:
            board.play(*point)
        except IllegalMove as error:
            raise IllegalMove(numbered_fault(number, point, size, error)) from error
    return board


def numbered_fault(number: int, point: Point, size: int, error: IllegalMove) -> str:
    """Return why a move of a game is illegal, such as `move 2: h8 is taken`."""
    return f"move {number}: {explain_illegal(point, size, error)}"


def explain_illegal(point: Point, size: int, error: IllegalMove) -> str:
    """Return why a move is illegal, such as `h8 is taken`, or `27,7 is outside` beyond column z."""
    x, y = point
    if not 0 <= x < 26 or y >= size:
        return str(error)
    return f"{format_point(point, size)}{str(error).removeprefix(f'{x},{y}')}"


def parse_position(line: str) -> Board:
    """Return the board of a line of rule, size and moves: `freestyle 15 h8i9g7`.

    Raises:
        ValueError: the line is not a position.
    """
    words = line.split(maxsplit=2)
    if len(words) < 2 or not words[1].isdecimal():
        raise ValueError(f"{line.strip()!r} is not a position: write it like freestyle 15 h8i9g7")
    size = int(words[1])
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
    return board_after(size, Rule.parse(words[0]), parse_moves("".join(words[2:]), size))


def position_lines(text: str) -> dict[int, str]:
    """Return the lines of a file of positions by their numbers, from 1, without empty lines and
    comments (#)."""
    lines = enumerate(text.splitlines(), 1)
    return {n: line for n, line in lines if line.strip() and not line.startswith("#")}


def format_position(board: Board) -> str:
    """Return a position whose stones were played in turn as `freestyle 15 h8i9g7`."""
    moves = "".join(format_point((x, y), board.size) for x, y, _ in board.stones())
    return f"{board.rule.label} {board.size} {moves}"
