"""A legal move without a search: for when the search is late, broken or has nothing to do."""

from core.board import EMPTY, Board, Point
from core.evaluate import LinesEvaluator


def emergency_move(board: Board) -> Point:
    """The best-looking legal move; any empty square once no legal move is left.

    Raises:
        ValueError: the board is full.
    """
    legal = set(board.legal_moves())
    if not legal:
        return _any_empty(board)
    for move, _prior in LinesEvaluator().priors(board):
        if move in legal:
            return move
    return min(legal, key=lambda point: _distance_from_centre(point, board.size))


def _any_empty(board: Board) -> Point:
    for y in range(board.size):
        for x in range(board.size):
            if board.cell(x, y) == EMPTY:
                return (x, y)
    raise ValueError("the board is full")


def _distance_from_centre(point: Point, size: int) -> tuple[int, Point]:
    middle = size // 2
    return (abs(point[0] - middle) + abs(point[1] - middle), point)
