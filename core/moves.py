"""Which moves to look at: all of them, those near the stones, or those that parry a five."""

import cython
from cython.cimports.core.board import S_EMPTY, S_WALL, SQUARES, STEP, STRIDE, Board
from cython.cimports.core.lines import C_FIVE, C_NONE
from cython.cimports.libc.string import memcpy, memset


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def all_moves(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """Every legal move of the side to move, row by row; returns how many."""
    n: cython.int = 0
    square: cython.int
    for square in range(STRIDE, SQUARES - STRIDE):
        if board.legal_for(square, board.side):
            out[n] = square
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def near_moves(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """Legal moves within two squares of a stone or on a line with two of a colour in reach.

    On a board without stones: the middle. Returns how many; 0 only if no such move is legal.
    """
    marks: cython.uchar[576]
    n: cython.int = 0
    square: cython.int
    if board.stones_on_board == 0:
        return _middle(board, out)
    memset(marks, 0, cython.sizeof(marks))
    _mark_near(board, marks)
    for square in range(STRIDE, SQUARES - STRIDE):
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
def _mark_near(board: Board, marks: cython.pointer(cython.uchar)) -> cython.void:
    """Marks the 5x5 squares around each stone; may mark walls, never outside the array."""
    square: cython.int
    row: cython.int
    for square in range(STRIDE, SQUARES - STRIDE):
        if board.squares[square].stone == S_EMPTY or board.squares[square].stone == S_WALL:
            continue
        for row in range(-2, 3):
            if 2 <= square + row * STRIDE < SQUARES - 2:
                memset(cython.address(marks[square + row * STRIDE - 2]), 1, 5)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _middle(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """The middle square; where that is a wall, whatever is legal."""
    square: cython.int = (board.edge // 2 + 1) * STRIDE + board.edge // 2 + 1
    if board.squares[square].stone != S_EMPTY:
        return all_moves(board, out)
    out[0] = square
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def parries(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """The legal moves after which an enemy who threatens a five can make none.

    Only meant for a side to move without a five of its own. Such a move takes the square of
    the five, so against two there is none; under caro rules it may also take the free end of
    the five to come.
    """
    enemy: cython.int = 2 - board.side
    n: cython.int
    if board.rule_code >= 8:
        n = _caro_parries(board, out)
    elif board.count[enemy][C_FIVE] == 1:
        out[0] = board.members[enemy][C_FIVE][0]
        n = 1
    else:
        n = 0
    return _keep_legal(board, out, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_legal(board: Board, moves: cython.pointer(cython.ushort), n: cython.int) -> cython.int:
    kept: cython.int = 0
    i: cython.int
    for i in range(n):
        if board.legal_for(moves[i], board.side):
            moves[kept] = moves[i]
            kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _caro_parries(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """Tries the squares that can matter: those of the fives, and the ends of their runs."""
    enemy: cython.int = 2 - board.side
    fives: cython.ushort[MAX_MOVES]
    five_count: cython.int = list_members(board, enemy, C_FIVE, fives)
    n: cython.int = 0
    i: cython.int
    d: cython.int
    for i in range(min(five_count, 4)):
        n = _try_parry(board, fives[i], out, n)
        for d in range(4):
            n = _try_parry(board, _run_end(board, fives[i], STEP[d]), out, n)
            n = _try_parry(board, _run_end(board, fives[i], -STEP[d]), out, n)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _run_end(board: Board, square: cython.int, step: cython.int) -> cython.int:
    """The first square behind the enemy's stones that follow `square`."""
    square += step
    while board.squares[square].stone == 3 - board.side:
        square += step
    return square


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try_parry(
    board: Board, square: cython.int, out: cython.pointer(cython.ushort), n: cython.int
) -> cython.int:
    """Appends `square` if it is new and a stone there leaves the enemy no five."""
    i: cython.int
    stops: cython.bint
    if board.squares[square].stone != S_EMPTY:
        return n
    for i in range(n):
        if out[i] == square:
            return n
    board.put(square, board.side)
    stops = board.count[2 - board.side][C_FIVE] == 0
    board.lift(square)
    if stops:
        out[n] = square
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def four_wins(board: Board, square: cython.int) -> cython.bint:
    """Whether a C_OPEN_FOUR move of the side to move, whose enemy has no five, wins for sure.

    Under caro rules one reply may stop two fours, on an end that both share.
    """
    replies: cython.ushort[MAX_MOVES]
    wins: cython.bint
    if board.rule_code < 8:
        return True
    board.make(square)
    wins = parries(board, replies) == 0
    board.unmake()
    return wins


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_members(
    board: Board, colour: cython.int, cls: cython.int, out: cython.pointer(cython.ushort)
) -> cython.int:
    """Copies the squares of a class (C_OPEN_THREE or above) of a colour, 0 Black, 1 White.

    A copy, because looking for fouls moves stones and so reorders the board's own lists.
    """
    memcpy(out, board.members[colour][cls], board.count[colour][cls] * cython.sizeof(cython.ushort))
    return board.count[colour][cls]
