# Declarations of mcts_solver.py for the other compiled modules.

from core.game.board cimport Board
from core.search.tree cimport Tree

cdef bint prove(
    Tree tree, unsigned int node, unsigned int child, unsigned short move, Board board
) noexcept nogil
