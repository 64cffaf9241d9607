"""Files of positions, and the rule of those that name none."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.game.board import Board
from core.game.notation import parse_position, position_lines
from core.game.rules import Rule
from core.system.errors import UserError
from core.system.extras import import_extra
from core.system.files import read_text
from tournaments.cli.shared_options import rule_option
from tournaments.cli.warn import warn

game_rule_option = rule_option("Name or code of the rule of games that name none, as no .psq does.")


class PositionError(UserError):
    """A file without valid positions. The text is one line that says why."""


class FilePosition(NamedTuple):
    """A position of a file.

    Attributes:
        name: for the output.
        board: the position, without a renju foul that ended the game.
        over: true if the game has ended, by a foul too.
    """

    name: str
    board: Board
    over: bool


def read_positions(path: Path, rule: Rule = Rule.FREESTYLE) -> Iterator[FilePosition]:
    """Yield the positions of a file.

    An SGF or `.psq` holds the position at the end of the main line of each game; a line on standard
    error says so if the game ended with a foul, or if moves after its end are left out. Any other
    file holds one position per line, such as `freestyle 15 h8i9g7`; empty lines and comments (#)
    are skipped.

    Args:
        path: the file.
        rule: the rule of games that name none.

    Raises:
        PositionError: an unreadable file, or an invalid line.
    """
    if path.suffix.lower() in (".sgf", ".psq"):
        yield from _ends_of_games(path, rule)
        return
    lines = position_lines(_text(path))
    if not lines:
        warn(f"{path} has no positions")
    for number, line in lines.items():
        try:
            board = parse_position(line)
        except ValueError as error:
            raise PositionError(f"{path}, line {number}: {error}") from error
        yield FilePosition(line.strip(), board, board.over)


def _text(path: Path) -> str:
    try:
        return read_text(path, errors="replace")
    except OSError as error:
        raise PositionError(f"cannot read {path}: {error.strerror}") from error


def _ends_of_games(path: Path, rule: Rule) -> Iterator[FilePosition]:
    read_all = import_extra("board.game_files", "tournament").read_all
    for name, tree in read_all(path, rule):
        game = tree.game
        if game.note:
            warn(f"{name}: {game.note}")
        yield FilePosition(name, game.board, game.over)
