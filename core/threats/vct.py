"""VCT: victory by continuous threats (fours and open threes), by depth-first proof-number search.

Proof and disproof numbers follow Nagai's df-pn (2002) in its symmetric form: each position has phi
and delta from its side to move, 0 for won and lost. A new position gets its first numbers by the
move to it, and the bound of a child leaves an eighth more room than the second best child needs
(Pawlewicz and Lew 2007). The attacker plays fours, open threes and parries of a five; an attacker's
move that leaves no threat ends the attack. The defender gets every move that meets the threat, his
own fours among them (`core.threats.threats.defences`), so a win found is a win. A failed search
does not rule out attacks that begin with quieter moves.
"""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import (
    C_FIVE,
    C_FOUL_MAYBE,
    C_FOUR,
    C_OPEN_THREE,
    C_OPEN_THREE_PLUS,
)
from cython.cimports.core.game.moves import MAX_MOVES, keep_legal, list_members, list_threats
from cython.cimports.core.game.squares import S_BLACK
from cython.cimports.core.threats.threats import NO_SQUARE, defences, parries, winning_four
from cython.cimports.core.threats.vcf import NO_WIN, UNKNOWN, Vcf
from cython.cimports.libc.stdlib import calloc, free

NO_LIMIT = cython.declare(cython.longlong, 1 << 60)
MAX_PLIES = cython.declare(cython.int, 10_000)
# A new position takes the first slot of a pair and moves the older one to the second. In single
# slots two positions could overwrite each other for ever, and such a win was never found.
PAIRS = cython.declare(cython.int, 1 << 16)
PAIR_SHIFT = cython.declare(cython.int, 10)
MAX_DEPTH = cython.declare(cython.int, 80)
VCF_BUDGET = cython.declare(cython.int, 50)  # attacker's positions at each node


