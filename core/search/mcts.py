"""Monte-Carlo tree search over one position: the façade over its parts.

`worker` makes the visits (with `select`, `expand` and `mcts_solver`), `tree` holds the nodes,
`root_moves` ranks the moves of the root. `search_settings` has the constants.
"""

import cython
from cython.cimports.core.eval.evaluate import Evaluator
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import C_FIVE
from cython.cimports.core.game.moves import MAX_MOVES, all_moves, list_members
from cython.cimports.core.game.squares import SQUARES, STRIDE
from cython.cimports.core.search import root_moves
from cython.cimports.core.search.expand import sort_edges
from cython.cimports.core.search.tree import GOING_ON, NO_NODE, Edge, Node
from cython.cimports.core.search.worker import Shared, Worker
from cython.cimports.core.threats.threats import parries

from core.search.candidate import Candidate

# Positions that the solvers may take to extend the line of a proved win.
LINE_POSITIONS = cython.declare(cython.int, 1_000_000)
NO_LIMIT = cython.declare(cython.uint, 0xFFFFFFFF)


@cython.final
@cython.cclass
class Search:
    """A search tree over one position, used through `core.search.engine`.

    Args:
        evaluator: gives values and priors.
        max_bytes: memory limit of the tree.
        settings: the constants of the search.
    """

    def __init__(self, evaluator: Evaluator, max_bytes: cython.size_t, settings):
        self.evaluator = evaluator
        self.shared = Shared(max_bytes)
        self.tree = self.shared.tree
        self.workers = []
        self.threads = 1
        self._fill_params(settings)

    def _fill_params(self, settings) -> cython.void:
        self.lcb = settings.lcb_z
        self.shared.params.c_puct = settings.c_puct
        self.shared.params.c_growth = settings.c_growth
        self.shared.params.fpu = settings.fpu
        self.shared.params.fpu_parent = settings.fpu_parent
        self.shared.params.virtual_loss = settings.virtual_loss
        self.shared.params.max_children = settings.max_children
        self.shared.params.vcf_budget = settings.vcf_budget
        self.shared.params.vct_share = settings.vct_share
        self.shared.params.mcts_solver = settings.mcts_solver
        self.shared.params.transpositions = settings.transpositions
        self.shared.params.lazy_expansion = settings.lazy_expansion

    # ---- the position -----------------------------------------------------------------------

    def reset(self, board: Board):
        """Drop the tree and start one at a copy of this position."""
        worker: Worker
        if self.board is None or (self.board.edge, self.board.rule_code) != (
            board.edge,
            board.rule_code,
        ):
            self.workers = []
        self.board = board.copy()
        for worker in self.workers:
            worker.set_board(board.copy())
        self._spawn_workers()
        self.tree.clear()

    def _spawn_workers(self) -> cython.void:
        """Create one worker per thread, each with its own board and evaluator."""
        worker: Worker
        while len(self.workers) < self.threads:
            evaluator = self.evaluator if not self.workers else self.evaluator.clone()
            worker = Worker(self.shared, evaluator, self.board.copy())
            self.workers.append(worker)
        del self.workers[self.threads :]
        self.first = self.workers[0]
        self.shared.locking = self.threads > 1

    def set_evaluator(self, evaluator: Evaluator):
        """Use another evaluator, from the next `reset` on."""
        self.evaluator = evaluator
        self.workers = []

    def set_threads(self, threads: cython.int):
        """Set the number of threads; not to be called during a search."""
        self.threads = max(1, threads)
        self._spawn_workers()

    def set_max_bytes(self, max_bytes: cython.size_t):
        self.tree.max_bytes = max_bytes
        if self.tree.used_bytes() > max_bytes:
            self.tree.clear()

    def advance(self, x: cython.int, y: cython.int):
        """Play a legal move at the root and keep the subtree below it."""
        worker: Worker
        square: cython.int = self.board.square_of(x, y)
        child: cython.uint = self._child_of_root(square)
        self.board.make(square)
        for worker in self.workers:
            worker.advance(square)
        if child == NO_NODE:
            self.tree.clear()
        self.shared.root = child
        self.advanced = True

    def _child_of_root(self, square: cython.int) -> cython.uint:
        i: cython.uint
        if self.tree.node_count > 0:
            for i in range(self.root().edge_count):
                if self.tree.edges[self.root().edges + i].move == square:
                    return self.tree.edges[self.root().edges + i].child
        return NO_NODE

    # ---- searching --------------------------------------------------------------------------

    def prepare(self, visits=None):
        """Expand the root, and allow up to `visits` more visits.

        Raises:
            MemoryError: not even the root fits.
        """
        self._find_root()
        if self.root().visits == 0:
            self.shared.visit_limit = 1
            self.first.simulate()
        if not self.root().expanded:
            # The edges of a proved draw, if `collect` has dropped them, are searched again: its
            # move with the highest prior may lose.
            self.root().terminal = GOING_ON
            if not self.first.expand_root():
                raise MemoryError("no memory for the search tree")
        self.shared.visit_limit = (
            NO_LIMIT if visits is None else min(self.root().visits + visits, NO_LIMIT)
        )

    def _find_root(self) -> cython.void:
        """Set the root to the node of the position, made if there is none."""
        self.shared.stopping = False
        if self.advanced and self.tree.node_count > 0:
            # Once for all moves since the last search, since it moves the whole tree.
            self._collect(0)
        self.advanced = False
        if self.tree.node_count == 0:
            self.shared.root = self.tree.new_node(self.board.hash)
            if self.shared.root == NO_NODE:
                raise MemoryError("no memory for the search tree")

    def run(self, visits: cython.int):
        """Add up to `visits` visits; fewer when the root is decided or memory runs out.

        Releases the GIL.
        """
        with cython.nogil:
            while visits > 0 and self.first.simulate():
                visits -= 1

    def run_through(self, edge: cython.int, visits: cython.int):
        """Add visits like `run`, all through one root move, given by its index in `edges`.

        Keeps the GIL.
        """
        self.first.first_edge = edge
        while visits > 0 and self.first.simulate():
            visits -= 1
        self.first.first_edge = -1

    # ---- searching with the caller's judgement ------------------------------------------------

    def begin(self, visits):
        """Allow `visits` visits by `select_leaf` and `backpropagate`, for a single thread.

        Raises:
            MemoryError: not even the root fits.
        """
        self._find_root()
        self.shared.visit_limit = min(self.root().visits + visits, NO_LIMIT)

    def select_leaf(self):
        """Descend to a leaf and return its board for the caller to evaluate.

        None when the visits are used, the root is decided or memory runs out. The board belongs to
        the search: do not change it, and call `backpropagate` before anything else.
        """
        return self.first.board if self.first.select_leaf() else None

    def backpropagate(self, priors: list, value: cython.float):
        """Finish the visit that `select_leaf` began.

        Args:
            priors: one for each cell, row by row; those of legal moves are normalized to sum to 1.
            value: expected outcome for the side to move, from -1 to 1.
        """
        moves: cython.ushort[MAX_MOVES]
        shares: cython.float[MAX_MOVES]
        n: cython.int = self._read_priors(self.first.board, priors, moves, shares)
        self.first.backpropagate(moves, shares, n, value)

    def _read_priors(
        self,
        board: Board,
        priors: list,
        moves: cython.pointer(cython.ushort),
        shares: cython.pointer(cython.float),
    ) -> cython.int:
        """List the legal moves with their normalized priors; return their number."""
        n: cython.int = all_moves(board, moves)
        total: cython.float = 0.0
        i: cython.int
        for i in range(n):
            shares[i] = priors[(moves[i] // STRIDE - 1) * board.edge + moves[i] % STRIDE - 1]
            total += shares[i]
        for i in range(n):
            shares[i] = shares[i] / total if total > 0 else cython.cast(cython.float, 1.0) / n
        return n

    def set_priors(self, priors: list):
        """Replace the priors of the root moves; the format is that of `backpropagate`."""
        moves: cython.ushort[MAX_MOVES]
        shares: cython.float[MAX_MOVES]
        by_move: cython.float[SQUARES]
        edge: cython.pointer(Edge)
        n: cython.int = self._read_priors(self.board, priors, moves, shares)
        i: cython.int
        for i in range(n):
            by_move[moves[i]] = shares[i]
        for i in range(self.root().edge_count):
            edge = cython.address(self.tree.edges[self.root().edges + i])
            edge.prior = by_move[edge.move]
        sort_edges(cython.address(self.tree.edges[self.root().edges]), self.root().edge_count)

    def limit_solvers(self, positions: cython.longlong):
        """Set the positions that a solver may take in the time left.

        A VCF search that may take more is deferred, a node's first one excepted; it runs once the
        limit is raised. A VCT search puts as many stones at most, which takes a tenth of the time.
        """
        self.shared.solver_limit = positions

    def run_helper(self, thread: cython.int):
        """Add visits from another thread, numbered from 1, until `stop` or the search's end."""
        worker: Worker = self.workers[thread]
        with cython.nogil:
            while worker.simulate():
                pass

    def stop(self):
        """Make the helper threads return."""
        self.shared.stopping = True

    def collect(self):
        """Free memory: drop the edges of the least visited nodes. No thread may be searching."""
        self._collect(self.tree.eviction_visits())
        self.shared.stopping = False

    def _collect(self, least_visits: cython.uint) -> cython.void:
        # Without the GIL, since the watchdog must be able to answer in the meantime.
        with cython.nogil:
            self.shared.root = self.tree.collect(self.shared.root, least_visits)

    @property
    def full(self):
        """True if an allocation failed; `collect` makes room."""
        return self.tree.full

    # ---- what the tree has found ------------------------------------------------------------

    def root(self) -> cython.pointer(Node):
        return cython.address(self.tree.nodes[self.shared.root])

    @property
    def has_moves(self):
        """True if the root's moves are listed, before `prepare` those of an earlier search."""
        return self.tree.node_count > 0 and self.root().edge_count > 0

    def _root_now(self) -> Node:
        """Return a copy of the root, which other threads may be changing."""
        node: Node
        self.shared.lock()
        node = self.tree.nodes[self.shared.root]
        self.shared.unlock()
        return node

    @property
    def root_decided(self):
        """True if a win, a loss or a draw is proved."""
        node: Node = self._root_now()
        return node.proof != 0 or node.terminal != 0

    @property
    def root_proof(self):
        return self._root_now().proof

    @property
    def root_visits(self):
        return self._root_now().visits

    @property
    def root_value(self):
        if self.root().proof != 0:
            return 1.0 if self.root().proof > 0 else -1.0
        return self.root().value_sum / self.root().visits if self.root().visits else 0.0

    @property
    def memory(self):
        """Bytes the tree holds."""
        return self.tree.used_bytes()

    @property
    def has_one_move(self):
        """True if there is nothing to choose: one move, and no other can matter."""
        node: Node = self._root_now()
        # On an empty board only the centre is searched.
        return node.edge_count == 1 and (node.complete or self.board.stones_on_board == 0)

    def edges(self):
        """Return a `RootEdge` for every root move, by descending prior."""
        return root_moves.edges(self.tree, self.shared.root, self.board)

    def root_moves(self, positions: cython.int = LINE_POSITIONS):
        """Return a `Candidate` for every root move, best first; a won line goes to its end.

        Args:
            positions: positions that a solver may take to find the end of a won line.
        """
        ranked = root_moves.root_moves(self.tree, self.shared.root, self.board, self.lcb)
        if self.root().proof <= 0 or ranked[0].proof > 0:
            return [self._with_full_line(ranked[0], positions), *ranked[1:]]
        return self._with_winner_first(self._find_winning_line(self.board, positions), ranked)

    def moves_so_far(self):
        """Return the same as `root_moves`, without a solver, while other threads search."""
        self.shared.lock()
        try:
            ranked = root_moves.root_moves(self.tree, self.shared.root, self.board, self.lcb)
            if self.root().proof <= 0 or ranked[0].proof > 0:
                return ranked
            return self._with_winner_first([], ranked)
        finally:
            self.shared.unlock()

    def _with_winner_first(self, line: list, ranked: list) -> list:
        """Put the move that wins by a solver's line before the other candidates.

        Without a line, it is the move that proved the root, unless the classes did.
        """
        if not line and self.root().win:
            line = [self.board.point_of(self.root().win)]
        if not line:
            return ranked
        priors = {candidate.move: candidate.prior for candidate in ranked}
        prior = priors.get(line[0], 0.0)
        proof: cython.int = self.root().proof
        winner = Candidate(line[0], self.root().visits, prior, 1.0, proof, tuple(line))
        return [winner, *[candidate for candidate in ranked if candidate.move != winner.move]]

    def _with_full_line(self, candidate: object, positions: cython.int) -> object:
        """Return a candidate, the line of a proved one continued by a solver beyond the tree."""
        board: Board
        if not candidate.proof:
            return candidate
        board = self.board.copy()
        for x, y in candidate.pv:
            board.make(board.square_of(x, y))
        line = self._find_winning_line(board, positions) or self._answer_four(board, positions)
        return candidate._replace(pv=(*candidate.pv, *line))

    def _answer_four(self, board: Board, positions: cython.int) -> list:
        """Return the line in which the side to move stops a five of the enemy, who still wins."""
        moves: cython.ushort[MAX_MOVES]
        enemy: cython.int = 2 - board.side
        n: cython.int = parries(board, moves) or list_members(board, enemy, C_FIVE, moves)
        if board.over or n == 0 or not board.legal_for(moves[0], board.side):
            return []
        answer = board.point_of(moves[0])
        board.make(moves[0])
        return [answer, *self._find_winning_line(board, positions)]

    def _find_winning_line(self, board: Board, positions: cython.int) -> list:
        """Return the line of a win that a solver sees."""
        line = self.first.vcf.search(board, positions)
        if not line and self.first.vct is not None:
            line = self.first.vct.search(board, positions, positions)
        return line or []
