"""A legal move without a search: for when the search is late, broken or has nothing to do."""

from core.eval.evaluate import LinesEvaluator
from core.game.board import EMPTY, Board, Point


def emergency_move(board: Board) -> Point:
    """The best-looking legal move; any empty square once no legal move is left.

    Raises:
        ValueError: the board is full.
    """
    if not board.legal_moves():
        return _any_empty(board)
    move, _prior = LinesEvaluator().priors(board)[0]
    return move


def _any_empty(board: Board) -> Point:
    for y in range(board.size):
        for x in range(board.size):
            if board.cell(x, y) == EMPTY:
                return (x, y)
    raise ValueError("the board is full")
