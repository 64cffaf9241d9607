"""Slow, obvious searches over threats, to check the fast ones against."""

from collections.abc import Callable, Iterator

from core.game.board import Board, Point, other

Attack = Callable[[Board], list[Point] | None]
"""A function that finds a winning line of the side to move, empty or None without one."""


def five_moves(board: Board) -> list[Point]:
    """Return the moves that win at once for the side to move, found by trying all of them."""
    found = []
    for x, y in board.legal_moves():
        board.play(x, y)
        if board.winner:
            found.append((x, y))
        board.undo()
    return found


def other_side(board: Board) -> Board:
    """Return the same stones with the other side to move."""
    return Board.from_stones(board.size, board.rule, board.stones(), other(board.to_move))


def threatens_five(board: Board) -> bool:
    """Return whether the side that just moved would win at once if it could move again."""
    return bool(five_moves(other_side(board)))


def has_vcf(board: Board) -> bool:
    """Return whether the side to move wins by fours alone, trying every move and every reply."""
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


def wins_against_everything(
    board: Board,
    line: list[Point],
    attack: Attack,
    known: Callable[[Board], bool] = lambda _: False,
) -> bool:
    """Return whether the first move of `line` wins against every defence.

    After it every legal reply is tried. Against each the attacker must have a five, or the position
    must be `known` to be won, or `attack` must find a line that passes the same test.
    """
    board.play(*line[0])
    won = bool(board.winner) or (
        not five_moves(board)
        and all(_answered(board, reply, attack, known) for reply in _replies_before_a_five(board))
    )
    board.undo()
    return won


def _replies_before_a_five(board: Board) -> Iterator[Point]:
    """Yield the legal moves after which none of the fives now threatened can be made."""
    fives = five_moves(other_side(board))
    for reply in board.legal_moves():
        board.play(*reply)
        met = not any(_is_five(board, five) for five in fives if five != reply)
        board.undo()
        if met:
            yield reply


def _is_five(board: Board, point: Point) -> bool:
    """Return whether a point that is no foul wins at once for the side to move."""
    board.play(*point)
    won = bool(board.winner)
    board.undo()
    return won


def _answered(board: Board, reply: Point, attack: Attack, known: Callable[[Board], bool]) -> bool:
    """Return whether the attacker still wins after a reply, by `attack` and later lines."""
    board.play(*reply)
    won = known(board)
    if not won:
        line = attack(board)
        won = bool(line) and wins_against_everything(board, line or [], attack, known)
    board.undo()
    return won
