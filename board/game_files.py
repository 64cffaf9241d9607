"""Game trees in files: SGF with variations and comments, Piskvork's `.psq`, lines of moves."""

import codecs
import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sgfmill import sgf, sgf_grammar

from board.board_error import BoardError
from board.game_tree import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    LONGEST_RESULT,
    MOST_NODES,
    GameTree,
    TreeNode,
    line_nodes,
    tree_of,
)
from core.game.board import Point
from core.game.game_line import game_line
from core.game.notation import format_point, parse_moves, position_lines
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from tournaments.model import GameRecord, Reason, Result, TimedMove
from tournaments.records.import_records import ending_of, psq_as_written
from tournaments.records.recorded_outcome import end_of_line
from tournaments.records.records import UnevenStones, set_up_stones, to_psq
from tournaments.records.sgf_collection import encoding_without_name, normalize_size

MOST_SEMICOLONS = 2 * MOST_NODES
"""Limit of the semicolons in an SGF: one precedes each node, and comments may hold some. sgfmill
takes half a gigabyte for a file that consists of nodes only."""

WESTERN = ("ascii", "cp1250", "cp1251", "cp1252", "iso8859-1", "iso8859-15", "iso8859-2")
EASTERN = ("big5", "cp932", "cp949", "euc_jp", "euc_kr", "gb18030", "gb2312", "gbk", "shift_jis")
ENCODINGS = frozenset((*WESTERN, *EASTERN, "iso8859-5", "koi8-r", "utf-8"))
"""Accepted encodings of an SGF. Python has others, some of which are not for text, and one
(punycode) takes minutes for a megabyte."""

SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
"""Encodings with all characters that programs write under the name of a smaller encoding."""

_PSQ, _SGF = "Piskvorky", "("
"""What the files begin with."""

