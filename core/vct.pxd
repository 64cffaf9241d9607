# Declarations of vct.py for the other compiled modules.

cimport cython
from core.board cimport Board
from core.vcf cimport Vcf

cdef enum:
    INFINITE = 1 << 28

# Numbers of a position, from its side to move (phi and delta of Nagai's df-pn): a position is
# won for that side when phi is 0, lost when delta is 0.
cdef struct Numbers:
    unsigned int phi
    unsigned int delta

cdef struct Slot:
    unsigned long long key
    Numbers numbers


@cython.final
cdef class Vct:
    cdef Slot *table
    cdef Vcf vcf
    cdef int attacker
    cdef long nodes
    cdef long stop_at

    cdef int solve(self, Board board, long budget) noexcept nogil
    cdef Numbers _search(self, Board board, Numbers limit, int depth) noexcept nogil
    cdef bint _settled(self, Board board, Numbers *numbers) noexcept nogil
    cdef bint _attack_settled(self, Board board, Numbers *numbers) noexcept nogil
    cdef bint _defence_settled(self, Board board, Numbers *numbers) noexcept nogil
    cdef int _moves(self, Board board, unsigned short *out) noexcept nogil
    cdef Numbers _look_up(self, unsigned long long hash) noexcept nogil
    cdef void _store(self, unsigned long long hash, Numbers numbers) noexcept nogil
    cdef Numbers _child(self, Board board, int square) noexcept nogil
    cdef int _first_won(self, Board board) noexcept nogil
    cdef list _line(self, Board board)
