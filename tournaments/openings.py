"""Where games begin: opening files, and the bundled sets.

Two notations, one opening a line. `offset`: `dx,dy,dx,dy,...` from the centre (size // 2), as
Piskvork and Gomocup write them. `pos`: `h8i9g7`, column letter and row number from 1.
"""

import random
import re
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from core.board import Board, IllegalMove, Point
from core.rules import Rule
from tournaments.model import TournamentError

Opening = tuple[Point, ...]

_POS = re.compile(r"([a-v])(\d{1,2})")
BUNDLED = "balanced.txt"


def load(path: str, kind: str, size: int, rule: Rule) -> list[Opening]:
    """The openings of a file, every one of them playable on this board.

    Raises:
        TournamentError: an unreadable file or notation, or stones that cannot stand so.
    """
    if kind not in ("offset", "pos"):
        raise TournamentError(f"type={kind}: opening files are of type offset or pos")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise TournamentError(f"cannot read openings from {path}: {reason}") from error
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            openings.append(_checked(parse(line, kind, size), size, rule))
        except ValueError as error:
            raise TournamentError(f"{path}, line {number}: {error}") from error
    if not openings:
        raise TournamentError(f"{path} holds no opening")
    return openings


def parse(line: str, kind: str, size: int) -> Opening:
    """One opening of a line; whether it is legal is not looked at.

    Raises:
        ValueError: the line is not in the notation.
    """
    if kind == "pos":
        squares = _POS.findall(line.strip().lower())
        if "".join(a + b for a, b in squares) != line.strip().lower().replace(" ", ""):
            raise ValueError(f"{line.strip()!r} is not written like h8i9g7")
        return tuple((ord(column) - ord("a"), int(row) - 1) for column, row in squares)
    try:
        numbers = [int(word) for word in line.split(",")]
    except ValueError:
        raise ValueError(f"{line.strip()!r} is not written like 0,0,1,-1") from None
    if len(numbers) % 2:
        raise ValueError(f"{len(numbers)} numbers make no pairs")
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple((size // 2 + dx, size // 2 + dy) for dx, dy in pairs)


def _checked(opening: Opening, size: int, rule: Rule) -> Opening:
    """The opening, if its stones can be played one after the other and leave a game to play."""
    board = Board(size, rule)
    for x, y in opening:
        board.play(x, y)
    if board.over:
        raise IllegalMove("the opening is already won")
    return opening


def arrange(openings: Sequence[Opening], order: str, seed: int) -> list[Opening]:
    """The openings in file order (`sequential`) or shuffled by a seed (`random`).

    Raises:
        TournamentError: another word.
    """
    arranged = list(openings)
    if order == "random":
        random.Random(seed).shuffle(arranged)
    elif order != "sequential":
        raise TournamentError(f"order={order}: openings come sequential or random")
    return arranged


def default_openings(size: int, rule: Rule) -> list[Opening]:
    """The bundled openings that fit this board and rule; none on a board too small for them."""
    text = resources.files("tournaments").joinpath("opening_sets", BUNDLED).read_text("utf-8")
    fitting = []
    for line in text.splitlines():
        try:
            fitting.append(_checked(parse(line, "offset", size), size, rule))
        except IllegalMove:
            continue
    return fitting
