# Declarations of evaluate.py for the other compiled modules.

cimport cython
from core.game.board cimport Board


cdef class Evaluator:
    cdef bint full_width          # give every legal move an edge, not only near ones
    cdef float evaluate(self, Board board) noexcept nogil
    cdef void fill_priors(
        self, Board board, unsigned short *moves, float *priors, int n
    ) noexcept nogil


cdef class LinesEvaluator(Evaluator):
    pass


cdef class RolloutEvaluator(Evaluator):
    cdef unsigned long long state
    cdef unsigned int _random(self, unsigned int below) noexcept nogil
