# Declarations of choko_net.py for the other compiled modules.

cimport cython

from core.papers.choko_rules cimport CELLS, ChokoPosition

cdef enum:
    INPUT_COUNT = 26
    UNIT_COUNT = 64
    ACTION_COUNT = 2625

cdef struct ChokoWeights:
    float first[UNIT_COUNT][INPUT_COUNT]
    float first_bias[UNIT_COUNT]
    float second[UNIT_COUNT][UNIT_COUNT]
    float second_bias[UNIT_COUNT]
    float third[UNIT_COUNT][UNIT_COUNT]
    float third_bias[UNIT_COUNT]
    float actor[ACTION_COUNT][UNIT_COUNT]
    float actor_bias[ACTION_COUNT]
    float critic[UNIT_COUNT]
    float critic_bias


@cython.final
cdef class ChokoNet:
    cdef ChokoWeights weights

    cdef void _features(self, ChokoPosition position, float *features) noexcept nogil
