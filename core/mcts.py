"""Monte-Carlo tree search: PUCT selection, deferred expansion, backup of values and of proofs.

A node's first visit only evaluates it; its edges come with the second visit, so that the many
leaves seen once cost little. A proof (MCTS-Solver, Winands et al. 2008, with distances) is a
number of plies to the end, positive for a win of the side to move. A loss is only proved over a
complete move list: when every listed move is lost and the list was not complete, the other moves
are appended and the search goes on.

Selection is PUCT (Silver et al. 2017) with a constant that grows with the logarithm of the
visits. Edges are sorted by prior, and an unvisited edge is only ever chosen as the first of the
unvisited ones; so the visited edges are a prefix, and selection stops one behind it.
"""

import cython
from cython.cimports.core.board import Board
from cython.cimports.core.evaluate import Evaluator
from cython.cimports.core.lines import C_FIVE
from cython.cimports.core.moves import (
    MAX_MOVES,
    all_moves,
    list_members,
    near_moves,
)
from cython.cimports.core.threats import NO_SQUARE, defences, parries, winning_four
from cython.cimports.core.tree import DRAWN, LOST, NO_NODE, Edge, Node, Tree
from cython.cimports.core.vcf import UNKNOWN, Vcf
from cython.cimports.libc.math import logf, sqrtf

# Attacker's positions a node's VCF search may take at its first visit, and later when it has
# turned out to matter.
VCF_BUDGET = cython.declare(cython.int, 64)
VCF_BUDGET_8 = cython.declare(cython.int, 512)
VCF_BUDGET_64 = cython.declare(cython.int, 4096)
VCF_BUDGET_ROOT = cython.declare(cython.int, 1_000_000)

LISTED = cython.declare(cython.int, 40)  # moves of a first, incomplete list
FPU_REDUCTION = cython.declare(cython.float, 0.1)
VISITS_SCALE = cython.declare(cython.float, 328.0)