_POSITION = re.compile(r"\s*\S+\s+\d\d?(\s|$)")
"""The rule and the size that begin a position."""


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game in a file of several, as a list shows it; `plies` counts its main line."""

    black: str
    white: str
    result: str
    plies: int


def heads(data: bytes) -> list[GameHead]:
    """Return the games of a file with more than one, else an empty list.

    Raises:
        BoardError: the file cannot be read.
    """
    if not _text_of(data).startswith(_SGF):
        return []
    with _explaining("these games"):
        games = _sgf(data)
        return [_head(game) for game in games] if len(games) > 1 else []


@contextlib.contextmanager
def _explaining(what: str) -> Iterator[None]:
    """Turn the errors of damaged files into the reason why they cannot be shown."""
    try:
        yield
    except (ValueError, LookupError) as error:
        text = f"{what} cannot be shown: {error}"
        raise BoardError(text, "unreadable", reason=str(error)) from error


def _head(game: sgf.Sgf_game) -> GameHead:
    root = game.get_root()
    plies = sum(any(map(node.has_property, "BW")) for node in game.main_sequence_iter())
    return GameHead(*_names(root), _text(root, "RE")[:LONGEST_NAME], plies)


def _names(root: sgf.Tree_node) -> tuple[str, str]:
    """Return the names of Black and White."""
    return _text(root, "PB")[:LONGEST_NAME], _text(root, "PW")[:LONGEST_NAME]


def _text_of(data: bytes) -> str:
    return data.decode(errors="replace").removeprefix("\ufeff").lstrip()


def read(data: bytes, rule: Rule, index: int = 0) -> GameTree:
    """Return the tree of a file of any supported kind.

    Args:
        data: the file.
        rule: the rule of a game whose file names none.
        index: of the game, in a file of several.

    Raises:
        BoardError: it is of no supported kind, or its game cannot be shown.
    """
    text = _text_of(data)
    with _explaining("this game"):
        if text.startswith(_PSQ):
            # the format does not name the opening, and moves of people may have no times
            tree = tree_of(replace(psq_as_written(text, rule), opening_plies=0))
        elif text.startswith(_SGF):
            tree = _from_sgf(_sgf(data)[index], rule)
        else:
            tree = _from_line(text, rule)
    _check(tree)
    return tree


def read_all(path: Path, rule: Rule) -> Iterator[tuple[str, GameTree]]:
    """Yield the games of a file, each with a name for the output.

    A file of positions, one a line, has a game in each line.

    Args:
        path: the file.
        rule: the rule of games that name none.

    Raises:
        BoardError: the file cannot be read, or a game of it cannot be shown. It names the file.
    """
    try:
        data = path.read_bytes()
        text = _text_of(data)
        _check_beginning(path, text)
        if not text.startswith(_SGF):
            lines = position_lines(data.decode(errors="replace"))
            if lines and all(map(_POSITION.match, lines.values())):
                for number, line in lines.items():
                    name = f"{path.name}, line {number}" if len(lines) > 1 else path.name
                    yield name, read(line.encode(), rule)
            else:
                yield path.name, read(data, rule)
            return
        with _explaining("these games"):
            games = _sgf(data)
        for number, game in enumerate(games, 1):
            with _explaining("this game"):
                tree = _from_sgf(game, rule)
            _check(tree)
            yield f"{path.name}, game {number}" if len(games) > 1 else path.name, tree
    except OSError as error:
        raise BoardError(f"cannot read {path}: {error.strerror}") from error
    except BoardError as error:
        raise BoardError(f"{path}: {error}") from error


def _check_beginning(path: Path, text: str) -> None:
    """Refuse an SGF or `.psq` by name that is neither, before it is taken for a line of moves."""
    is_named = path.suffix.lower() in (".sgf", ".psq")
    if is_named and not text.startswith((_SGF, _PSQ)):
        raise BoardError(f"it begins neither with {_SGF} as an SGF nor with {_PSQ} as a .psq")


def _size(size: int) -> int:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise BoardError(
            f"the board is {size}x{size}: use {MIN_SIZE}x{MIN_SIZE} to {MAX_SIZE}x{MAX_SIZE}",
            "board-size",
            size=size,
            least=MIN_SIZE,
            most=MAX_SIZE,
        )
    return size


def _from_line(text: str, rule: Rule) -> GameTree:
    """Return the tree of `renju 15 h8i9g7`, or of the moves alone on a board of 15."""
    words = text.split()
    size, named = 15, False
    if len(words) > 1 and words[1].isdecimal() and len(words[1]) < 3:
        rule, size = Rule.parse(words[0]), _size(int(words[1]))
        words, named = words[2:], True
    points = parse_moves("".join(words), size)
    if not points and not named:
        raise BoardError(
            "write a position as rule, size and moves: renju 15 h8i9g7", "write-position"
        )
    game_line(size, rule, points)  # refuses a move on a taken square
    return GameTree(size, rule, nodes=line_nodes([TimedMove(x, y) for x, y in points]))


def _check(tree: GameTree) -> None:
    """Refuse stones off the board or on each other; fouls and moves after a five are allowed."""
    for node in tree.nodes:
        point, above = (node.x, node.y), list(_stones_above(tree, node))
        if point in above or not all(0 <= part < tree.size for part in point):
            name, ply = format_point(point, tree.size), len(above) + 1
            raise BoardError(
                f"move {ply}: {name} is taken or outside the board",
                "taken-or-outside",
                number=ply,
                point=name,
            )


def _stones_above(tree: GameTree, node: TreeNode) -> Iterator[Point]:
    while node.parent:
        node = tree.nodes[node.parent - 1]
        yield node.x, node.y


def _sgf(data: bytes) -> list[sgf.Sgf_game]:
    """Return the games of an SGF, whose moves are not yet read."""
    if data.count(b";") > MOST_SEMICOLONS:
        raise BoardError(
            f"the file has more than {MOST_SEMICOLONS:,} semicolons, one for each move: split it",
            "file-too-long",
        )
    unnamed = encoding_without_name(data)
    games: list[sgf.Sgf_game] = []
    for tree in sgf_grammar.parse_sgf_collection(data):
        root = tree.sequence[0]
        named = root.get("CA", [unnamed])[0].decode("ascii", errors="replace")
        encoding = codecs.lookup(named).name
        if encoding not in ENCODINGS:
            raise BoardError(
                f"the encoding {named} is not supported: save the file as UTF-8",
                "encoding",
                encoding=named,
            )
        normalize_size(root)
        encoding = SUPERSETS.get(encoding, encoding)
        games.append(sgf.Sgf_game.from_coarse_game_tree(tree, encoding))
    return games


def _from_sgf(game: sgf.Sgf_game, rule: Rule) -> GameTree:
    root = game.get_root()
    size = _size(int(game.get_size()))
    named = _text(root, "RU")
    if named:
        # Other programs write rules of other games here, or their own names of rules.
        with contextlib.suppress(ValueError):
            rule = Rule.parse(named)
    nodes = list(line_nodes([TimedMove(x, y) for x, y in _setup(game)]))
    comments = ["" for _ in range(len(nodes) + 1)]  # the root's first
    pending = [(root, len(nodes), len(nodes) % 2)]
    while pending:
        here, number, parity = pending.pop()
        if here is not root and here.has_setup_stones():
            raise BoardError(
                "it adds or removes stones after its beginning: only games that set up stones at "
                "their root can be shown",
                "set-up-later",
            )
        move = _move(here, size, parity)
        if move is not None:
            nodes.append(TreeNode(number, *move, "", 0))
            comments.append("")
            number, parity = len(nodes), 1 - parity
        place = 0 if here is root else number  # a node without a move may have a comment, too
        joined = "\n".join(filter(None, (comments[place], _text(here, "C"))))
        comments[place] = joined[:LONGEST_COMMENT]
        if len(nodes) > MOST_NODES:
            raise BoardError(
                f"the game has more than {MOST_NODES:,} moves with its variations",
                "too-many-moves",
                most=MOST_NODES,
            )
        pending.extend((child, number, parity) for child in reversed(list(here)))
    result = _text(root, "RE")[:LONGEST_RESULT]
    comment, *others = comments
    moves = tuple(replace(node, comment=text) for node, text in zip(nodes, others, strict=True))
    return GameTree(size, rule, *_names(root), comment, moves, result)


def _setup(game: sgf.Sgf_game) -> list[Point]:
    """Return the set-up stones of the game as alternating moves."""
    try:
        return set_up_stones(game)
    except UnevenStones as error:
        raise BoardError(
            f"it begins with {error.black} black and {error.white} white stones, "
            "which do not alternate",
            "set-up-stones",
            black=error.black,
            white=error.white,
        ) from error


def _move(node: sgf.Tree_node, size: int, parity: int) -> Point | None:
    """Return the node's move, or None if it has none; `parity` is 0 for Black."""
    try:
        colour, point = node.get_move()
    except ValueError as error:
        colour, raw = node.get_raw_move()
        name = f"{colour.upper()}[{raw.decode(errors='replace'):.20}]"
        raise ValueError(f"{name} is not a point of the board") from error
    if colour is None:
        return None
    if point is None:
        raise BoardError("the game has a pass, which Gomoku does not have", "pass")
    if colour != "bw"[parity]:
        raise BoardError(
            "a side moves out of turn: Black must begin, and the sides must alternate",
            "out-of-turn",
        )
    return point[1], size - 1 - point[0]


