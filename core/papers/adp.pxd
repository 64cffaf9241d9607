# Declarations of adp.py for the other compiled modules.

cimport cython
from core.game.board cimport Board
from core.eval.evaluate cimport Evaluator
from core.papers.patterns cimport Patterns

cdef enum:
    UNITS = 5             # inputs for the count of one pattern
    INPUTS = 162          # 32 patterns, then 1 if Black, 1 if White is to move
    MLP_HIDDEN = 60

cdef struct MlpWeights:
    float hidden[INPUTS][MLP_HIDDEN]
    float hidden_bias[MLP_HIDDEN]
    float output[MLP_HIDDEN]
    float output_bias


@cython.final
cdef class Mlp:
    cdef MlpWeights weights
    cdef bint symmetric

    cdef float chance(self, int *count, int side) noexcept nogil
    cdef void _add_row(self, float *total, int row, float scale) noexcept nogil


@cython.final
cdef class AdpEvaluator(Evaluator):
    cdef Mlp mlp
    cdef bint fours
    cdef Patterns patterns
