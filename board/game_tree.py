"""Game trees: moves with their variations and comments.

A tree is a flat list: node 0 is the root, and the parent of every other node comes before it. No
file or message is too deep for this form.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from board.recorded_search import split_comment
from core.game.board import Board
from core.game.game_line import GameLine, game_line
from core.game.rules import Rule
from tournaments.model import GameRecord, Reason, Result, TimedMove
from tournaments.play.live_games import LiveGame
from tournaments.records.import_records import parse_comment
from tournaments.records.records import OPENING, sgf_result

MOST_NODES = 20_000
LONGEST_COMMENT = 10_000
LONGEST_NAME = 200
LONGEST_RESULT = 20


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A move of a game tree; `parent` is the number of an earlier node, 0 for the root."""

    parent: int
    x: int
    y: int
    comment: str
    ms: int


@dataclass(frozen=True, slots=True)
class GameTree:
    """A game tree; `nodes` are numbered from 1 and alternate Black, White along every path.

    `result` is that of an SGF, such as `W+T`; empty where the board shows how the game ended, or
    nothing does.
    """

    size: int
    rule: Rule
    black: str = ""
    white: str = ""
    comment: str = ""
    nodes: tuple[TreeNode, ...] = ()
    result: str = ""

    @property
    def main_line(self) -> tuple[TreeNode, ...]:
        """The nodes of the main line."""
        return tuple(self.nodes[number - 1] for number in first_children(self))

    @property
    def game(self) -> GameLine:
        """The game of the main line, up to its end.

        Raises:
            IllegalMove: before its end, a move on a taken square.
        """
        return game_line(self.size, self.rule, [(node.x, node.y) for node in self.main_line])

    def as_fields(self) -> dict[str, Any]:
        """Return the tree as JSON for the page."""
        return {
            "size": self.size,
            "rule": self.rule.label,
            "black": self.black,
            "white": self.white,
            "result": self.result,
            "comment": self.comment,
            "nodes": [_node_fields(node, self.size) for node in self.nodes],
        }


def _node_fields(node: TreeNode, size: int) -> dict[str, Any]:
    """Return a node as JSON for the page, the recorder's part of its comment separately."""
    ms, record, said, report, comment = split_comment(node.comment, (node.x, node.y), size)
    fields = {
        "parent": node.parent,
        "move": (node.x, node.y),
        "comment": comment,
        "ms": node.ms or ms,
    }
    return {**fields, "record": record, "said": said, "report": report} if record else fields


def tree_of(game: GameRecord | LiveGame) -> GameTree:
    """Return a recorded game as a tree, with the engines' messages as comments."""
    moves = [
        replace(move, messages=(OPENING, *move.messages)) if ply < game.opening_plies else move
        for ply, move in enumerate(game.moves)
    ]
    tree = GameTree(game.size, game.rule, game.black, game.white, nodes=line_nodes(moves))
    if isinstance(game, LiveGame):
        return tree
    shown = game.result is Result.VOID or game.reason in (Reason.FIVE, Reason.FULL_BOARD)
    return replace(tree, comment=game.detail, result="" if shown else sgf_result(game))


def tree_after(board: Board) -> GameTree:
    """Return the moves that led to a position as a tree."""
    moves = [TimedMove(x, y) for x, y, _ in board.stones()]
    return GameTree(board.size, board.rule, nodes=line_nodes(moves))


def line_nodes(moves: Iterable[TimedMove]) -> tuple[TreeNode, ...]:
    """Return the nodes of a game without variations."""
    return tuple(TreeNode(i, m.x, m.y, "\n".join(m.messages), m.ms) for i, m in enumerate(moves))


def opening_plies(tree: GameTree) -> int:
    """Return the number of moves at the start of the main line that a recorder calls the opening.

    A tournament's manager has placed them, not the players.
    """
    comments = (parse_comment(node.comment) for node in tree.main_line)
    return sum(1 for _ in itertools.takewhile(lambda comment: comment.is_opening, comments))


def first_children(tree: GameTree) -> Iterator[int]:
    """Yield the numbers of the nodes of the main line."""
    here = 0
    for number, node in enumerate(tree.nodes, 1):
        if node.parent == here:
            yield number
            here = number
