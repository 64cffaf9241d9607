"""Forcing threats: fives and unstoppable fours to come, and the complete list of parries."""

import cython
from cython.cimports.core.game.board import NO_FOUL, Board
from cython.cimports.core.game.lines import (
    C_FIVE,
    C_FOUL,
    C_FOUL_MAYBE,
    C_FOUR,
    C_FOUR_PLUS,
    C_FOUR_THREE,
    C_OPEN_FOUR,
    HALVES,
    L_FIVE,
    L_FOUR,
    POWER,
    RULE_CARO,
    RULE_CARO_EXACT,
    RULE_RENJU,
)
from cython.cimports.core.game.moves import MAX_MOVES, keep_legal, list_members, list_threats
from cython.cimports.core.game.squares import S_EMPTY, S_WHITE, STEP, Square, enemy_of


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def parries(board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
    """List the legal moves after which an enemy who threatens a five can make none.

    Only for a side to move without a five of its own. Such a move takes the square of the five, so
    against two there is none; under caro rules it may also take the free end of the five to come.
    """
    return keep_legal(board, out, _five_parries(board, board.side, out))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _five_parries(
    board: Board, defender: cython.int, out: cython.pointer(cython.ushort)
) -> cython.int:
    """List the moves of `parries` for either side, without checking fouls."""
    enemy: cython.int = 2 - defender
    five: cython.int
    n: cython.int = 0
    d: cython.int
    if board.count[enemy][C_FIVE] == 0:
        return 0
    five = board.members[enemy][C_FIVE][0]
    if board.rule_code not in (RULE_CARO, RULE_CARO_EXACT):
        out[0] = five
        return board.count[enemy][C_FIVE] == 1
    # A stone that stops every five stops this one: it takes its square or, where the five lies in
    # one line only, an end of its run.
    n = _try_parry(board, five, defender, out, n)
    d = _only_five_line(board, five, enemy)
    if d >= 0:
        n = _try_parry(board, _run_end(board, five, STEP[d], defender), defender, out, n)
        n = _try_parry(board, _run_end(board, five, -STEP[d], defender), defender, out, n)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _only_five_line(board: Board, five: cython.int, attacker: cython.int) -> cython.int:
    """Return the direction in which `attacker` (0 Black, 1 White) makes five there; -1: several."""
    nibbles: cython.uint = board.squares[five].nibbles >> (16 * attacker)
    found: cython.int = -1
    d: cython.int
    for d in range(4):
        if (nibbles >> (4 * d)) & 15 == L_FIVE:
            if found >= 0:
                return -1
            found = d
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _run_end(
    board: Board, square: cython.int, step: cython.int, defender: cython.int
) -> cython.int:
    """Return the first square behind the attacker's stones that follow `square`."""
    square += step
    while board.squares[square].stone == enemy_of(defender):
        square += step
    return square


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try_parry(
    board: Board,
    square: cython.int,
    defender: cython.int,
    out: cython.pointer(cython.ushort),
    n: cython.int,
) -> cython.int:
    """Append `square` if it is new and a stone there leaves the attacker no five."""
    i: cython.int
    stops: cython.bint
    if board.squares[square].stone != S_EMPTY:
        return n
    for i in range(n):
        if out[i] == square:
            return n
    if board.count[2 - defender][C_FIVE] == 1 and board.squares[square].cls[2 - defender] == C_FIVE:
        stops = True
    else:
        board.put(square, defender)
        stops = board.count[2 - defender][C_FIVE] == 0
        board.lift(square)
    if stops:
        out[n] = square
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def makes_four(board: Board, square: cython.int, colour: cython.int) -> cython.bint:
    """Return whether a legal stone here (of colour 0 Black, 1 White) threatens a five."""
    cls: cython.int = board.squares[square].cls[colour]
    nibbles: cython.uint = board.squares[square].nibbles >> (16 * colour)
    d: cython.int
    if cls in (C_FOUR, C_FOUR_PLUS, C_FOUR_THREE, C_OPEN_FOUR):
        return True
    if cls == C_FOUL_MAYBE:
        for d in range(4):
            if L_FOUR <= ((nibbles >> (4 * d)) & 15) < L_FIVE:
                return board.foul_at(square) == NO_FOUL
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def winning_four(board: Board, attacker: cython.int) -> cython.int:
    """Return a square where `attacker` (S_BLACK or S_WHITE) makes a four that nothing stops.

    NO_SQUARE if there is none. Only for positions without a five for either side. Under caro rules
    each candidate is tried, since one reply may stop two fours on an end they share. Under renju a
    four may draw, which leaves Black no legal move; where it might, none of White's counts.
    """
    fours: cython.ushort[MAX_MOVES]
    replies: cython.ushort[MAX_MOVES]
    n: cython.int = board.count[attacker - 1][C_OPEN_FOUR]
    i: cython.int
    stoppable: cython.bint
    if n == 0 or (board.rule_code == RULE_RENJU and attacker == S_WHITE and _may_draw(board)):
        return NO_SQUARE
    if board.rule_code not in (RULE_CARO, RULE_CARO_EXACT):
        return board.members[attacker - 1][C_OPEN_FOUR][0]
    n = list_members(board, attacker - 1, C_OPEN_FOUR, fours)
    for i in range(n):
        board.put(fours[i], attacker)
        stoppable = _five_parries(board, enemy_of(attacker), replies) > 0
        board.lift(fours[i])
        if not stoppable:
            return fours[i]
    return NO_SQUARE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_draw(board: Board) -> cython.bint:
    """Return whether a renju Black may be left no legal move by White's next stone.

    White's stone takes one square and makes no foul. A stone that Black puts before takes one more,
    and changes the fouls on at most forty squares.
    """
    free: cython.int = board.empties - board.count[0][C_FOUL] - board.count[0][C_FOUL_MAYBE]
    return free < (2 if board.side == S_WHITE else 43)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def defences(board: Board, four: cython.int, out: cython.pointer(cython.ushort)) -> cython.int:
    """List every legal move that meets the threat of a `winning_four` of the enemy.

    These are the fours of the side to move, which come first, and the moves after which the enemy
    has no winning four. A stone that spoils the four on `four` changes a line through it, so it
    lies within five squares of it. Only for a side to move with neither a five nor a winning four
    of its own, and an enemy without a five.
    """
    n: cython.int
    index: cython.int
    step: cython.int
    square: cython.int
    k: cython.int
    own: cython.int = board.side - 1
    sure: cython.int = list_threats(board, own, C_FOUR, out)
    n = sure + list_members(board, own, C_FOUL_MAYBE, cython.address(out[sure]))
    n = keep_fours(board, out, sure, n)
    n = _try_defence(board, four, out, n)
    for index in range(8):
        step = STEP[index >> 1] if index & 1 else -STEP[index >> 1]
        for k in range(board.reach[four][index]):
            square = four + (k + 1) * step
            if board.squares[square].stone == S_EMPTY and _spoils(board, four, index, k):
                n = _try_defence(board, square, out, n)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _spoils(board: Board, four: cython.int, index: cython.int, k: cython.int) -> cython.bint:
    """Return whether a stone of the side to move changes the enemy's class on `four`.

    The stone is k squares beyond the next in the direction of half `index`, an empty square. Under
    caro rules any stone on a line that becomes a four may, since such a stone can let one reply
    stop two fours.
    """
    s: cython.pointer(Square) = cython.address(board.squares[four])
    enemy: cython.int = 2 - board.side
    d: cython.int = index >> 1
    shift: cython.int = board.side * POWER[k]
    made: cython.uint
    nibbles: cython.uint = (s.nibbles >> (16 * enemy)) & 0xFFFF
    if board.rule_code in (RULE_CARO, RULE_CARO_EXACT):
        return L_FOUR <= ((nibbles >> (4 * d)) & 15) < L_FIVE
    if not index & 1:
        shift *= HALVES
    made = board.threat_table[s.code[d] + shift]
    made = made >> 4 if enemy else made & 15
    nibbles = (nibbles & ~(15 << (4 * d))) | (made << (4 * d))
    return board.cell_table[enemy][nibbles] != C_OPEN_FOUR


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_fours(
    board: Board, moves: cython.pointer(cython.ushort), first: cython.int, n: cython.int
) -> cython.int:
    """Drop the moves from `first` on that make no legal four; return the number left."""
    kept: cython.int = first
    i: cython.int
    for i in range(first, n):
        if makes_four(board, moves[i], board.side - 1):
            moves[kept] = moves[i]
            kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try_defence(
    board: Board, square: cython.int, out: cython.pointer(cython.ushort), n: cython.int
) -> cython.int:
    """Append a legal move that is no four if it leaves the enemy no winning four."""
    spoils: cython.bint
    if makes_four(board, square, board.side - 1) or not board.legal_for(square, board.side):
        return n
    board.put(square, board.side)
    spoils = winning_four(board, enemy_of(board.side)) == NO_SQUARE
    board.lift(square)
    if spoils:
        out[n] = square
        n += 1
    return n