@cython.final
@cython.cclass
class Search:
    def __init__(
        self,
        evaluator: Evaluator,
        max_bytes: cython.size_t,
        proofs: cython.bint = True,
        c_puct: cython.float = 0.35,
        c_growth: cython.float = 1.02,
    ):
        self.evaluator = evaluator
        self.proofs = proofs
        self.c_puct = c_puct
        self.c_growth = c_growth
        self.tree = Tree(max_bytes)
        self.solver = Vcf()

    def reset(self, board: Board):
        if self.board is None or (self.board.edge, self.board.rule_code) != (
            board.edge,
            board.rule_code,
        ):
            self.solver = Vcf()
        self.board = board.copy()
        self.tree.forget()

    def set_max_bytes(self, max_bytes: cython.size_t):
        self.tree.max_bytes = max_bytes

    def advance(self, x: cython.int, y: cython.int):
        square: cython.int = self.board.square_of(x, y)
        child: cython.uint = self._child_of_root(square)
        self.board.make(square)
        if child == NO_NODE or not self.tree.keep_only(child):
            self.tree.forget()

    def _child_of_root(self, square: cython.int) -> cython.uint:
        i: cython.uint
        if self.tree.node_count > 0:
            for i in range(self.tree.nodes[0].edge_count):
                if self.tree.edges[self.tree.nodes[0].edges + i].move == square:
                    return self.tree.edges[self.tree.nodes[0].edges + i].child
        return NO_NODE

    def prepare(self):
        """Makes sure that the root has edges.

        Raises:
            MemoryError: not even the root fits.
        """
        if self.tree.node_count == 0 and self.tree.new_node() == NO_NODE:
            raise MemoryError("no memory for the search tree")
        if self.tree.nodes[0].visits == 0:
            self._simulate()
        if not self.tree.nodes[0].expanded and not self._expand(0):
            raise MemoryError("no memory for the search tree")

    def run(self, visits: cython.int):
        """Adds up to `visits` visits; fewer when the root is proved. Releases the GIL."""
        with cython.nogil:
            while visits > 0 and self.tree.nodes[0].proof == 0:
                self._simulate()
                visits -= 1

    # ---- one visit --------------------------------------------------------------------------

    def _simulate(self) -> cython.void:
        depth: cython.int = 0
        node: cython.uint = 0
        value: cython.float
        self.path[0] = 0
        while self._may_descend(node):
            node = self._descend(node)
            depth += 1
            self.path[depth] = node
            if node == NO_NODE:
                break
        value = self._leaf_value(node)
        self._backup(depth, value)

    def _may_descend(self, node: cython.uint) -> cython.bint:
        """Whether the node has an edge to follow.

        A node is expanded at its second visit; at its first if the enemy threatens a five,
        since what the evaluator says before the parry means little.
        """
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        if n.visits == 0:
            self._inspect(n)
        if n.proof != 0 or n.terminal:
            return False
        if n.visits == 0 and not (self.proofs and self.board.count[2 - self.board.side][C_FIVE]):
            return False
        if n.vcf_open and (n.visits == 8 or n.visits == 64):
            self._try_vcf(n, VCF_BUDGET_8 if n.visits == 8 else VCF_BUDGET_64)
            if n.proof != 0:
                return False
        if not n.expanded:
            return self._expand(node)
        return n.edge_count > 0

    def _descend(self, node: cython.uint) -> cython.uint:
        """Plays the selected edge; its node (made if new), NO_NODE if there is no memory."""
        edge: cython.uint = self._select(node)
        child: cython.uint = self.tree.edges[edge].child
        self.board.make(self.tree.edges[edge].move)
        if child == NO_NODE:
            child = self.tree.new_node()
            self.tree.edges[edge].child = child
        return child

    def _select(self, node: cython.uint) -> cython.uint:
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        child: cython.pointer(Node)
        edge: cython.pointer(Edge)
        i: cython.uint
        best: cython.uint = n.edges
        best_score: cython.float = -1e30
        score: cython.float
        seen: cython.float = 0.0
        scale: cython.float = sqrtf(cython.cast(cython.float, n.visits)) * (
            self.c_puct
            + self.c_growth * logf(1 + cython.cast(cython.float, n.visits) / VISITS_SCALE)
        )
        for i in range(n.edges, n.edges + n.edge_count):
            edge = cython.address(self.tree.edges[i])
            if edge.child == NO_NODE:
                score = (
                    cython.cast(cython.float, n.value_sum / max(n.visits, 1))
                    - FPU_REDUCTION * sqrtf(seen)
                    + scale * edge.prior
                )
                return i if score > best_score else best
            child = cython.address(self.tree.nodes[edge.child])
            seen += edge.prior
            if child.proof > 0:
                continue
            score = scale * edge.prior / (1 + child.visits)
            if child.visits:
                score -= cython.cast(cython.float, child.value_sum / child.visits)
            if score > best_score:
                best_score = score
                best = i
        return best

    def _leaf_value(self, node: cython.uint) -> cython.float:
        """The value of the position on the board, for its side to move."""
        n: cython.pointer(Node)
        if node == NO_NODE:
            return -1.0 if self.board.won_by else self.evaluator.evaluate(self.board)
        n = cython.address(self.tree.nodes[node])
        if n.proof != 0:
            return 1.0 if n.proof > 0 else -1.0
        if n.terminal:
            return -1.0 if n.terminal == LOST else 0.0
        return self.evaluator.evaluate(self.board)

    def _inspect(self, n: cython.pointer(Node)) -> cython.void:
        """Finds what the classes alone tell of a new node: the end, or a forced one."""
        own: cython.int = self.board.side - 1
        enemy: cython.int = 1 - own
        if self.board.won_by:
            n.terminal = LOST
        elif self.board.empties == 0:
            n.terminal = DRAWN
        elif not self.proofs:
            return
        elif self.board.count[own][C_FIVE]:
            n.proof = 1
        elif self.board.count[enemy][C_FIVE]:
            if not self._can_parry():
                n.proof = -2
        elif winning_four(self.board, self.board.side) != NO_SQUARE:
            n.proof = 3
        else:
            self._try_vcf(n, VCF_BUDGET)

    def _try_vcf(self, n: cython.pointer(Node), budget: cython.int) -> cython.void:
        """Proves the node if its side to move has a VCF that the budget finds."""
        plies: cython.int = self.solver.solve(self.board, budget)
        n.vcf_open = plies == UNKNOWN
        if plies > 0:
            n.proof = plies

    def _can_parry(self) -> cython.bint:
        moves: cython.ushort[MAX_MOVES]
        return parries(self.board, moves) > 0

    # ---- expansion --------------------------------------------------------------------------

    def _expand(self, node: cython.uint) -> cython.bint:
        """Gives a node its edges, best prior first; False when there is no memory for them."""
        moves: cython.ushort[MAX_MOVES]
        priors: cython.float[MAX_MOVES]
        complete: cython.bint = False
        n: cython.int = self._list_moves(moves, cython.address(complete))
        target: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        self.evaluator.fill_priors(self.board, moves, priors, n)
        if not complete and n > LISTED:
            n = _keep_best(moves, priors, n, LISTED)
        else:
            _keep_best(moves, priors, n, n)
        if not self.tree.room_for_edges(n):
            return False
        target.edges = self.tree.edge_count
        target.edge_count = 0
        self._write_edges(target, moves, priors, n)
        target.expanded = True
        target.complete = complete
        if n == 0:
            target.terminal = DRAWN
        return n > 0

    def _list_moves(
        self, moves: cython.pointer(cython.ushort), complete: cython.pointer(cython.bint)
    ) -> cython.int:
        """The moves worth an edge; sets `complete` if no other move can change the outcome."""
        n: cython.int
        complete[0] = True
        if self.proofs:
            n = self._list_forced(moves)
            if n:
                return n
        if self.evaluator.full_width:
            return all_moves(self.board, moves)
        complete[0] = False
        n = near_moves(self.board, moves)
        return n if n else all_moves(self.board, moves)

    def _list_forced(self, moves: cython.pointer(cython.ushort)) -> cython.int:
        """The only moves that matter when a five or a winning four is at hand, else none."""
        own: cython.int = self.board.side - 1
        four: cython.int
        if self.board.count[own][C_FIVE]:
            return list_members(self.board, own, C_FIVE, moves)
        if self.board.count[1 - own][C_FIVE]:
            return parries(self.board, moves)
        four = winning_four(self.board, self.board.side)
        if four != NO_SQUARE:
            moves[0] = four
            return 1
        four = winning_four(self.board, 3 - self.board.side)
        return 0 if four == NO_SQUARE else defences(self.board, four, moves)

    def _write_edges(
        self,
        target: cython.pointer(Node),
        moves: cython.pointer(cython.ushort),
        priors: cython.pointer(cython.float),
        n: cython.int,
    ) -> cython.void:
        """Appends n edges behind those the node has, which must be the last ones written."""
        edge: cython.pointer(Edge)
        i: cython.int
        for i in range(n):
            edge = cython.address(self.tree.edges[self.tree.edge_count + i])
            edge.child = NO_NODE
            edge.prior = priors[i]
            edge.move = moves[i]
        self.tree.edge_count += n
        target.edge_count += n

    def _complete(self, node: cython.uint) -> cython.bint:
        """Appends every move the first list left out; False when there is no memory.

        The board stands at the node. The old edges are copied to the end of the array, since
        a node's edges lie together.
        """
        target: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        moves: cython.ushort[MAX_MOVES]
        priors: cython.float[MAX_MOVES]
        listed: cython.bint[576]
        old: cython.uint = target.edges
        i: cython.int
        n: cython.int = 0
        every: cython.int = all_moves(self.board, moves)
        if not self.tree.room_for_edges(every):
            return False
        for i in range(576):
            listed[i] = False
        target.edges = self.tree.edge_count
        for i in range(target.edge_count):
            listed[self.tree.edges[old + i].move] = True
            self.tree.edges[self.tree.edge_count + i] = self.tree.edges[old + i]
        self.tree.edge_count += target.edge_count
        for i in range(every):
            if not listed[moves[i]]:
                moves[n] = moves[i]
                priors[n] = 1e-4
                n += 1
        self._write_edges(target, moves, priors, n)
        target.complete = True
        return True

    # ---- backup -----------------------------------------------------------------------------

    def _backup(self, depth: cython.int, value: cython.float) -> cython.void:
        """Adds a leaf's value and its proof to the nodes of the path; takes the moves back."""
        node: cython.pointer(Node)
        proving: cython.bint = self.proofs
        i: cython.int
        for i in range(depth, -1, -1):
            if self.path[i] != NO_NODE:
                node = cython.address(self.tree.nodes[self.path[i]])
                if i < depth and proving:
                    proving = self._prove(self.path[i], self.path[i + 1])
                    node = cython.address(self.tree.nodes[self.path[i]])
                node.visits += 1
                node.value_sum += value
            else:
                proving = False
            if i > 0:
                self.board.unmake()
            value = -value

    def _prove(self, node: cython.uint, child: cython.uint) -> cython.bint:
        """Takes a child's proof over to its parent; True if the parent's proof changed."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        proof: cython.int = self.tree.nodes[child].proof
        if proof < 0 and (n.proof == 0 or n.proof > 1 - proof):
            n.proof = 1 - proof
            return True
        if proof > 0 and n.proof == 0:
            return self._prove_loss(node)
        return False

    def _prove_loss(self, node: cython.uint) -> cython.bint:
        """Proves a loss if every move is lost; fetches the other moves if the list is short."""
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        edge: cython.pointer(Edge)
        longest: cython.int = 0
        i: cython.uint
        for i in range(n.edges, n.edges + n.edge_count):
            edge = cython.address(self.tree.edges[i])
            if edge.child == NO_NODE or self.tree.nodes[edge.child].proof <= 0:
                return False
            longest = max(longest, self.tree.nodes[edge.child].proof)
        if not n.complete and self._complete(node) and self._has_unvisited(node):
            return False
        n.proof = -(longest + 1) if n.complete else 0
        return n.complete

    def _has_unvisited(self, node: cython.uint) -> cython.bint:
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        return n.edge_count > 0 and (self.tree.edges[n.edges + n.edge_count - 1].child == NO_NODE)

    # ---- what the tree has found ------------------------------------------------------------

    @property
    def root_proof(self):
        return self.tree.nodes[0].proof

    @property
    def root_visits(self):
        return self.tree.nodes[0].visits

    @property
    def root_value(self):
        n: cython.pointer(Node) = cython.address(self.tree.nodes[0])
        if n.proof != 0:
            return 1.0 if n.proof > 0 else -1.0
        return n.value_sum / n.visits if n.visits else 0.0

    @property
    def memory(self):
        return self.tree._used()

    def leaders(self):
        """Visits of the two most visited root moves that are not proved lost."""
        first: cython.uint = 0
        second: cython.uint = 0
        visits: cython.uint
        i: cython.uint
        edge: cython.pointer(Edge)
        for i in range(self.tree.nodes[0].edge_count):
            edge = cython.address(self.tree.edges[self.tree.nodes[0].edges + i])
            if edge.child == NO_NODE or self.tree.nodes[edge.child].proof > 0:
                continue
            visits = self.tree.nodes[edge.child].visits
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
        return first, second

    def root_moves(self):
        """(point, visits, prior, value, proof, pv) of every root move, in order of prior."""
        listed = [self._root_move(i) for i in range(self.tree.nodes[0].edge_count)]
        proof: cython.int = self.tree.nodes[0].proof
        if proof <= 0 or any(move[4] > 0 for move in listed):
            return listed
        line = self.solver.search(self.board, VCF_BUDGET_ROOT)
        if not line:
            return listed
        priors = {move[0]: move[2] for move in listed}
        return [
            (line[0], self.tree.nodes[0].visits, priors.get(line[0], 0.0), 1.0, proof, tuple(line)),
            *[move for move in listed if move[0] != line[0]],
        ]

    def _root_move(self, i: cython.uint):
        edge: cython.pointer(Edge) = cython.address(self.tree.edges[self.tree.nodes[0].edges + i])
        point = self.board.point_of(edge.move)
        if edge.child == NO_NODE or self.tree.nodes[edge.child].visits == 0:
            return point, 0, edge.prior, self.root_value, self._unvisited_proof(), (point,)
        child: cython.pointer(Node) = cython.address(self.tree.nodes[edge.child])
        value: cython.double = -child.value_sum / child.visits
        proof: cython.int = 0
        if child.proof != 0:
            value = -1.0 if child.proof > 0 else 1.0
            proof = -(child.proof + 1) if child.proof > 0 else 1 - child.proof
        return point, child.visits, edge.prior, value, proof, (point, *self._pv(edge.child))

    def _unvisited_proof(self):
        """A root move never searched is proved only where the classes alone proved the root."""
        root: cython.pointer(Node) = cython.address(self.tree.nodes[0])
        return root.proof if root.complete and root.proof in (1, 3, -2) else 0

    def _pv(self, node: cython.uint) -> list:
        """The most visited line below a node; in a proved node the line of its proof."""
        points: list = []
        best: cython.uint = self._best_edge(node)
        while best != NO_NODE and len(points) < 60:
            points.append(self.board.point_of(self.tree.edges[best].move))
            node = self.tree.edges[best].child
            if node == NO_NODE:
                break
            best = self._best_edge(node)
        return points

    def _best_edge(self, node: cython.uint) -> cython.uint:
        n: cython.pointer(Node) = cython.address(self.tree.nodes[node])
        child: cython.pointer(Node)
        best: cython.uint = NO_NODE
        best_score: cython.double = -1e300
        score: cython.double
        i: cython.uint
        for i in range(n.edges, n.edges + n.edge_count):
            if self.tree.edges[i].child == NO_NODE:
                break
            child = cython.address(self.tree.nodes[self.tree.edges[i].child])
            score = _rank(child)
            if score > best_score:
                best_score = score
                best = i
        return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rank(child: cython.pointer(Node)) -> cython.double:
    """How good a move into `child` is: won (shortest first), visits, lost (longest first)."""
    if child.proof < 0:
        return 1e12 + child.proof
    if child.proof > 0:
        return -1e12 + child.proof
    return child.visits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_best(
    moves: cython.pointer(cython.ushort),
    priors: cython.pointer(cython.float),
    n: cython.int,
    kept: cython.int,
) -> cython.int:
    """Sorts the best `kept` of n moves to the front by falling prior; returns how many."""
    count: cython.int = 0
    i: cython.int
    j: cython.int
    move: cython.ushort
    prior: cython.float
    for i in range(n):
        move = moves[i]
        prior = priors[i]
        if count == kept and prior <= priors[kept - 1]:
            continue
        j = count if count < kept else kept - 1
        while j > 0 and priors[j - 1] < prior:
            priors[j] = priors[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        priors[j] = prior
        moves[j] = move
        if count < kept:
            count += 1
    return count
