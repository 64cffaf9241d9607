# Declarations of select.py for the other compiled modules.

from core.settings cimport Params
from core.tree cimport Tree

cdef int select(Tree tree, unsigned int node, Params *params) noexcept nogil
