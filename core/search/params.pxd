# The search's constants for the compiled modules; search_settings.py documents them.

cdef struct Params:
    float c_puct
    float c_growth
    float fpu
    float fpu_parent
    float virtual_loss
    int max_children
    int vcf_budget
    float vct_share
    float lcb_z
    bint mcts_solver
    bint transpositions
    bint lazy_expansion
