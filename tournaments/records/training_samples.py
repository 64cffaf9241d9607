"""Samples for other programs' trainers: the positions of games with move, value and result.

A CSV file with a line for each position in which an engine moved; moves of the opening, which no
engine chose, are left out. docs/file-formats.md describes the columns.
"""

import csv
import io
from collections.abc import Iterable, Iterator

from core.game.board import BLACK, Board, IllegalMove
from core.system.text import shown
from tournaments.engine.evaluations import evaluation
from tournaments.model import GameRecord, Reason, Result

COLUMNS = ("game", "ply", "rule", "size", "board", "black", "x", "y", "value", "result", "engine")
FAULTS = (Reason.TIME, Reason.CRASH, Reason.ILLEGAL, Reason.MEMORY)


def to_samples(records: Iterable[GameRecord]) -> tuple[str, int]:
    """Return the samples of games as CSV, and the number of games that have any.

    Void games, games without moves of engines, and games with an illegal move have none; nor have
    those that an engine lost by a fault, whose result says nothing about its positions.
    """
    text, games = io.StringIO(), 0
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for record in records:
        try:
            rows = list(_rows(record))
        except IllegalMove:
            continue
        writer.writerows(rows)
        games += bool(rows)
    return text.getvalue(), games


def _rows(record: GameRecord) -> Iterator[tuple[object, ...]]:
    if record.result is Result.VOID or record.reason in FAULTS or not record.size:
        return
    board = Board(record.size, record.rule)
    for ply, move in enumerate(record.moves):
        if ply >= record.opening_plies:
            is_black = board.to_move == BLACK
            engine = record.black if is_black else record.white
            found = evaluation(move.messages)
            yield (
                *(record.number, ply, record.rule.label, record.size, _squares(board)),
                *(int(is_black), move.x, move.y, f"{found.value:.3f}" if found else ""),
                *(round(2 * record.points_of(engine) - 1), shown(engine)),
            )
        board.play(move.x, move.y)


def _squares(board: Board) -> str:
    """Return the board from the side to move."""
    squares = ["."] * board.size**2
    for x, y, colour in board.stones():
        squares[y * board.size + x] = "x" if colour == board.to_move else "o"
    return "".join(squares)
