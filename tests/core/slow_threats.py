"""Slow, obvious searches over threats, to check the fast ones against."""

from core.board import Board, Point


def five_moves(board: Board) -> list[Point]:
    """The moves that win at once for the side to move, found by trying all of them."""
    found = []
    for x, y in board.legal_moves():
        board.play(x, y)
        if board.winner:
            found.append((x, y))
        board.undo()
    return found


def threatens_five(board: Board) -> bool:
    """Whether the side that just moved would win at once if it could move again."""
    other = Board.from_stones(board.size, board.rule, board.stones(), 3 - board.to_move)
    return bool(five_moves(other))


def has_vcf(board: Board) -> bool:
    """Whether the side to move wins by fours alone, trying every move and every reply."""
    if five_moves(board):
        return True
    for x, y in board.legal_moves():
        board.play(x, y)
        won = threatens_five(board) and not five_moves(board) and _beats_all_replies(board)
        board.undo()
        if won:
            return True
    return False


def _beats_all_replies(board: Board) -> bool:
    for x, y in board.legal_moves():
        board.play(x, y)
        won = has_vcf(board)
        board.undo()
        if not won:
            return False
    return True
