"""VCF: victory by continuous fours, exact.

The attacker plays only fours; each is answered by the one square that stops it, so a node has as
many branches as there are four-making squares and each branch one reply. If a reply itself makes a
four, the attacker must stop that with a four of his own. A renju Black never plays a foul, and
loses at once where his only reply would be one, unless he has no legal move at all and draws.

A win holds against every defence. `NO_WIN` means that no such attack exists; it is never returned
when the node budget cut the search short.
"""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import (
    C_FIVE,
    C_FOUL,
    C_FOUL_MAYBE,
    C_FOUR,
    C_OPEN_FOUR,
    L_FOUR,
    L_THREE,
    RULE_CARO,
    RULE_CARO_EXACT,
)
from cython.cimports.core.game.moves import MAX_MOVES, list_members, list_threats
from cython.cimports.core.game.squares import S_EMPTY, STEP
from cython.cimports.core.threats.threats import keep_fours, parries
from cython.cimports.libc.stdlib import calloc, free

TABLE_SIZE = cython.declare(cython.int, 1 << 16)
MAX_DEPTH = cython.declare(cython.int, 400)


@cython.final
@cython.cclass
class Vcf:
    """A solver with its table of failed attacks; for one thread at a time.

    Use one solver for one rule and board size: the table knows positions by hash only.
    """

    def __cinit__(self):
        self.failed = cython.cast(
            cython.pointer(cython.ulonglong), calloc(TABLE_SIZE, cython.sizeof(cython.ulonglong))
        )
        if self.failed == cython.NULL:
            raise MemoryError("no memory for the VCF table")
        self.nodes = 0
        self.line_length = 0

    def __dealloc__(self):
        free(self.failed)

    def search(self, board: Board, budget: cython.int = 1_000_000):
        """Return the winning line of the side to move by fours alone, both sides' moves.

        Where the enemy may not stop the last four (a foul), the line ends with that four. Empty:
        there is no such win. None: the budget (attacker's positions) ran out first.
        """
        own: Board = board.copy()
        plies: cython.int = UNKNOWN
        i: cython.int
        if own.won_by == 0:
            with cython.nogil:
                plies = self.solve(own, budget)
        else:
            plies = NO_WIN
        if plies == UNKNOWN:
            return None
        if plies == NO_WIN:
            return []
        return [own.point_of(self.line[i]) for i in range(self.line_length)]

    @property
    def visited(self):
        """Attacker's positions searched since construction."""
        return self.nodes

    def solve(self, board: Board, budget: cython.int) -> cython.int:
        """Return the plies to the five if the side to move has a VCF, else NO_WIN or UNKNOWN."""
        self.stop_at = self.nodes + budget
        self.line_length = 0
        return self._attack(board, 0)

    def _attack(self, board: Board, depth: cython.int) -> cython.int:
        own: cython.int = board.side - 1
        moves: cython.ushort[MAX_MOVES]
        n: cython.int
        i: cython.int
        result: cython.int
        pair: cython.bint
        unknown: cython.bint = False
        slot: cython.ulonglong = board.hash % TABLE_SIZE
        self.nodes += 1
        if board.count[own][C_FIVE]:
            self.line_length = depth
            return self._note(depth, board.members[own][C_FIVE][0], 1)
        if self.failed[slot] == board.hash:
            return NO_WIN
        n = self._fours(board, moves)
        pair = n == 2 and _count_fours(board, own) == 2
        for i in range(n):
            if pair and _is_last_four(board, moves[i], moves[1 - i]):
                continue
            if self.nodes >= self.stop_at or depth >= MAX_DEPTH:
                return UNKNOWN
            result = self._try(board, moves[i], depth)
            if result > 0:
                return self._note(depth, moves[i], result)
            unknown = unknown or result == UNKNOWN
        if unknown:
            return UNKNOWN
        self.failed[slot] = board.hash
        return NO_WIN

    def _fours(self, board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
        """List the legal fours to try, most promising class first."""
        own: cython.int = board.side - 1
        enemy: cython.int = 1 - own
        n: cython.int
        sure: cython.int
        if board.count[enemy][C_FIVE]:
            return keep_fours(board, out, 0, parries(board, out))
        sure = list_threats(board, own, C_FOUR, out)
        n = sure + list_members(board, own, C_FOUL_MAYBE, cython.address(out[sure]))
        return keep_fours(board, out, sure, n)

    def _try(self, board: Board, square: cython.int, depth: cython.int) -> cython.int:
        """Return the outcome of one four: the plies it wins in, NO_WIN or UNKNOWN."""
        own: cython.int = board.side - 1
        replies: cython.ushort[MAX_MOVES]
        n: cython.int
        result: cython.int = NO_WIN
        board.make(square)
        if board.count[1 - own][C_FIVE] == 0:
            n = parries(board, replies)
            if n > 0:
                result = self._answer(board, replies, n, depth + 1)
            elif board.has_legal_move():  # else the game is drawn
                result = self._finish(board, depth + 1)
        board.unmake()
        return result

    def _answer(
        self, board: Board, replies: cython.pointer(cython.ushort), n: cython.int, depth: cython.int
    ) -> cython.int:
        """Return the outcome of a four that n replies stop for now (one, except under caro)."""
        own: cython.int = 2 - board.side
        spent: cython.bint = _is_spent(board, own)
        longest: cython.int = 0
        result: cython.int
        i: cython.int
        for i in range(n):
            if spent and board.squares[replies[i]].cls[own] == C_FIVE:
                return NO_WIN
            board.make(replies[i])
            result = self._attack(board, depth + 1)
            board.unmake()
            if result <= 0:
                return result
            longest = max(longest, result)
            self._note(depth, replies[i], 0)
        return longest + 2

    def _finish(self, board: Board, depth: cython.int) -> cython.int:
        """Write the end of the line behind a four that nothing stops: a lost defence, the five."""
        own: cython.int = 2 - board.side
        stop: cython.int = board.members[own][C_FIVE][0]
        self.line_length = depth
        if board.legal_for(stop, board.side):
            board.make(stop)  # under caro it may spoil some of the other fives
            self._note(depth, stop, 0)
            self._note(depth + 1, board.members[own][C_FIVE][0], 0)
            board.unmake()
        return 3

    def _note(self, depth: cython.int, square: cython.int, plies: cython.int) -> cython.int:
        """Write a move of the winning line, which is found from its end; return `plies`."""
        self.line[depth] = square
        self.line_length = max(self.line_length, depth + 1)
        return plies


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_spent(board: Board, own: cython.int) -> cython.bint:
    """Return whether a colour that threatens a five can make no other four, now or after a reply.

    An enemy's stone takes fours and fouls away and adds none; it may turn a foul into a four.
    """
    return _count_fours(board, own) == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_fours(board: Board, own: cython.int) -> cython.int:
    """Count the squares on which a colour makes a four, or would but for a foul."""
    cls: cython.int
    total: cython.int = board.count[own][C_FOUL] + board.count[own][C_FOUL_MAYBE]
    for cls in range(C_FOUR, C_OPEN_FOUR + 1):
        total += board.count[own][cls]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_last_four(board: Board, square: cython.int, other: cython.int) -> cython.bint:
    """Return whether the side to move can make no four after this one and its reply.

    Three in ten fours are such, and to see it here is cheaper than to play them. Only for a side
    that makes fours on no squares but these two, so that the other one is the reply.
    """
    own: cython.int = board.side - 1
    nibbles: cython.uint = board.all_nibbles(square) >> (16 * own)
    kind: cython.uint
    line: cython.int = -1
    d: cython.int
    if board.rule_code in (RULE_CARO, RULE_CARO_EXACT):
        return False  # there another square may be the reply
    if board.squares[other].cls[1 - own] >= C_FOUL:
        return False  # Black may not reply, or only perhaps
    for d in range(4):
        kind = (nibbles >> (4 * d)) & 15
        if kind == L_FOUR and line < 0:
            line = d
        elif kind >= L_THREE:
            return False
    return line >= 0 and not _leaves_a_three(board, square, other, STEP[line])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leaves_a_three(
    board: Board, square: cython.int, reply: cython.int, step: cython.int
) -> cython.bint:
    """Return whether five squares in line may hold a three with a new stone, but not its reply."""
    first: cython.int = -_free_squares(board, square, reply, -step)
    last: cython.int = _free_squares(board, square, reply, step)
    stones: cython.int
    start: cython.int
    k: cython.int
    for start in range(first, last - 3):
        stones = 1
        for k in range(start, start + 5):
            stones += board.squares[square + k * step].stone == board.side
        if stones >= 3:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _free_squares(
    board: Board, square: cython.int, reply: cython.int, step: cython.int
) -> cython.int:
    """Count the squares this way, up to four, before one that is lost to the side to move."""
    n: cython.int
    stone: cython.int
    for n in range(4):
        square += step
        stone = board.squares[square].stone
        if square == reply or (stone != S_EMPTY and stone != board.side):
            return n
    return 4
