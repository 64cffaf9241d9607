"""The games of an SGF file of many, taken apart so that a broken game costs no other one, and what
other programs leave out or write otherwise: the encoding and the size of the board."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from sgfmill import sgf, sgf_grammar

_TOKEN = re.compile(rb"\[(?:[^\\\]]|\\.)*(?:\]|\Z)|[()]", re.DOTALL)
"""A property's value, or a bracket of a game tree."""

_CLOSING = re.compile(rb"(?:[^\\]|^)(?:\\\\)*\]")
"""A closing bracket that is not escaped."""

_BEGINNING = re.compile(rb"\(\s*;")

_ROOT = re.compile(rb"^[ \t]*(\()\s*;(?=[^;]{0,500}?\b(?:FF|GM|SZ)\s*\[)", re.MULTILINE)
"""The beginning of a game at the beginning of a line: its first node has a root property."""

_SQUARE = re.compile(rb"\s*([0-9]+)\s*(?::\s*\1\s*)?")


def split_sgf(data: bytes) -> list[bytes]:
    """Return the text of each game of an SGF file, in order; none if there is no game.

    A game without its end, as a killed program leaves it, ends where the next line begins a game.
    """
    roots = [*(found.start(1) for found in _ROOT.finditer(data)), len(data)]
    unclosed = _unclosed(data)
    games: list[bytes] = []
    begun = _BEGINNING.search(data)
    while begun:
        begin = begun.start()
        following = bisect_right(roots, begin)
        end = roots[following] if begin >= unclosed else _end(data, begin, roots, following)
        games.append(data[begin:end])
        begun = _BEGINNING.search(data, end)
    return games


def _unclosed(data: bytes) -> int:
    """Return where the last value ends: no value that begins after it can have an end."""
    return max((found.end() for found in _CLOSING.finditer(data)), default=0)


def _end(data: bytes, begin: int, roots: Sequence[int], following: int) -> int:
    """Return the end of the game that begins here.

    Args:
        roots: where lines seem to begin games; the text of a comment may look the same.
        following: index of the first of them after the beginning.
    """
    depth = 0
    for token in _TOKEN.finditer(data, begin):
        while roots[following] < token.start():
            following += 1
        root = roots[following]
        if root < token.end() and (token[0] == b"(" or _swallows(data, root, token.end())):
            return root
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if depth == 0 and token[0] == b")":
            return token.end()
    return len(data)


def _swallows(data: bytes, root: int, end: int) -> bool:
    """Return whether a value has no end of its own and takes in the beginning of the next game.

    Then it ends with that game's first value, as in `C[no end (;GM[4]SZ[15]`, where another
    property follows. Within the text of a comment this bracket would be escaped.
    """
    own = data[root : end - 1]
    return not data[root:end].endswith(b"]") or (
        b"]" not in own and data[end : end + 20].lstrip()[:1].isalpha()
    )


def first_game(data: bytes) -> sgf.Sgf_game:
    """Return the first game of an SGF, whose moves are not yet read.

    Raises:
        ValueError: it is no SGF, or its board is not square.
    """
    parsed = sgf_grammar.parse_sgf_game(data)
    root = parsed.sequence[0]
    root.setdefault("CA", [encoding_without_name(data)])
    normalize_size(root)
    return sgf.Sgf_game.from_coarse_game_tree(parsed)


def normalize_size(root: dict[str, list[bytes]]) -> None:
    """Write the size of a square board, `15` or `15:15`, as `15`.

    Raises:
        ValueError: the board is not square.
    """
    if "SZ" in root:
        size = root["SZ"][0]
        found = _SQUARE.fullmatch(size)
        if found is None:
            raise ValueError(f"SZ[{size.decode(errors='replace'):.20}] is not a square board")
        root["SZ"] = [found[1]]


def encoding_without_name(data: bytes) -> bytes:
    """Return the encoding of an SGF that names none: the format's, unless it is UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return b"iso8859-1"
    return b"utf-8"
