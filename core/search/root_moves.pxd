# Declarations of root_moves.py for the other compiled modules.

from core.game.board cimport Board
from core.search.tree cimport Tree

cdef list root_moves(Tree tree, unsigned int root, Board board, double lcb)
cdef list edges(Tree tree, unsigned int root, Board board)
