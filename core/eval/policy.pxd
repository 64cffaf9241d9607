# Declarations of policy.py for the other compiled modules.

from core.eval.layers cimport Scratch, Weights

cdef void fill_priors(
    Weights *w, Scratch *scratch, int edge, unsigned short *moves, float *priors, int n
) noexcept nogil
cdef void softmax(float *values, int n) noexcept nogil