def _text(node: sgf.Tree_node, key: str) -> str:
    """Return the text of a property, empty without it.

    Bytes that its encoding lacks are replaced, and several values joined: they spoil no game.
    """
    if not node.has_property(key):
        return ""
    interpret = sgf_grammar.text_value if key == "C" else sgf_grammar.simpletext_value
    values = (interpret(raw) for raw in node.get_raw_list(key))
    decoded = (value.decode(node.get_encoding(), errors="replace") for value in values)
    return ("\n" if key == "C" else " ").join(decoded)[:LONGEST_COMMENT]


def write(tree: GameTree, format: str) -> bytes:
    """Return the file of a tree, in the format `sgf` or `psq`.

    Raises:
        BoardError: the tree is not a valid game.
    """
    _check(tree)
    return to_sgf(tree) if format == "sgf" else _to_psq(tree).encode()


def to_sgf(tree: GameTree) -> bytes:
    """Return the tree as SGF (GM[4]) with its variations and comments."""
    game = sgf.Sgf_game(size=tree.size, encoding="UTF-8")
    nodes = [game.get_root()]
    names = (("PB", tree.black), ("PW", tree.white))
    for key, text in (*names, ("RE", _result(tree)), ("C", tree.comment)):
        if text:
            nodes[0].set(key, text)
    nodes[0].set("GM", 4)
    nodes[0].set("RU", tree.rule.label)
    colours = ["w"]
    for given in tree.nodes:
        node = nodes[given.parent].new_child()
        colours.append("w" if colours[given.parent] == "b" else "b")
        # sgfmill counts rows from the bottom
        node.set_move(colours[-1], (tree.size - 1 - given.y, given.x))
        if given.comment:
            node.set("C", given.comment)
        nodes.append(node)
    serialised: bytes = game.serialise()
    return serialised


def _result(tree: GameTree) -> str:
    """Return the result for an SGF: of the main line on the board, else the tree's own."""
    result, _ = _ending(tree)
    shown = {Result.BLACK: "B+", Result.WHITE: "W+", Result.DRAW: "Draw"}
    return tree.result or shown.get(result, "")


def _to_psq(tree: GameTree) -> str:
    """Return the main line in Piskvork's format, which has neither variations nor comments."""
    moves = tuple(TimedMove(node.x, node.y, node.ms) for node in tree.main_line)
    result, reason = _ending(tree)
    return to_psq(
        GameRecord(
            number=1,
            round=1,
            black=tree.black or "Black",
            white=tree.white or "White",
            rule=tree.rule,
            size=tree.size,
            opening_plies=0,
            moves=moves,
            result=result,
            reason=reason,
            detail="",
            started="",
        )
    )


def _ending(tree: GameTree) -> tuple[Result, Reason]:
    """Return result and reason: by the rules, else those that the tree names."""
    return end_of_line(tree.game) or ending_of(tree.result)
