"""Blunders of our own games: moves after which the opponent wins by continuous threats.

`python -m tests.positions.blunders [SECONDS]` lets the engine think for half a second, or SECONDS,
before each of them, and counts by rule how often its move is refuted again. `fukumi blunders` found
them; a line of `blunders.txt` is a position and the move that was played there.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from core.game.board import Board, Point
from core.game.notation import parse_point, parse_position, position_lines
from core.search.engine import Engine
from core.search.time_management import Budget
from core.threats.vct import Vct

SOLVER_NODES = 1_000_000
FILE = Path(__file__).with_name("blunders.txt")


@dataclass(frozen=True, slots=True)
class PlayedBlunder:
    """A position, and the move that was played there."""

    board: Board
    move: Point


def load() -> list[PlayedBlunder]:
    """Return the blunders, grouped by rule."""
    lines = position_lines(FILE.read_text(encoding="utf-8")).values()
    parts = [line.rsplit(maxsplit=1) for line in lines]
    boards = [(parse_position(text), move) for text, move in parts]
    return [PlayedBlunder(board, parse_point(move, board.size)) for board, move in boards]


def is_refuted(board: Board, move: Point) -> bool:
    """Return whether the opponent wins by threats after a move, as far as the solver sees."""
    after = board.copy()
    after.play(*move)
    return not after.over and bool(Vct().search(after, SOLVER_NODES))


def rows(seconds: float) -> Iterator[str]:
    """Yield one line for each rule."""
    for rule, group in groupby(load(), lambda blunder: blunder.board.rule):
        engine, blunders = Engine(), list(group)
        again = 0
        for blunder in blunders:
            engine.set_position(blunder.board)
            move = engine.think(Budget.from_now(seconds)).move
            again += is_refuted(blunder.board, move)
        yield f"{rule.label:<10}  {again:>3} of {len(blunders):<3} refuted again"


if __name__ == "__main__":
    for row in rows(float(sys.argv[1]) if len(sys.argv) > 1 else 0.5):
        print(row, flush=True)
