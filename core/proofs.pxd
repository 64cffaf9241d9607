# Declarations of proofs.py for the other compiled modules.

from core.board cimport Board
from core.tree cimport Tree

cdef bint prove(
    Tree tree, unsigned int node, unsigned int child, Board board
) noexcept nogil
