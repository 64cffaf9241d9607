"""One visit of the search: descend, evaluate the leaf, back up. One worker per thread.

A node's first visit only evaluates it: wins and forced moves that the classes show, a victory by
continuous fours, else the evaluator's value. It is expanded at the second visit, so that the many
leaves seen once cost little; when the enemy threatens a five it is expanded at once, since the
evaluator's value before the parry means little. (57 in 100 leaves are visited again, 74 in 100 of
those no more than 0.06 worse than their parent; to expand these at once, while the evaluator has
seen the position, makes 0.99 to 1.00 times as many visits.) The solvers run again with larger
budgets on a node that keeps being visited.

Workers share a tree under one lock, which they release while they solve and evaluate on their own
boards. A worker that follows a move leaves a virtual loss on it, so that the next one prefers
another (Chaslot et al. 2008).

Selection uses the tree alone. A worker's board stays where it was last needed, and moves are only
taken back and made where it is needed again; successive paths mostly begin alike.

A visit can also be made in two halves, `select_leaf` and `backpropagate`, so that a caller can
evaluate the leaves of many searches at once. Then one worker searches, and a leaf gets its edges
when it is evaluated.
"""

import cython
from cython.cimports.core.eval.evaluate import Evaluator
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import C_FIVE
from cython.cimports.core.game.moves import MAX_MOVES
from cython.cimports.core.search.expand import create_edges, list_moves, sort_best, sort_likely
from cython.cimports.core.search.mcts_solver import prove
from cython.cimports.core.search.select import select
from cython.cimports.core.search.tree import DRAWN, LOST, NO_NODE, SOLVER_DONE, Edge, Node, Tree
from cython.cimports.core.threats.threats import NO_SQUARE, parries, winning_four
from cython.cimports.core.threats.vcf import UNKNOWN, Vcf
from cython.cimports.core.threats.vct import Vct

# A VCF search that ran out of budget is repeated with 8 times as many positions when the node's
# visits have grown to 8, 64, 512, ...
MAX_VCF_LEVELS = cython.declare(cython.int, 6)

# The root and the moves that may be played, those with a quarter of its visits, are searched for a
# victory by threats at 16, 64, 256, ... visits. A search may put four times the stones that the
# node's visits have put, but no more than a million, half a second in which nothing can stop it,
# and no more than take about a tenth of the time left.
VCT_DEPTH = cython.declare(cython.int, 1)
VCT_LEAST_VISITS = cython.declare(cython.uint, 16)
VCT_ROOT_PARTS = cython.declare(cython.ulonglong, 4)
VCT_WORK = cython.declare(cython.longlong, 4)
MAX_VCT_WORK = cython.declare(cython.longlong, 1_000_000)
MAX_VCT_LEVELS = cython.declare(cython.int, 12)
MAX_POSITIONS = cython.declare(cython.longlong, 1 << 40)


@cython.final
@cython.cclass
class Shared:
    def __cinit__(self, max_bytes: cython.size_t):
        self.tree = Tree(max_bytes)
        self.root = NO_NODE
        self.in_flight = 0
        self.visit_limit = 0
        self.solver_limit = MAX_POSITIONS
        self.stopping = False
        self.locking = False

    def lock(self) -> cython.void:
        if self.locking:
            self.mutex.acquire()

    def unlock(self) -> cython.void:
        if self.locking:
            self.mutex.release()


