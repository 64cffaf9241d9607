# The search's constants as the compiled modules read them; meaning and measurements stand in
# settings.py.

cdef struct Params:
    float c_puct
    float c_growth
    float fpu
    float fpu_parent
    float virtual_loss
    int listed
    int vcf_budget
    int vct_visits
    float vct_share
    float lcb
    bint proofs
    bint transpositions
    bint deferred
