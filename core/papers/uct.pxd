# Declarations of uct.py for the other compiled modules.

cimport cython
from core.game.board cimport Board
from core.eval.evaluate cimport Evaluator
from core.papers.patterns cimport Patterns
from core.search.tree cimport Tree


@cython.final
cdef class Uct:
    cdef Board board
    cdef Evaluator evaluator
    cdef Patterns patterns
    cdef Tree tree
    cdef float exploration                 # k and k1 of the paper
    cdef float bias                        # k2
    cdef bint preselect
    cdef int simulation                    # MSD
    cdef unsigned long long state          # of the random numbers
    cdef unsigned int path[485]

    cdef bint _iterate(self) noexcept nogil
    cdef unsigned int _step(self, unsigned int node) noexcept nogil
    cdef int _select(self, unsigned int node) noexcept nogil
    cdef bint _expand(self, unsigned int node) noexcept nogil
    cdef int _list(self, unsigned short *moves) noexcept nogil
    cdef void _shuffle(self, unsigned short *moves, int n) noexcept nogil
    cdef void _attacks_first(self, unsigned short *moves, int n) noexcept nogil
    cdef void _fill_gains(self, unsigned short *moves, float *gains, int n) noexcept nogil
    cdef float _evaluate(self, unsigned int node) noexcept nogil
    cdef float _simulate(self) noexcept nogil
    cdef void _backup(self, int depth, double value) noexcept nogil