@cython.final
@cython.cclass
class Worker:
    def __cinit__(self, shared: Shared, evaluator: Evaluator, board: Board):
        self.shared = shared
        self.tree = shared.tree
        self.evaluator = evaluator
        self.set_board(board)
        self.vcf = Vcf()
        self.vct = Vct() if shared.params.vct_share else None
        self.depth = 0
        self.first_edge = -1

    # ---- the board ----------------------------------------------------------------------------

    def set_board(self, board: Board) -> cython.void:
        """Use a board that holds the root's position, without any work done on it."""
        self.board = board
        self.made = 0
        # The share of searches by threats is of this board's work.
        self.vct_work = 0
        self.visits = 0

    def advance(self, move: cython.ushort) -> cython.void:
        """Play a move at the root."""
        self._sync_board(0)
        self.board.make(move)

    def _sync_board(self, depth: cython.int) -> cython.void:
        """Sync the board to the first `depth` moves of the current path."""
        same: cython.int = 0
        while same < self.made and same < depth and self.on_board[same] == self.moves[same]:
            same += 1
        while self.made > same:
            self.board.unmake()
            self.made -= 1
        while self.made < depth:
            self.on_board[self.made] = self.moves[self.made]
            self.board.make(self.moves[self.made])
            self.made += 1

    # ---- a visit ------------------------------------------------------------------------------

    def simulate(self) -> cython.bint:
        """Add one visit to the root; return False if the search should end instead."""
        value: cython.float
        self.shared.lock()
        if self._is_over():
            self.shared.unlock()
            return False
        self.shared.in_flight += 1
        value = self._descend()
        self._backup(value)
        self.shared.in_flight -= 1
        self.visits += 1
        self.shared.unlock()
        return True

    def _is_over(self) -> cython.bint:
        root: cython.pointer(Node) = cython.address(self.tree.nodes[self.shared.root])
        return (
            self.shared.stopping
            or self.tree.full
            or root.proof != 0
            or root.terminal != 0
            or root.visits + self.shared.in_flight >= self.shared.visit_limit
        )

    # ---- a visit in two halves --------------------------------------------------------------

    def select_leaf(self) -> cython.bint:
        """Descend to a leaf to be evaluated; return False if the search should end.

        Visits that end in a decided position are added on the way.
        """
        node: cython.uint
        while not self._is_over():
            node = self._begin_path()
            while node != NO_NODE and self._continues(node):
                node = self._step(node)
            if node == NO_NODE:
                self._backup(self._value_without_node())
            elif self.tree.nodes[node].proof != 0 or self.tree.nodes[node].terminal:
                self._backup(self._node_value(node))
            else:
                self._sync_board(self.depth)
                return True
        return False

    def _continues(self, node: cython.uint) -> cython.bint:
        """Return whether the path continues below this node."""
        n: cython.pointer(Node)
        if not self.tree.nodes[node].inspected:
            self._inspect(node)
        n = cython.address(self.tree.nodes[node])
        return n.expanded and n.proof == 0 and not n.terminal

    def backpropagate(
        self,
        moves: cython.pointer(cython.ushort),
        priors: cython.pointer(cython.float),
        n: cython.int,
        value: cython.float,
    ) -> cython.void:
        """Give the leaf of `select_leaf` its legal moves, sorted by prior; back up its value."""
        sort_best(moves, priors, n, n)
        self._add_edges(self.path[self.depth], moves, priors, n, True)
        self._backup(value if n else 0.0)

    # ---- down -------------------------------------------------------------------------------

    def _descend(self) -> cython.float:
        """Follow moves down to a leaf; return its value for its side to move."""
        node: cython.uint = self._begin_path()
        while not self._is_leaf(node):
            node = self._step(node)
            if node == NO_NODE:
                return self._value_without_node()
        return self._node_value(node)

    def _begin_path(self) -> cython.uint:
        """Begin a path at the root and return it."""
        self.depth = 0
        self.path[0] = self.shared.root
        return self.shared.root

    def _is_leaf(self, node: cython.uint) -> cython.bint:
        """Return whether the visit ends here: decided, to be evaluated, or out of memory."""
        n: cython.pointer(Node)
        if not self.tree.nodes[node].inspected:
            self._inspect(node)
        else:
            self._rerun_solvers(node)
        n = cython.address(self.tree.nodes[node])
        if n.proof != 0 or n.terminal:
            return True
        if n.visits == 0 and not self._must_parry():
            if not self.shared.params.lazy_expansion:
                self.expand(node)
            return True
        return not n.expanded and not self.expand(node)

    def _must_parry(self) -> cython.bint:
        self._sync_board(self.depth)
        return self.shared.params.mcts_solver and self.board.count[2 - self.board.side][C_FIVE] > 0

    def _step(self, node: cython.uint) -> cython.uint:
        """Follow the selected edge; return its node (made if new), NO_NODE without memory."""
        i: cython.int = self.first_edge
        edge: cython.pointer(Edge)
        if self.depth > 0 or i < 0:
            i = select(self.tree, node, cython.address(self.shared.params))
        edge = cython.address(self.tree.edges[self.tree.nodes[node].edges + i])
        self.edges_taken[self.depth] = i
        self.moves[self.depth] = edge.move
        edge.pending += 1
        self.depth += 1
        if edge.child == NO_NODE:
            edge.child = self._child()
        self.path[self.depth] = edge.child
        return edge.child

    def _child(self) -> cython.uint:
        """Return the node of the position that the path leads to; NO_NODE without memory."""
        node: cython.uint
        if not self.shared.params.transpositions:
            return self.tree.new_node(_distinct_key(self.tree.node_count))
        self._sync_board(self.depth)
        node = self.tree.find(self.board.hash)
        return node if node != NO_NODE else self.tree.new_node(self.board.hash)

    # ---- the leaf ---------------------------------------------------------------------------

    def _node_value(self, node: cython.uint) -> cython.float:
        """Return the value of the position on the board, for its side to move."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        if n.proof != 0:
            return 1.0 if n.proof > 0 else -1.0
        if n.terminal:
            return -1.0 if n.terminal == LOST else 0.0
        if n.visits:
            return cython.cast(cython.float, n.value_sum / n.visits)
        return self._evaluate()

    def _value_without_node(self) -> cython.float:
        """Return the same as `_node_value`, for a position without a node."""
        self._sync_board(self.depth)
        return -1.0 if self.board.won_by else self._evaluate()

    def _evaluate(self) -> cython.float:
        value: cython.float
        self._sync_board(self.depth)
        self.shared.unlock()
        value = self.evaluator.evaluate(self.board)
        self.shared.lock()
        return value

    def _inspect(self, node: cython.uint) -> cython.void:
        """Read from the classes of a new node whether the game is over or decided."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        own: cython.int
        enemy: cython.int
        moves: cython.ushort[MAX_MOVES]
        self._sync_board(self.depth)
        own = self.board.side - 1
        enemy = 1 - own
        n.inspected = True
        if self.board.won_by:
            n.terminal = LOST
        elif self.board.empties == 0:
            n.terminal = DRAWN
        elif not self.shared.params.mcts_solver:
            n.vcf_level = SOLVER_DONE
            n.vct_level = SOLVER_DONE
        elif self.board.count[own][C_FIVE]:
            n.proof = 1
        elif self.board.count[enemy][C_FIVE]:
            n.vcf_level = SOLVER_DONE
            if parries(self.board, moves) == 0 and self.board.has_legal_move():  # else a draw
                n.proof = -2
        elif winning_four(self.board, self.board.side) != NO_SQUARE:
            n.proof = 3
        else:
            self._try_vcf(node)

    def _rerun_solvers(self, node: cython.uint) -> cython.void:
        """Run the solvers again on a node that is visited often enough."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        if n.proof != 0 or n.terminal:
            return
        if self._is_vcf_due(n):
            self._sync_board(self.depth)
            self._try_vcf(node)
        elif self._is_vct_due(n):
            self._sync_board(self.depth)
            self._try_vct(node)

    def _is_vcf_due(self, n: cython.pointer(Node)) -> cython.bint:
        return (
            n.vcf_level < MAX_VCF_LEVELS
            and n.visits >> (3 * n.vcf_level) != 0
            and self._vcf_budget(n) <= self.shared.solver_limit
        )

    def _vcf_budget(self, n: cython.pointer(Node)) -> cython.int:
        return self.shared.params.vcf_budget << (3 * n.vcf_level)

    def _try_vcf(self, node: cython.uint) -> cython.void:
        """Prove the node if its side to move has a VCF that the next budget finds."""
        plies: cython.int
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        budget: cython.int = self._vcf_budget(n)
        n.vcf_level += 1
        self.shared.unlock()
        plies = self.vcf.solve(self.board, budget)
        self.shared.lock()
        if plies != UNKNOWN:
            self.tree.nodes[node].vcf_level = SOLVER_DONE
        if plies > 0:
            self.tree.nodes[node].proof = plies
            self.tree.nodes[node].win = self.vcf.line[0]

    def _is_vct_due(self, n: cython.pointer(Node)) -> cython.bint:
        return (
            self.depth <= VCT_DEPTH
            and self.shared.params.vct_share > 0
            and n.vct_level < MAX_VCT_LEVELS
            and n.visits >> (2 * n.vct_level) >= VCT_LEAST_VISITS
            and n.visits * VCT_ROOT_PARTS >= self.tree.nodes[self.shared.root].visits
            and self.vct_work <= self.shared.params.vct_share * self.board.work
        )

    def _try_vct(self, node: cython.uint) -> cython.void:
        """Prove the node if its side to move is found to win by threats."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        before: cython.ulonglong = self.board.work
        per_visit: cython.longlong = before // (self.visits + 1) + 1
        work: cython.longlong = min(
            VCT_WORK * n.visits * per_visit, MAX_VCT_WORK, self.shared.solver_limit
        )
        win: cython.ushort = 0
        plies: cython.int
        n.vct_level += 1
        self.shared.unlock()
        plies = self.vct.solve(self.board, MAX_POSITIONS, work)
        if plies > 0:
            win = self.vct.first_move(self.board)
        self.shared.lock()
        n = cython.address(self.tree.nodes[node])
        self.vct_work += self.board.work - before
        if plies != UNKNOWN:
            n.vct_level = SOLVER_DONE
        if plies > 0 and n.proof == 0:
            n.proof = plies
            n.win = win

    def expand_root(self) -> cython.bint:
        """Expand the root; return False if it gets no edges."""
        return self.expand(self._begin_path())

    def expand(self, node: cython.uint) -> cython.bint:
        """Give a node its edges, highest prior first; return False if it gets none."""
        moves: cython.ushort[MAX_MOVES]
        priors: cython.float[MAX_MOVES]
        complete: cython.bint = False
        n: cython.int
        self._sync_board(self.depth)
        self.shared.unlock()
        n = list_moves(
            self.board,
            self.evaluator.full_width,
            self.shared.params.mcts_solver,
            moves,
            cython.address(complete),
        )
        if n == 1:
            priors[0] = 1.0  # forced: no need to ask the evaluator
        else:
            self.evaluator.fill_priors(self.board, moves, priors, n)
        if complete:
            sort_best(moves, priors, n, n)
        else:
            n = sort_likely(moves, priors, n, self.shared.params.max_children)
        self.shared.lock()
        return self.tree.nodes[node].expanded or self._add_edges(node, moves, priors, n, complete)

    def _add_edges(
        self,
        node: cython.uint,
        moves: cython.pointer(cython.ushort),
        priors: cython.pointer(cython.float),
        n: cython.int,
        complete: cython.bint,
    ) -> cython.bint:
        if n == 0:
            self.tree.nodes[node].terminal = DRAWN
            return False
        if not create_edges(self.tree, node, moves, priors, n):
            return False
        self.tree.nodes[node].expanded = True
        self.tree.nodes[node].complete = complete
        return True

    # ---- up ---------------------------------------------------------------------------------

    def _backup(self, value: cython.float) -> cython.void:
        """Add a leaf's value and its proof to the nodes of the path."""
        edge: cython.pointer(Edge)
        node: cython.uint = self.path[self.depth]
        proving: cython.bint = self.shared.params.mcts_solver and node != NO_NODE
        i: cython.int
        if node != NO_NODE:
            self._add(node, value)
        for i in range(self.depth - 1, -1, -1):
            value = -value
            node = self.path[i]
            proving = proving and self._prove(i)
            if proving and self.tree.nodes[node].terminal == DRAWN:
                value = 0.0  # whatever the move that was decided last is worth
            edge = cython.address(
                self.tree.edges[self.tree.nodes[node].edges + self.edges_taken[i]]
            )
            edge.pending -= 1
            edge.visits += 1
            self._add(node, value)

    def _prove(self, depth: cython.int) -> cython.bint:
        """Propagate a proof from the next node of the path; return whether there is one."""
        child: cython.pointer(Node) = cython.address(self.tree.nodes[self.path[depth + 1]])
        if child.proof == 0 and not child.terminal:
            return False
        self._sync_board(depth)
        return prove(
            self.tree, self.path[depth], self.path[depth + 1], self.moves[depth], self.board
        )

    def _add(self, node: cython.uint, value: cython.float) -> cython.void:
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        n.visits += 1
        n.value_sum += value
        n.square_sum += value * value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _distinct_key(n: cython.ulonglong) -> cython.ulonglong:
    """Return a distinct key for each number."""
    return (n + 1) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
