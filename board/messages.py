"""Messages of a page, parsed strictly into one of these requests, or an error.

Every message is a JSON object with a `type` and an `id`, a number that the replies repeat.
A position is `{"size": 15, "rule": "renju", "moves": [[7, 7], ...]}`.
"""

import base64
import binascii
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from board.board_error import BoardError
from board.game_tree import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    LONGEST_RESULT,
    MOST_NODES,
    GameTree,
    TreeNode,
)
from board.resources import MOST_THREADS, EngineResources
from core.game.board import Board, IllegalMove, Point
from core.game.game_line import GameLine, game_line
from core.game.notation import board_after
from core.game.rules import MAX_SIZE, MIN_SIZE, Rule
from core.search.play_levels import LEVELS
from core.search.time_management import Limits

LONGEST_MESSAGE = 2 << 20
"""Limit in characters; a tree of ten thousand nodes takes less than half of it."""

LONGEST_THINKING = 600.0
"""Limit of the seconds that a page may request for one move."""
LONGEST_GAME = 86_400.0
"""Limit of the seconds on a clock."""
MOST_VISITS = 10_000_000
MOST_GAMES = 20_000
"""Limit of the games in one file."""
FORMATS = ("sgf", "psq")


class MessageError(BoardError):
    """An invalid message; `id` is the message's own, if it could be read."""

    def __init__(self, error: BoardError, id: int | None = None) -> None:
        super().__init__(str(error), error.key, **error.values)
        self.id = id


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request; the replies repeat its `id`."""

    id: int


@dataclass(frozen=True, slots=True)
class GetFacts(PageRequest):
    """Request for the facts of a position: result, forbidden points, threats."""

    board: Board


@dataclass(frozen=True, slots=True)
class Analyse(PageRequest):
    """Request for reports of a search until it is stopped."""

    board: Board


@dataclass(frozen=True, slots=True)
class ReviewGame(PageRequest):
    """Request for a judgement of each move of a game, after the `opening` plies."""

    game: GameLine
    opening: int


@dataclass(frozen=True, slots=True)
class AskMove(PageRequest):
    """Request for a player's move.

    Attributes:
        seconds, visits, level: the limit of the move, of which one is given; the level is one of
            Fukumi's, counted from 0. With a clock all may be None.
        clock: the clock of a timed game.
        reuse: continue the search of an earlier request, such as `Ponder`.
    """

    board: Board
    player: str
    seconds: float | None
    visits: int | None
    level: int | None
    clock: Limits | None
    reuse: bool


@dataclass(frozen=True, slots=True)
class Ponder(PageRequest):
    """Request to search a position in the opponent's time, without reports."""

    board: Board


@dataclass(frozen=True, slots=True)
class SetResources(PageRequest):
    """Request for this many threads and bytes of memory in the searches to come."""

    resources: EngineResources


@dataclass(frozen=True, slots=True)
class AskSwap2(PageRequest):
    """Request for a player's Swap2 answer to a board of 0, 3 or 5 stones."""

    board: Board
    player: str
    seconds: float


@dataclass(frozen=True, slots=True)
class AskOpinion(PageRequest):
    """Request for a second engine's move in a position, during the search."""

    board: Board
    player: str
    seconds: float


@dataclass(frozen=True, slots=True)
class StopOpinion(PageRequest):
    """Request to end the second engine's current thinking."""


@dataclass(frozen=True, slots=True)
class Stop(PageRequest):
    """Request to end the current search."""


@dataclass(frozen=True, slots=True)
class OpenFile(PageRequest):
    """Request for the game tree of a file; `rule` applies if the file names none.

    `index` is that of the game in a file of several, None to get their list.
    """

    data: bytes
    rule: Rule
    index: int | None


@dataclass(frozen=True, slots=True)
class SaveFile(PageRequest):
    """Request for the file of a game tree."""

    format: str
    tree: GameTree


@dataclass(frozen=True, slots=True)
class ListGames(PageRequest):
    """Request for a part of the tournament's games, of players whose names contain `find`."""

    find: str
    offset: int


@dataclass(frozen=True, slots=True)
class GetGame(PageRequest):
    """Request for one game of the tournament, by its index in the store."""

    index: int


@dataclass(frozen=True, slots=True)
class WatchTournament(PageRequest):
    """Request for the tournament's state and, until `StopWatching`, for every change of it."""


@dataclass(frozen=True, slots=True)
class StopWatching(PageRequest):
    """Request to end the watch of the tournament."""


@dataclass(frozen=True, slots=True)
class FollowGame(PageRequest):
    """Request for the moves of a game of the tournament after the first `known` ones.

    `number` is the game's own; it may be under way or have ended.
    """

    number: int
    known: int


@dataclass(frozen=True, slots=True)
class GetPuzzle(PageRequest):
    """Request for a puzzle of the collection; `index` wraps around."""

    rule: Rule
    grade: str
    index: int


@dataclass(frozen=True, slots=True)
class AskDefence(PageRequest):
    """Request for the best defence in a puzzle."""

    board: Board


