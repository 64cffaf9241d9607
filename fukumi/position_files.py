"""Files of positions."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from core.game.board import Board, IllegalMove, Point
from core.game.notation import format_moves, parse_moves
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.system.errors import UserError
from tournaments.records.records import from_sgf


class PositionError(UserError):
    """A file without valid positions. The text is one line that says why."""


def read_positions(path: Path) -> Iterator[tuple[str, Board]]:
    """Yield the positions of a file, each with a name for the output.

    An SGF holds one position, at the end of its main line. Any other file holds one position per
    line, as `from_text` reads it; empty lines and comments (#) are skipped.

    Raises:
        PositionError: an unreadable file, or an invalid line.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PositionError(f"cannot read {path}: {error.strerror}") from error
    if path.suffix.lower() == ".sgf":
        yield path.name, _from_sgf(path, data)
        return
    for number, line in enumerate(data.decode(errors="replace").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield line.strip(), from_text(line, f"{path}, line {number}")


def from_text(line: str, where: str) -> Board:
    """Return the position of a line of rule, size and moves: `freestyle 15 h8i9g7`.

    Raises:
        PositionError: the line is invalid; the text begins with `where`.
    """
    words = line.split(maxsplit=2)
    try:
        rule, size = Rule.parse(words[0]), int(words[1])
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError(f"size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
        board = Board(size, rule)
        for x, y in parse_moves(words[2] if len(words) > 2 else ""):
            board.play(x, y)
    except (IllegalMove, ValueError, IndexError) as error:
        reason = "it is not: rule size moves" if isinstance(error, IndexError) else error
        raise PositionError(f"{where}: {reason}") from error
    return board


def _from_sgf(path: Path, data: bytes) -> Board:
    try:
        size, moves = from_sgf(data)
        board = Board(size, Rule.FREESTYLE)
        for move in moves:
            board.play(move.x, move.y)
    except ValueError as error:
        raise PositionError(f"{path}: {error}") from error
    return board


def written(line: Iterable[Point]) -> str:
    """Return a line of play as people write it: h8 i9 g7."""
    return format_moves(line)
