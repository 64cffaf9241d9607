# Declarations of worker.py for the other compiled modules.

cimport cython
from core.game.board cimport Board
from core.eval.evaluate cimport Evaluator
from core.search.params cimport Params
from core.search.tree cimport Node, Tree
from core.threats.vcf cimport Vcf
from core.threats.vct cimport Vct


# The state shared by the workers of one search.
@cython.final
cdef class Shared:
    cdef Tree tree
    cdef Params params
    cdef unsigned int root
    cdef unsigned int in_flight       # visits begun but not backed up
    cdef unsigned int visit_limit     # visits of the root at which the search ends
    cdef long long solver_limit       # positions that the time left allows a solver
    cdef bint stopping
    cdef bint locking                 # true with more than one worker
    cdef cython.pymutex mutex

    cdef void lock(self) noexcept nogil
    cdef void unlock(self) noexcept nogil


@cython.final
cdef class Worker:
    cdef Shared shared
    cdef Tree tree
    cdef Board board
    cdef Evaluator evaluator
    cdef Vcf vcf
    cdef Vct vct
    cdef unsigned int path[500]       # nodes from the root down
    cdef int edges_taken[500]               # index of the edge taken at each
    cdef unsigned short moves[500]    # and the move of that edge
    cdef int depth                    # number of edges taken
    cdef unsigned short on_board[500] # moves on the board beyond the root
    cdef int made                     # number of those moves
    cdef int first_edge               # the root's edge to take; -1: by selection
    cdef unsigned long long vct_work
    cdef unsigned long long visits

    cdef void set_board(self, Board board) noexcept
    cdef void advance(self, unsigned short move) noexcept nogil
    cdef void _sync_board(self, int depth) noexcept nogil
    cdef bint simulate(self) noexcept nogil
    cdef bint select_leaf(self) noexcept nogil
    cdef void backpropagate(
        self, unsigned short *moves, float *priors, int n, float value
    ) noexcept nogil
    cdef bint _is_over(self) noexcept nogil
    cdef bint _continues(self, unsigned int node) noexcept nogil
    cdef float _descend(self) noexcept nogil
    cdef unsigned int _begin_path(self) noexcept nogil
    cdef bint _is_leaf(self, unsigned int node) noexcept nogil
    cdef bint _must_parry(self) noexcept nogil
    cdef unsigned int _step(self, unsigned int node) noexcept nogil
    cdef unsigned int _child(self) noexcept nogil
    cdef float _node_value(self, unsigned int node) noexcept nogil
    cdef float _value_without_node(self) noexcept nogil
    cdef float _evaluate(self) noexcept nogil
    cdef void _inspect(self, unsigned int node) noexcept nogil
    cdef void _rerun_solvers(self, unsigned int node) noexcept nogil
    cdef bint _is_vcf_due(self, Node *n) noexcept nogil
    cdef int _vcf_budget(self, Node *n) noexcept nogil
    cdef bint _is_vct_due(self, Node *n) noexcept nogil
    cdef void _try_vcf(self, unsigned int node) noexcept nogil
    cdef void _try_vct(self, unsigned int node) noexcept nogil
    cdef bint expand_root(self) noexcept nogil
    cdef bint expand(self, unsigned int node) noexcept nogil
    cdef bint _add_edges(
        self, unsigned int node, unsigned short *moves, float *priors, int n, bint complete
    ) noexcept nogil
    cdef void _backup(self, float value) noexcept nogil
    cdef bint _prove(self, int depth) noexcept nogil
    cdef void _add(self, unsigned int node, float value) noexcept nogil
