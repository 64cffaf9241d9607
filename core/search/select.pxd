# Declarations of select.py for the other compiled modules.

from core.search.params cimport Params
from core.search.tree cimport Tree

cdef int select(Tree tree, unsigned int node, Params *params) noexcept nogil
