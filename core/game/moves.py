"""Move generation: all moves, those near the stones, or those of one class."""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import C_FOUR, C_OPEN_FOUR, C_OPEN_THREE
from cython.cimports.core.game.squares import S_EMPTY, S_WALL, SQUARES, STRIDE
from cython.cimports.libc.string import memcpy, memset


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def all_moves(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """Write all legal moves of the side to move, row by row; return their number."""
    n: cython.int = 0
    square: cython.int
    for square in range(STRIDE, (board.edge + 1) * STRIDE):
        if board.legal_for(square, board.side):
            out[n] = square
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def near_moves(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """Write the legal moves near stones or on a line with two of a colour in reach.

    Near is within two squares in any direction. On an empty board: the centre, which answers a
    single stone too. If no such move is legal: all moves. Return their number; 0 only if no move is
    legal.
    """
    marks: cython.uchar[SQUARES]
    n: cython.int = 0
    square: cython.int
    if board.stones_on_board == 0:
        return _middle(board, out)
    memset(marks, 0, cython.sizeof(marks))
    _mark_near(board, marks)
    if board.stones_on_board == 1:
        marks[_centre(board)] = 1
    for square in range(STRIDE, (board.edge + 1) * STRIDE):
        if board.squares[square].stone != S_EMPTY:
            continue
        # Both classes are C_NONE where they are 0.
        if (marks[square] or board.cell_classes(square) != 0) and board.legal_for(
            square, board.side
        ):
            out[n] = square
            n += 1
    return n if n else all_moves(board, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def adjacent_moves(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """Write the legal moves within two squares of a stone in any direction, or else all moves.

    On an empty board: the centre. Return their number; 0 only if no move is legal.
    """
    marks: cython.uchar[SQUARES]
    n: cython.int = 0
    square: cython.int
    if board.stones_on_board == 0:
        return _middle(board, out)
    memset(marks, 0, cython.sizeof(marks))
    _mark_near(board, marks)
    for square in range(STRIDE, (board.edge + 1) * STRIDE):
        if marks[square] and board.legal_for(square, board.side):
            out[n] = square
            n += 1
    return n if n else all_moves(board, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark_near(board: Board, marks: cython.pointer(cython.uchar)) -> cython.void:
    """Mark the 5x5 squares around each stone; may mark walls, never outside the array."""
    square: cython.int
    row: cython.int
    for square in range(STRIDE, (board.edge + 1) * STRIDE):
        if board.squares[square].stone == S_EMPTY or board.squares[square].stone == S_WALL:
            continue
        for row in range(-2, 3):
            if 2 <= square + row * STRIDE < SQUARES - 2:
                memset(cython.address(marks[square + row * STRIDE - 2]), 1, 5)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _middle(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """Write the centre, or all legal moves where it is a wall; return their number."""
    square: cython.int = _centre(board)
    if board.squares[square].stone != S_EMPTY:
        return all_moves(board, out)
    out[0] = square
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _centre(board: Board) -> cython.int:
    return (board.edge // 2 + 1) * STRIDE + board.edge // 2 + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_members(
    board: Board, colour: cython.int, cls: cython.int, out: cython.pointer(cython.ushort)
) -> cython.int:
    """Copy the squares of a class (C_OPEN_THREE or above) of a colour, 0 Black, 1 White.

    A copy, because looking for fouls moves stones and so reorders the board's own lists.
    """
    memcpy(out, board.members[colour][cls], board.count[colour][cls] * cython.sizeof(cython.ushort))
    return board.count[colour][cls]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_threats(
    board: Board, colour: cython.int, least: cython.int, out: cython.pointer(cython.ushort)
) -> cython.int:
    """Copy the squares of the classes from C_OPEN_FOUR down to `least`, most promising first.

    Those with a three or an open two in another line come first in their class, then those that
    joined it last: a VCT of 20,000 nodes finds 194 of the wins in `tests/positions/blunders.txt`,
    and 191 with those that joined it first.
    """
    n: cython.int = 0
    cls: cython.int
    for cls in range(C_OPEN_FOUR, least - 1, -1):
        if cls in (C_FOUR, C_OPEN_THREE):
            n = _list_newest(board, colour, cls, cls + 1, out, n)
        n = _list_newest(board, colour, cls, cls, out, n)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_newest(
    board: Board,
    colour: cython.int,
    cls: cython.int,
    whole: cython.int,
    out: cython.pointer(cython.ushort),
    n: cython.int,
) -> cython.int:
    """Append the squares of a class of the board's lists whose whole class is `whole`."""
    square: cython.ushort
    i: cython.int
    for i in range(board.count[colour][cls] - 1, -1, -1):
        square = board.members[colour][cls][i]
        if board.cell_class(square, colour) == whole:
            out[n] = square
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_legal(board: Board, moves: cython.pointer(cython.ushort), n: cython.int) -> cython.int:
    """Drop the moves that are not legal for the side to move; return the number left."""
    kept: cython.int = 0
    i: cython.int
    for i in range(n):
        if board.legal_for(moves[i], board.side):
            moves[kept] = moves[i]
            kept += 1
    return kept
