# Declarations of mcts.py.

cimport cython
from core.board cimport Board
from core.evaluate cimport Evaluator
from core.tree cimport Edge, Node, Tree
from core.vcf cimport Vcf


@cython.final
cdef class Search:
    cdef Board board
    cdef Tree tree
    cdef Evaluator evaluator
    cdef Vcf solver
    cdef bint proofs
    cdef float c_puct
    cdef float c_growth
    cdef unsigned int path[500]

    cdef unsigned int _child_of_root(self, int square) noexcept
    cdef void _simulate(self) noexcept nogil
    cdef bint _may_descend(self, unsigned int node) noexcept nogil
    cdef unsigned int _descend(self, unsigned int node) noexcept nogil
    cdef unsigned int _select(self, unsigned int node) noexcept nogil
    cdef float _leaf_value(self, unsigned int node) noexcept nogil
    cdef void _inspect(self, Node *n) noexcept nogil
    cdef void _try_vcf(self, Node *n, int budget) noexcept nogil
    cdef bint _can_parry(self) noexcept nogil
    cdef bint _expand(self, unsigned int node) noexcept nogil
    cdef int _list_moves(self, unsigned short *moves, bint *complete) noexcept nogil
    cdef int _list_forced(self, unsigned short *moves) noexcept nogil
    cdef void _write_edges(self, Node *target, unsigned short *moves, float *priors, int n) noexcept nogil
    cdef bint _complete(self, unsigned int node) noexcept nogil
    cdef void _backup(self, int depth, float value) noexcept nogil
    cdef bint _prove(self, unsigned int node, unsigned int child) noexcept nogil
    cdef bint _prove_loss(self, unsigned int node) noexcept nogil
    cdef bint _has_unvisited(self, unsigned int node) noexcept nogil
    cdef _root_move(self, unsigned int i)
    cdef _unvisited_proof(self)
    cdef list _pv(self, unsigned int node)
    cdef unsigned int _best_edge(self, unsigned int node) noexcept
