"""Move generation: all moves, those near the stones, or those of one class."""

import cython
from cython.cimports.core.game.board import S_EMPTY, S_WALL, SQUARES, STRIDE, Board
from cython.cimports.core.game.lines import C_NONE
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

    Near is within two squares in any direction. On an empty board: the centre. Return their number;
    0 only if no such move is legal.
    """
    marks: cython.uchar[SQUARES]
    n: cython.int = 0
    square: cython.int
    if board.stones_on_board == 0:
        return _middle(board, out)
    memset(marks, 0, cython.sizeof(marks))
    _mark_near(board, marks)
    for square in range(STRIDE, (board.edge + 1) * STRIDE):
        if board.squares[square].stone != S_EMPTY:
            continue
        if (
            marks[square]
            or board.squares[square].cls[0] != C_NONE
            or board.squares[square].cls[1] != C_NONE
        ) and board.legal_for(square, board.side):
            out[n] = square
            n += 1
    return n


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
    square: cython.int = (board.edge // 2 + 1) * STRIDE + board.edge // 2 + 1
    if board.squares[square].stone != S_EMPTY:
        return all_moves(board, out)
    out[0] = square
    return 1


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
def keep_legal(board: Board, moves: cython.pointer(cython.ushort), n: cython.int) -> cython.int:
    """Drop the moves that are not legal for the side to move; return the number left."""
    kept: cython.int = 0
    i: cython.int
    for i in range(n):
        if board.legal_for(moves[i], board.side):
            moves[kept] = moves[i]
            kept += 1
    return kept
