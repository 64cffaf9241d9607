"""Legal moves without a search, for a search that is late or broken or has nothing to do."""

from core.eval.evaluate import LinesEvaluator
from core.game.board import EMPTY, Board, Point


def emergency_move(board: Board) -> Point:
    """Return the legal move with the highest prior, or any empty square if no move is legal.

    Raises:
        ValueError: the board is full.
    """
    if board.over:
        return _any_empty(board)
    move, _prior = LinesEvaluator().priors(board)[0]
    return move


def _any_empty(board: Board) -> Point:
    for y in range(board.size):
        for x in range(board.size):
            if board.cell(x, y) == EMPTY:
                return (x, y)
    raise ValueError("the board is full")
