"""Files of positions."""

from collections.abc import Iterator
from pathlib import Path

from core.game.board import Board
from core.game.notation import board_after, parse_position
from core.game.rules import Rule
from core.system.errors import UserError
from core.system.extras import import_extra


class PositionError(UserError):
    """A file without valid positions. The text is one line that says why."""


def read_positions(path: Path) -> Iterator[tuple[str, Board]]:
    """Yield the positions of a file, each with a name for the output.

    An SGF holds one position, at the end of its main line. Any other file holds one position per
    line, such as `freestyle 15 h8i9g7`; empty lines and comments (#) are skipped.

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
            try:
                board = parse_position(line)
            except ValueError as error:
                raise PositionError(f"{path}, line {number}: {error}") from error
            yield line.strip(), board


def _from_sgf(path: Path, data: bytes) -> Board:
    from_sgf = import_extra("tournaments.records.records", "tournament").from_sgf
    try:
        size, moves = from_sgf(data)
        return board_after(size, Rule.FREESTYLE, ((move.x, move.y) for move in moves))
    except ValueError as error:
        raise PositionError(f"{path}: {error}") from error
