# Declarations of expand.py for the other compiled modules.

from core.game.board cimport Board
from core.search.tree cimport Edge, Tree

cdef int list_moves(
    Board board, bint full_width, bint mcts_solver, unsigned short *moves, bint *complete
) noexcept nogil
cdef int sort_best(unsigned short *moves, float *priors, int n, int kept) noexcept nogil
cdef int sort_likely(unsigned short *moves, float *priors, int n, int most) noexcept nogil
cdef bint create_edges(
    Tree tree, unsigned int node, unsigned short *moves, float *priors, int n
) noexcept nogil
cdef void sort_edges(Edge *edges, int n) noexcept nogil
cdef bint add_remaining_moves(Tree tree, unsigned int node, Board board) noexcept nogil