Search = Analyse | ReviewGame | AskMove | AskSwap2 | AskDefence | Ponder
Opinion = AskOpinion | StopOpinion
Files = OpenFile | SaveFile | GetPuzzle
OfTournament = ListGames | GetGame | WatchTournament | StopWatching | FollowGame
Message = Search | Opinion | Files | OfTournament | GetFacts | SetResources | Stop


class Fields:
    """The fields of one JSON object, each taken once; unknown fields are an error.

    Raises (all methods):
        BoardError: the field is missing, of another type or out of its range.
    """

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, dict):
            raise BoardError(f"{what} must be a JSON object")
        self._fields: dict[str, Any] = dict(value)
        self._what = what

    def take(self, key: str) -> Any:
        if key not in self._fields:
            raise BoardError(f"{self._what}: {key!r} is missing")
        return self._fields.pop(key)

    def has(self, key: str) -> bool:
        """Return whether the field is there and not null."""
        return self._fields.get(key) is not None

    def integer(self, key: str, least: int, most: int) -> int:
        value = self.take(key)
        if type(value) is not int or not least <= value <= most:
            raise BoardError(f"{self._what}: {key!r} must be an integer from {least} to {most}")
        return value

    def seconds(self, key: str) -> float:
        value = self.take(key)
        if type(value) not in (int, float) or not 0 < value <= LONGEST_THINKING:
            raise BoardError(
                f"{self._what}: {key!r} must be above 0 and at most {LONGEST_THINKING:g}"
            )
        return float(value)

    def limit(self, key: str, most: float) -> float:
        """Take seconds, which are unlimited where the field is null."""
        value = self.take(key)
        if value is None:
            return math.inf
        if type(value) not in (int, float) or not 0 <= value <= most:
            raise BoardError(f"{self._what}: {key!r} must be from 0 to {most:g}, or null")
        return float(value)

    def flag(self, key: str) -> bool:
        """Take true or false; a missing field is false."""
        value = self._fields.pop(key, False)
        if type(value) is not bool:
            raise BoardError(f"{self._what}: {key!r} must be true or false")
        return value

    def text(self, key: str, longest: int) -> str:
        value = self.take(key)
        if not isinstance(value, str) or len(value) > longest or not _is_text(value):
            raise BoardError(
                f"{self._what}: {key!r} must be a text of at most {longest:,} characters"
            )
        return value

    def items(self, key: str, most: int) -> list[Any]:
        value = self.take(key)
        if not isinstance(value, list) or len(value) > most:
            raise BoardError(f"{self._what}: {key!r} must be a list of at most {most:,} items")
        return value

    def rule(self) -> Rule:
        try:
            return Rule.parse(self.text("rule", 20))
        except ValueError as error:
            raise BoardError(str(error)) from error

    def optional(self, key: str, least: int, most: int) -> int | None:
        """Take an integer, or None if the field is null or missing."""
        if not self.has(key):
            self._fields.pop(key, None)
            return None
        return self.integer(key, least, most)

    def board(self) -> Board:
        """Take the position, set up by the rules."""
        try:
            return board_after(*self._position())
        except IllegalMove as error:
            raise BoardError(str(error)) from error

    def game(self) -> GameLine:
        """Take the position as a game, which may go on after its end."""
        try:
            return game_line(*self._position())
        except IllegalMove as error:
            raise BoardError(str(error)) from error

    def _position(self) -> tuple[int, Rule, list[Point]]:
        """Take size, rule and moves of the position."""
        position = Fields(self.take("position"), "the position")
        size = position.integer("size", MIN_SIZE, MAX_SIZE)
        rule = position.rule()
        moves = [_point(move, size) for move in position.items("moves", size * size)]
        position.end()
        return size, rule, moves

    def end(self) -> None:
        if self._fields:
            raise BoardError(f"{self._what}: unknown field {next(iter(self._fields))[:40]!r}")


def parse(text: str, is_viewer: bool = False) -> Message:
    """Return the request of a message.

    Args:
        text: the message.
        is_viewer: refuse what `OF_VIEWERS` does not name.

    Raises:
        MessageError: the message is invalid or refused.
    """
    if len(text) > LONGEST_MESSAGE:
        raise MessageError(
            BoardError(
                f"the message has {len(text):,} characters: at most {LONGEST_MESSAGE:,} are allowed"
            )
        )
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise MessageError(BoardError("the message is not valid JSON")) from error
    id: int | None = None
    try:
        fields = Fields(value, "the message")
        id = fields.integer("id", 0, 2**53)
        kind = fields.text("type", 20)
        if kind not in READERS:
            raise BoardError(f"unknown message type {kind!r}")
        if is_viewer and kind not in OF_VIEWERS:
            reason = f"this board is read-only: it shows a tournament, and refuses {kind!r}"
            raise BoardError(reason, "read-only")
        message = READERS[kind](id, fields)
        fields.end()
    except BoardError as error:
        raise MessageError(error, id) from error
    return message


