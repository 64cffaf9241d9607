"""Openings of games: opening files, and the bundled sets.

| kind   | an opening is                                                                    |
|--------|----------------------------------------------------------------------------------|
| offset | a line `dx,dy,dx,dy,...` from the centre (size // 2), as Piskvork and Gomocup do |
| pos    | a line `h8i9g7`, column letter and row number from 1 at the top, as c-gomoku-cli |
| sgf    | a game of an SGF: the stones set up at its root, then its main line              |

Files of the first two kinds have no comments, since other managers would not understand them.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path

from core.game.board import IllegalMove
from core.game.notation import board_after, parse_moves
from core.game.rules import Rule
from core.system.text import shortened
from tournaments.model import Opening, TournamentError
from tournaments.openings import opening_sgf
from tournaments.openings.opening_transforms import stones_of
from tournaments.records.sgf_collection import split_sgf

KINDS = ("offset", "pos", "sgf")
SETS = {
    Rule.FREESTYLE: ("freestyle", (15, 20)),
    Rule.STANDARD: ("standard", (15,)),
    Rule.RENJU: ("renju", (15,)),
    Rule.CARO: ("caro", (15, 20)),
    Rule.CARO_EXACT: ("caro", (15, 20)),
}
"""Bundled sets of a rule: the first part of their file names, and the board sizes they exist
for."""

_OFFSET = re.compile(r"\s*[+-]?[0-9]{1,4}\s*")


def load_openings(
    path: str, kind: str, size: int, rule: Rule, warn: Callable[[str], None]
) -> list[Opening]:
    """Read the openings of a file, each checked to be playable on this board.

    A file of lines is written for this use, so that a bad line is an error. An SGF is a collection
    for any use: games that are no openings here are left out, with a warning.

    Raises:
        TournamentError: an unreadable file, a bad line or no opening at all.
    """
    if kind not in KINDS:
        raise TournamentError(f"type={kind}: opening files are of type offset, pos or sgf")
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise TournamentError(f"cannot read openings from {path}: {error.strerror}") from error
    if kind == "sgf":
        return _from_sgf(path, data, size, rule, warn)
    openings = dict(_from_lines(path, data, kind, size, rule))
    if not openings:
        raise TournamentError(f"{path} holds no opening")
    _refuse_duplicates(path, openings)
    return list(openings.values())


def _refuse_duplicates(path: str, openings: Mapping[str, Opening]) -> None:
    """Refuse an opening that leads to the position of another one, by any order of the moves."""
    seen: dict[object, str] = {}
    for where, opening in openings.items():
        before = seen.setdefault(stones_of(opening), where)
        if before != where:
            raise TournamentError(
                f"{path}: {where} is the same position as {before}: remove one of them, or its "
                "games would count twice"
            )


def _from_lines(
    path: str, data: bytes, kind: str, size: int, rule: Rule
) -> Iterator[tuple[str, Opening]]:
    """Yield the openings, each after its place in the file."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise TournamentError(f"cannot read openings from {path}: it is not text") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                opening = _checked(parse_opening(line, kind, size), size, rule)
            except ValueError as error:
                raise TournamentError(
                    f"{path}, line {number}: {error}: correct the line or remove it"
                ) from error
            yield f"line {number}", opening


def _from_sgf(
    path: str, data: bytes, size: int, rule: Rule, warn: Callable[[str], None]
) -> list[Opening]:
    games = split_sgf(data)
    if not games:
        raise TournamentError(f"{path}: there is no SGF game in it")
    openings: dict[object, tuple[int, Opening]] = {}
    problems: list[str] = []
    for number, game in enumerate(games, 1):
        try:
            opening = _checked(opening_sgf.opening(game, size), size, rule)
            same, _ = openings.setdefault(stones_of(opening), (number, opening))
            if same != number:
                raise ValueError(f"it is the same position as game {same}")
        except ValueError as error:
            problems.append(f"game {number}: {shortened(str(error))}")
    if not openings:
        raise TournamentError(f"{path} holds no opening: {problems[0]}")
    if problems:
        warn(f"{path}: {len(problems)} of {len(games)} games are left out: {problems[0]}")
    return [opening for _, opening in openings.values()]


def parse_opening(line: str, kind: str, size: int) -> Opening:
    """Parse a line of kind `offset` or `pos`, without checking that its moves are legal.

    Raises:
        ValueError: the line is not in the notation.
    """
    if kind == "pos":
        return tuple((x, size - 1 - y) for x, y in parse_moves(line, size))
    words = line.split(",")
    if not all(map(_OFFSET.fullmatch, words)):
        raise ValueError(f"{shortened(line.strip())!r} is not written like 0,0,1,-1")
    numbers = [int(word) for word in words]
    if len(numbers) % 2:
        raise ValueError(f"{len(numbers)} numbers make no pairs")
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple((size // 2 + dx, size // 2 + dy) for dx, dy in pairs)


def format_offsets(opening: Opening, size: int) -> str:
    """Return an opening as a line of kind `offset`."""
    return ",".join(f"{x - size // 2},{y - size // 2}" for x, y in opening)


def _checked(opening: Opening, size: int, rule: Rule) -> Opening:
    """Return the opening if it can be played and does not end the game."""
    if board_after(size, rule, opening).over:
        raise IllegalMove("the opening is already won")
    return opening


def arrange(openings: Sequence[Opening], order: str, seed: int, start: int = 1) -> list[Opening]:
    """Return the openings in file order (`sequential`) or shuffled with a seed (`random`), from the
    one numbered `start` (from 1) on; those before it come last.

    Raises:
        TournamentError: `order` is another word, or there is no such opening.
    """
    if not 1 <= start <= len(openings):
        raise TournamentError(f"start={start}: there are {len(openings)} openings")
    arranged = list(openings)
    if order == "random":
        random.Random(seed).shuffle(arranged)
    elif order != "sequential":
        raise TournamentError(f"order={order}: write sequential or random")
    return arranged[start - 1 :] + arranged[: start - 1]


def default_openings(size: int, rule: Rule) -> list[Opening]:
    """Return the bundled openings of this rule, made for this board size or the nearest one.

    Openings that do not fit are left out; on a very small board none is left.
    """
    fitting = []
    for line in _bundled(size, rule).splitlines():
        try:
            fitting.append(_checked(parse_opening(line, "offset", size), size, rule))
        except IllegalMove:
            continue
    return fitting


def _bundled(size: int, rule: Rule) -> str:
    name, boards = SETS[rule]
    nearest = min(boards, key=lambda board: abs(board - size))
    file = resources.files("tournaments").joinpath("opening_sets", f"{name}{nearest}.txt")
    return file.read_text("utf-8")
