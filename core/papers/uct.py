"""UCT after Cao and Lin: UCB1 in the tree, an evaluation in place of the simulation.

    value + k1 sqrt(ln N / n) + k2 H / max(H)

is the bound that selects a child (formulas 1 and 4; k2 = 0 without progressive bias): its mean
reward between 0 and 1, the visits N of its parent and n of its own, and H, the exponential
heuristic (`core.papers.patterns`) of its move, for attack and defence together, over the highest of
the parent's moves. All untried moves of a node come before any is tried again, in random order;
they are the squares within two of a stone (section IV.B).

With preselection (section IV.C) a forced node (a five to make or to stop, a four that nothing stops
to make or to prevent) has only the moves that matter; in others the attacks come first, which are
the candidates of VCF and VCT: moves with shapes of three stones and above (10^3 in the heuristic).

From a new node the game goes on by random moves of the same selection up to a depth (MSD in
algorithm 1); unless it ends before, the evaluator then gives the reward.
"""

import cython
from cython.cimports.core.eval.evaluate import Evaluator
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.moves import MAX_MOVES, adjacent_moves
from cython.cimports.core.game.squares import enemy_of
from cython.cimports.core.papers.patterns import Patterns
from cython.cimports.core.search.expand import create_edges, list_moves
from cython.cimports.core.search.tree import DRAWN, LOST, NO_NODE, Edge, Node, Tree
from cython.cimports.libc.math import log, sqrt

from core.papers.patterns import DECAY

_attack = cython.declare(cython.float, 1000.0 * DECAY - 1.0)  # less than the least attack