def _is_text(value: str) -> bool:
    """Return whether a text can be encoded: JSON may contain lone surrogates, files may not."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a number")


def _point(value: object, size: int) -> tuple[int, int]:
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(part) is int and 0 <= part < size for part in value)
    ):
        return value[0], value[1]
    raise BoardError(f"a move must be [x, y] with 0 to {size - 1} each")


def _move(id: int, fields: Fields) -> AskMove:
    clock = _clock(fields)
    visits = fields.optional("visits", 1, MOST_VISITS)
    level = fields.optional("level", 0, len(LEVELS) - 1) if visits is None else None
    is_timed = visits is None and level is None and (clock is None or fields.has("seconds"))
    return AskMove(
        id,
        fields.board(),
        fields.text("player", LONGEST_NAME),
        fields.seconds("seconds") if is_timed else None,
        visits,
        level,
        clock,
        fields.flag("reuse"),
    )


def _clock(fields: Fields) -> Limits | None:
    if not fields.has("clock"):
        return None
    clock = Fields(fields.take("clock"), "the clock")
    limits = Limits(clock.limit("turn", LONGEST_THINKING), clock.limit("left", LONGEST_GAME))
    clock.end()
    if math.isinf(min(limits.turn, limits.left)):
        raise BoardError("the clock has no limit: give 'turn' or 'left'")
    return limits


def _swap2(id: int, fields: Fields) -> AskSwap2:
    board, player = fields.board(), fields.text("player", LONGEST_NAME)
    if board.ply not in (0, 3, 5):
        raise BoardError("Swap2 needs a board with 0, 3 or 5 stones")
    return AskSwap2(id, board, player, fields.seconds("seconds"))


def _open(id: int, fields: Fields) -> OpenFile:
    try:
        data = base64.b64decode(fields.text("data", LONGEST_MESSAGE), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BoardError("'data' must be the file in base64") from error
    return OpenFile(id, data, fields.rule(), fields.optional("index", 0, MOST_GAMES))


def _save(id: int, fields: Fields) -> SaveFile:
    format = fields.text("format", 10)
    if format not in FORMATS:
        raise BoardError(f"unknown format {format!r}: use {' or '.join(FORMATS)}")
    size = fields.integer("size", MIN_SIZE, MAX_SIZE)
    nodes = fields.items("nodes", MOST_NODES)
    tree = GameTree(
        size,
        fields.rule(),
        fields.text("black", LONGEST_NAME),
        fields.text("white", LONGEST_NAME),
        fields.text("comment", LONGEST_COMMENT),
        tuple(_node(value, number, size) for number, value in enumerate(nodes, 1)),
        fields.text("result", LONGEST_RESULT),
    )
    return SaveFile(id, format, tree)


def _node(value: object, number: int, size: int) -> TreeNode:
    fields = Fields(value, f"node {number}")
    parent = fields.integer("parent", 0, number - 1)
    x, y = _point(fields.take("move"), size)
    comment = fields.text("comment", LONGEST_COMMENT)
    ms = fields.integer("ms", 0, 10**9)
    fields.end()
    return TreeNode(parent, x, y, comment, ms)


READERS: dict[str, Callable[[int, Fields], Message]] = {
    "look": lambda id, fields: GetFacts(id, fields.board()),
    "analyse": lambda id, fields: Analyse(id, fields.board()),
    "review": lambda id, fields: ReviewGame(
        id, fields.game(), fields.optional("opening", 0, MAX_SIZE**2) or 0
    ),
    "move": _move,
    "ponder": lambda id, fields: Ponder(id, fields.board()),
    "resources": lambda id, fields: SetResources(
        id,
        EngineResources(
            fields.integer("threads", 1, MOST_THREADS), fields.integer("memory", 1, 2**50)
        ),
    ),
    "defend": lambda id, fields: AskDefence(id, fields.board()),
    "puzzle": lambda id, fields: GetPuzzle(
        id, fields.rule(), fields.text("grade", 20), fields.integer("index", 0, 10**9)
    ),
    "swap2": _swap2,
    "stop": lambda id, _: Stop(id),
    "opinion": lambda id, fields: AskOpinion(
        id, fields.board(), fields.text("player", LONGEST_NAME), fields.seconds("seconds")
    ),
    "stop-opinion": lambda id, _: StopOpinion(id),
    "open": _open,
    "save": _save,
    "games": lambda id, fields: ListGames(
        id, fields.text("find", LONGEST_NAME), fields.integer("offset", 0, 10**9)
    ),
    "game": lambda id, fields: GetGame(id, fields.integer("index", 0, 10**9)),
    "watch": lambda id, _: WatchTournament(id),
    "stop-watching": lambda id, _: StopWatching(id),
    "follow": lambda id, fields: FollowGame(
        id, fields.integer("number", 0, 10**15), fields.integer("known", 0, MAX_SIZE**2)
    ),
}
"""All messages of pages, by their type."""

OF_VIEWERS = frozenset(("games", "game", "watch", "stop-watching", "follow"))
"""The types of messages that a page may send which may only look."""
