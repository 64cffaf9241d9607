"""Outcome of a game on the board; `Board.over` says whether there is one.

A game is won by the side that completed a winning line. It is drawn when the side to move has no
legal move: on a full board, and under renju where every free point is forbidden to Black.
"""

from core.game.board import BLACK, Board


def result_for_black(board: Board) -> int:
    """Return 1 if Black won the game, -1 if White did, and 0 for a draw."""
    if not board.winner:
        return 0
    return 1 if board.winner == BLACK else -1


def points_of(board: Board, colour: int) -> float:
    """Return the points of a colour in a finished game: 1 for a win, 1/2 for a draw."""
    return 0.5 if not board.winner else float(board.winner == colour)