@cython.final
@cython.cclass
class Vct:
    """A solver with its tables; for one thread, one rule and one board size at a time."""

    def __cinit__(self):
        self.table = cython.cast(cython.pointer(Slot), calloc(PAIRS, 2 * cython.sizeof(Slot)))
        if self.table == cython.NULL:
            raise MemoryError("no memory for the VCT table")
        self.vcf = Vcf()
        self.nodes = 0
        self.win_plies = 0

    def __dealloc__(self):
        free(self.table)

    def search(
        self, board: Board, budget: cython.longlong = 100_000, work: cython.longlong = NO_LIMIT
    ):
        """Return a winning line of the side to move by fours and open threes, both sides' moves.

        The defender's moves in it are one defence of several, the longest as far as that is known;
        it ends early where the only try left against a threat is a foul. Empty: there is no such
        win. None: the budget ran out.

        Args:
            board: the position.
            budget: positions to search, and as many more to find moves of the line again that the
                table has lost.
            work: stones to put on the board, with the same meaning.
        """
        own: Board = board.copy()
        outcome: cython.int = NO_WIN
        self.win_plies = 0
        if own.won_by == 0:
            with cython.nogil:
                outcome = self.solve(own, budget, work)
        if outcome == UNKNOWN:
            return None
        if outcome == NO_WIN:
            return []
        line: list = self._line(own, budget, work)
        self.win_plies = max(outcome, len(line))
        return line

    @property
    def plies(self):
        """The most plies to the end, against any defence, of the win that `search` found last.

        0 if it found none. The line may be shorter, since it is one defence and may end early.
        """
        return self.win_plies

    @property
    def visited(self):
        """Positions searched since construction."""
        return self.nodes

    def solve(self, board: Board, budget: cython.longlong, work: cython.ulonglong) -> cython.int:
        """Return an upper bound of the plies to the five if the side to move wins by threats.

        Else NO_WIN or, out of budget, UNKNOWN; then another call continues the search.

        Args:
            board: a position that is not over.
            budget: positions to search.
            work: stones to put on the board.
        """
        limit: Numbers
        numbers: Numbers
        limit.phi = INFINITE
        limit.delta = INFINITE
        self.attacker = board.side
        self.stop_at = self.nodes + budget
        self.work_limit = board.work + work
        numbers = self._search(board, limit, 0)
        if numbers.phi == 0:
            return numbers.plies
        return NO_WIN if numbers.delta == 0 else UNKNOWN

    def first_move(self, board: Board) -> cython.ushort:
        """Return the first move of the win that `solve` has just found in this position."""
        square: cython.int = self._shortest_win(board)
        return self.vcf.line[0] if square < 0 else square

    def _search(self, board: Board, limit: Numbers, depth: cython.int) -> Numbers:
        """Search a position until its numbers reach the limit or the budget is used."""
        moves: cython.ushort[MAX_MOVES]
        numbers: Numbers
        below: Numbers
        choice: Choice
        n: cython.int
        infinite: cython.uint = INFINITE  # an enum is signed, which compilers warn of
        self.nodes += 1
        n = self._inspect(board, moves, cython.address(numbers))
        if n == 0:
            self._store(board.hash, numbers)
            return numbers
        while True:
            self._sum_up(board, moves, n, cython.address(numbers), cython.address(choice))
            if (
                numbers.phi >= limit.phi
                or numbers.delta >= limit.delta
                or numbers.phi == 0
                or numbers.delta == 0
                or self.nodes >= self.stop_at
                or board.work >= self.work_limit
                or depth >= MAX_DEPTH
            ):
                break
            below.phi = min(limit.delta - numbers.delta + choice.phi, infinite)
            below.delta = min(limit.phi, choice.second + 1 + choice.second // 8)
            board.make(moves[choice.index])
            self._search(board, below, depth + 1)
            board.unmake()
        self._store(board.hash, numbers)
        return numbers

    def _sum_up(
        self,
        board: Board,
        moves: cython.pointer(cython.ushort),
        n: cython.int,
        numbers: cython.pointer(Numbers),
        choice: cython.pointer(Choice),
    ) -> cython.void:
        """Compute a position's numbers from its children's, and choose the child to search."""
        child: Numbers
        i: cython.int
        finite: cython.uint = INFINITE - 1
        shortest: cython.int = MAX_PLIES
        longest: cython.int = 0
        numbers.phi = INFINITE
        numbers.delta = 0
        choice.index = 0
        choice.phi = 0
        choice.second = INFINITE
        for i in range(n):
            child = self._child(board, moves[i])
            # A sum grows without end where moves meet again, but only a proof is infinite.
            numbers.delta = min(numbers.delta + child.phi, finite)
            longest = max(longest, child.plies)
            if child.delta == 0:
                shortest = min(shortest, child.plies)
            if child.delta < numbers.phi:
                choice.second = numbers.phi
                numbers.phi = child.delta
                choice.index = i
                choice.phi = child.phi
            elif child.delta < choice.second:
                choice.second = child.delta
        if numbers.phi == 0:
            numbers.delta = INFINITE
        numbers.plies = 1 + (shortest if numbers.phi == 0 else longest)

    def _inspect(
        self,
        board: Board,
        moves: cython.pointer(cython.ushort),
        numbers: cython.pointer(Numbers),
    ) -> cython.int:
        """List the moves to search; return their number.

        0 if the position is won or lost at sight, and then write its numbers.
        """
        if board.side == self.attacker:
            return self._inspect_attack(board, moves, numbers)
        return self._inspect_defence(board, moves, numbers)

    def _inspect_attack(
        self,
        board: Board,
        moves: cython.pointer(cython.ushort),
        numbers: cython.pointer(Numbers),
    ) -> cython.int:
        own: cython.int = board.side - 1
        numbers.phi = 0
        numbers.delta = INFINITE
        numbers.plies = 1
        if board.count[own][C_FIVE]:
            return 0
        numbers.plies = 3
        if board.count[1 - own][C_FIVE] == 0 and winning_four(board, board.side) != NO_SQUARE:
            return 0
        numbers.plies = self.vcf.solve(board, VCF_BUDGET)
        if numbers.plies > 0:
            return 0
        numbers.phi = INFINITE
        numbers.delta = 0
        numbers.plies = 0
        return self._moves(board, moves)

    def _inspect_defence(
        self,
        board: Board,
        moves: cython.pointer(cython.ushort),
        numbers: cython.pointer(Numbers),
    ) -> cython.int:
        """Do the same for the defender, who loses without an answer to a five or a winning four.

        He draws if he has no legal move at all, which does not count as lost.
        """
        n: cython.int
        own: cython.int = board.side - 1
        numbers.phi = 0
        numbers.delta = INFINITE
        numbers.plies = 0
        if board.count[own][C_FIVE]:
            return 0
        if board.count[1 - own][C_FIVE] == 0 and (
            winning_four(board, self.attacker) == NO_SQUARE
            or winning_four(board, board.side) != NO_SQUARE
        ):
            return 0
        n = self._moves(board, moves)
        if n == 0 and board.has_legal_move():
            numbers.phi = INFINITE
            numbers.delta = 0
            numbers.plies = 2 if board.count[1 - own][C_FIVE] else 4
        return n

    def _moves(self, board: Board, out: cython.pointer(cython.ushort)) -> cython.int:
        """List the attacker's threats, or every answer of the defender."""
        own: cython.int = board.side - 1
        n: cython.int
        if board.count[1 - own][C_FIVE]:
            return parries(board, out)
        if board.side != self.attacker:
            return defences(board, winning_four(board, self.attacker), out)
        n = list_threats(board, own, C_OPEN_THREE, out)
        n += list_members(board, own, C_FOUL_MAYBE, cython.address(out[n]))
        return keep_legal(board, out, n)

    def _store(self, hash: cython.ulonglong, numbers: Numbers) -> cython.void:
        key: cython.ulonglong = hash ^ (self.attacker == S_BLACK)
        pair: cython.pointer(Slot) = self._pair(key)
        if pair[0].key != key:
            pair[1] = pair[0]
        pair[0].key = key
        pair[0].numbers = numbers

    def _pair(self, key: cython.ulonglong) -> cython.pointer(Slot):
        """Return the two slots for a key."""
        return cython.address(self.table[2 * ((key >> PAIR_SHIFT) % PAIRS)])

    def _child(self, board: Board, square: cython.int) -> Numbers:
        """Return the numbers of the position after a move: the stored ones, or first estimates."""
        numbers: Numbers
        key: cython.ulonglong = board.hash_after(square) ^ (self.attacker == S_BLACK)
        pair: cython.pointer(Slot) = self._pair(key)
        i: cython.int
        for i in range(2):
            if pair[i].key == key:
                return pair[i].numbers
        numbers.phi = 1
        numbers.delta = _first_delta(
            board.cell_class(square, board.side - 1), board.side == self.attacker
        )
        numbers.plies = 0
        return numbers

    def _shortest_win(self, board: Board) -> cython.int:
        """Return the move known to win soonest for the side to move, else -1."""
        moves: cython.ushort[MAX_MOVES]
        n: cython.int = self._moves(board, moves)
        child: Numbers
        plies: cython.int = MAX_PLIES
        found: cython.int = -1
        i: cython.int
        for i in range(n):
            child = self._child(board, moves[i])
            if child.delta == 0 and child.plies < plies:
                plies = child.plies
                found = moves[i]
        return found

    def _longest_defence(self, board: Board) -> cython.int:
        """Return the defence known to last longest, a foul not counted; NO_SQUARE without one."""
        moves: cython.ushort[MAX_MOVES]
        n: cython.int = self._moves(board, moves)
        child: Numbers
        plies: cython.int = -1
        found: cython.int = NO_SQUARE
        i: cython.int
        if n == 0:
            return self._last_try(board)
        for i in range(n):
            child = self._child(board, moves[i])
            if child.plies > plies:
                plies = child.plies
                found = moves[i]
        return found

    def _line(self, board: Board, budget: cython.longlong, work: cython.ulonglong) -> list:
        """Return the moves of a win just found, with the defender's longest known answers.

        Entries that the table has lost meanwhile are searched again, within the budget and the work
        for all of them; then the line is cut.
        """
        square: cython.int
        line: list = []
        budget += self.nodes
        work += board.work
        while True:
            if board.side == self.attacker:
                by_fours = self.vcf.search(board, VCF_BUDGET)
                if by_fours:
                    return line + by_fours
                square = self._shortest_win(board)
                if square < 0 and self.nodes < budget and board.work < work:
                    self.solve(board, budget - self.nodes, work - board.work)
                    square = self._shortest_win(board)
                if square < 0:
                    return line
            else:
                square = self._longest_defence(board)
                if square == NO_SQUARE:
                    return line
            line.append(board.point_of(square))
            board.make(square)

    def _last_try(self, board: Board) -> cython.int:
        """Return the point of a threat that no move meets if the defender may play there."""
        enemy: cython.int = 2 - board.side
        square: cython.int
        if board.count[enemy][C_FIVE]:
            square = board.members[enemy][C_FIVE][0]
        else:
            square = winning_four(board, self.attacker)
        return square if board.legal_for(square, board.side) else NO_SQUARE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_delta(cls: cython.int, attacks: cython.bint) -> cython.uint:
    """Return the first delta of the position after a move, by the class that its square had.

    An attack tries moves that make several threats first, and fours last: they use up a line, and
    the search by fours alone has failed. What may be a foul counts as a four; as a double three it
    took as long. With 1 for all positions, no room for bounds and 200 positions for that search,
    5,000 nodes find 79 of the wins in `tests/positions/blunders.txt`; now they find 160, and a win
    takes 0.3 times as long (geometric mean of 776 wins).
    """
    if not attacks:
        return 8 if cls >= C_FOUR else 1
    if cls >= C_FOUR:
        return 60
    if cls == C_OPEN_THREE:
        return 30
    return 10 if cls == C_OPEN_THREE_PLUS else 1