@cython.final
@cython.cclass
class Uct:
    """A UCT tree over one position.

    Args:
        board: the position, which is copied.
        evaluator: evaluates new nodes: `AdpEvaluator`; `RolloutEvaluator` for a simulation to the
            end of the game; the plain `Evaluator` for 1/2 everywhere.
        settings: of the search, a `UctSettings`.
        seed: of the order in which moves are first tried, and of the simulated moves.
        max_bytes: memory limit of the tree.

    Raises:
        ValueError: the game is over.
        MemoryError: not even the root fits.
    """

    def __init__(
        self,
        board: Board,
        evaluator: Evaluator,
        settings,
        seed: cython.ulonglong,
        max_bytes: cython.size_t,
    ):
        if board.over:
            raise ValueError("no legal move: the game is over")
        self.board = board.copy()
        self.evaluator = evaluator
        self.patterns = Patterns()
        self.tree = Tree(max_bytes)
        self.exploration = settings.k
        self.bias = settings.k2
        self.preselect = settings.preselect
        self.simulation = settings.msd
        self.state = seed * 2 + 0x9E3779B9
        if self.tree.new_node(0) == NO_NODE or not self._expand(0):
            raise MemoryError("no memory for the search tree")

    def run(self, iterations: cython.int):
        """Add iterations, fewer when memory runs out. Releases the GIL."""
        with cython.nogil:
            while iterations > 0 and self._iterate():
                iterations -= 1

    @property
    def iterations(self):
        """The number of iterations done."""
        return self.tree.nodes[0].visits

    def moves(self):
        """Return (move, visits, mean reward) of every root move, in the order of trying.

        The reward is 0 to 1, and 1/2 for an untried move.
        """
        edge: cython.pointer(Edge)
        child: cython.pointer(Node)
        found: list = []
        i: cython.uint
        for i in range(self.tree.nodes[0].edge_count):
            edge = cython.address(self.tree.edges[self.tree.nodes[0].edges + i])
            if edge.child == NO_NODE:
                found.append((self.board.point_of(edge.move), 0, 0.5))
            else:
                child = cython.address(self.tree.nodes[edge.child])
                found.append((self.board.point_of(edge.move), child.visits, float(_mean(child))))
        return found

    def best(self):
        """Return the move of the highest mean reward; of equal ones the one with more visits."""
        return max(self.moves(), key=_by_value)[0]

    # ---- one iteration ----------------------------------------------------------------------

    def _iterate(self) -> cython.bint:
        """Descend to a node that is new or ends the game; return False if memory ran out."""
        node: cython.uint = 0
        depth: cython.int = 0
        while self.tree.nodes[node].visits > 0 or depth == 0:
            if self.tree.nodes[node].terminal:
                break
            if not self.tree.nodes[node].expanded and not self._expand(node):
                break
            self.path[depth] = node
            node = self._step(node)
            depth += 1
            if node == NO_NODE:
                break
        self.path[depth] = node
        if node == NO_NODE or self.tree.full:
            while depth > 0:
                depth -= 1
                self.board.unmake()
            return False
        self._backup(depth, self._evaluate(node))
        return True

    def _step(self, node: cython.uint) -> cython.uint:
        """Play the chosen move of a node and return its child, NO_NODE without memory."""
        edge: cython.pointer(Edge) = cython.address(
            self.tree.edges[self.tree.nodes[node].edges + self._select(node)]
        )
        self.board.make(edge.move)
        if edge.child == NO_NODE:
            # This tree shares no nodes, so a node's number serves as its hash.
            edge.child = self.tree.new_node(self.tree.node_count)
        return edge.child

    def _select(self, node: cython.uint) -> cython.int:
        """Return the first untried move; once all have been tried, that of the highest bound."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        edge: cython.pointer(Edge)
        child: cython.pointer(Node)
        scale: cython.double = log(cython.cast(cython.double, max(n.visits, 1)))
        best: cython.int = 0
        best_score: cython.double = -1.0
        score: cython.double
        i: cython.int
        for i in range(n.edge_count):
            edge = cython.address(self.tree.edges[n.edges + i])
            if edge.child == NO_NODE:
                return i
            child = cython.address(self.tree.nodes[edge.child])
            score = (
                _mean(child)
                + self.exploration * sqrt(scale / child.visits)
                + self.bias * edge.prior
            )
            if score > best_score:
                best_score = score
                best = i
        return best

    def _evaluate(self, node: cython.uint) -> cython.float:
        """Return the value of the position on the board for its side to move, -1 to 1."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        if self.board.won_by:
            n.terminal = LOST
        elif self.board.empties == 0:
            n.terminal = DRAWN
        if n.terminal:
            return -1.0 if n.terminal == LOST else 0.0
        return self._simulate()

    def _simulate(self) -> cython.float:
        """Return the value for the side to move, after some random moves."""
        moves: cython.ushort[MAX_MOVES]
        value: cython.float
        depth: cython.int = 0
        while depth < self.simulation and not self.board.won_by and self._list(moves):
            self.board.make(moves[0])
            depth += 1
        if self.board.won_by:
            value = -1.0
        else:
            value = 0.0 if self.board.empties == 0 else self.evaluator.evaluate(self.board)
        while depth > 0:
            self.board.unmake()
            value = -value
            depth -= 1
        return value

    def _backup(self, depth: cython.int, value: cython.double) -> cython.void:
        n: cython.pointer(Node)
        i: cython.int
        for i in range(depth, -1, -1):
            n = cython.address(self.tree.nodes[self.path[i]])
            n.visits += 1
            n.value_sum += value
            value = -value
            if i < depth:
                self.board.unmake()

    # ---- moves ------------------------------------------------------------------------------

    def _expand(self, node: cython.uint) -> cython.bint:
        """Give a node its moves, in the order in which they will be tried.

        A node that has none is a draw. Return False if it has no moves, or no memory for them.
        """
        moves: cython.ushort[MAX_MOVES]
        gains: cython.float[MAX_MOVES]
        n: cython.int = self._list(moves)
        if n == 0:
            self.tree.nodes[node].terminal = DRAWN
            return False
        self._fill_gains(moves, gains, n)
        if not create_edges(self.tree, node, moves, gains, n):
            return False
        self.tree.nodes[node].expanded = True
        return True

    def _list(self, moves: cython.pointer(cython.ushort)) -> cython.int:
        """List the selected moves in random order, attacks first; return their number."""
        forced: cython.bint = False
        n: cython.int = 0
        if self.preselect:
            n = list_moves(self.board, False, True, moves, cython.address(forced))
        if not forced:
            n = adjacent_moves(self.board, moves)
        self._shuffle(moves, n)
        if self.preselect and not forced:
            self.patterns.update(self.board)
            self._attacks_first(moves, n)
        return n

    def _shuffle(self, moves: cython.pointer(cython.ushort), n: cython.int) -> cython.void:
        """Shuffle the moves (Fisher-Yates, with xorshift64*)."""
        other: cython.int
        move: cython.ushort
        i: cython.int
        for i in range(n - 1, 0, -1):
            self.state ^= self.state >> 12
            self.state ^= self.state << 25
            self.state ^= self.state >> 27
            other = ((self.state * cython.cast(cython.ulonglong, 0x2545F4914F6CDD1D)) >> 33) % (
                cython.cast(cython.ulonglong, i) + 1
            )
            move = moves[i]
            moves[i] = moves[other]
            moves[other] = move

    def _attacks_first(self, moves: cython.pointer(cython.ushort), n: cython.int) -> cython.void:
        """Move the attacks to the front; attacks and others keep their random order."""
        others: cython.ushort[MAX_MOVES]
        attacks: cython.int = 0
        left: cython.int = 0
        i: cython.int
        for i in range(n):
            if self.patterns.worth(self.board, moves[i], self.board.side) > _attack:
                moves[attacks] = moves[i]
                attacks += 1
            else:
                others[left] = moves[i]
                left += 1
        for i in range(left):
            moves[attacks + i] = others[i]

    def _fill_gains(
        self,
        moves: cython.pointer(cython.ushort),
        gains: cython.pointer(cython.float),
        n: cython.int,
    ) -> cython.void:
        """Write H / max(H) of each move: the shapes it makes and those it takes from the enemy."""
        highest: cython.float = 0.0
        i: cython.int
        if self.bias > 0:
            self.patterns.update(self.board)
        for i in range(n):
            gains[i] = 0.0
            if self.bias > 0:
                gains[i] = self.patterns.worth(
                    self.board, moves[i], self.board.side
                ) + self.patterns.worth(self.board, moves[i], enemy_of(self.board.side))
            highest = max(highest, gains[i])
        if highest > 0:
            for i in range(n):
                gains[i] /= highest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mean(child: cython.pointer(Node)) -> cython.double:
    """Return the mean reward, 0 to 1, of the move that led to a node."""
    return 0.5 - 0.5 * child.value_sum / child.visits


def _by_value(move):
    return move[2], move[1]
