# Declarations of vct.py for the other compiled modules.

cimport cython
from core.game.board cimport Board
from core.threats.vcf cimport Vcf

cdef enum:
    INFINITE = 1 << 28

# Numbers of a position, from its side to move (phi and delta of Nagai's df-pn): a position is
# won for that side when phi is 0, lost when delta is 0; then `plies` bounds its length from above.
cdef struct Numbers:
    unsigned int phi
    unsigned int delta
    int plies

# The child to search next, and the bounds for its numbers.
cdef struct Choice:
    int index
    unsigned int phi
    unsigned int second

cdef struct Slot:
    unsigned long long key
    Numbers numbers


@cython.final
cdef class Vct:
    cdef Slot *table
    cdef Vcf vcf
    cdef int attacker
    cdef long long nodes
    cdef int win_plies                   # of the win that `search` found last, else 0
    cdef long long stop_at
    cdef unsigned long long work_limit

    cdef int solve(
        self, Board board, long long budget, unsigned long long work
    ) noexcept nogil
    cdef unsigned short first_move(self, Board board) noexcept nogil
    cdef void _sum_up(
        self, Board board, unsigned short *moves, int n, Numbers *numbers, Choice *choice
    ) noexcept nogil
    cdef Numbers _search(self, Board board, Numbers limit, int depth) noexcept nogil
    cdef int _inspect(self, Board board, unsigned short *moves, Numbers *numbers) noexcept nogil
    cdef int _inspect_attack(
        self, Board board, unsigned short *moves, Numbers *numbers
    ) noexcept nogil
    cdef int _inspect_defence(
        self, Board board, unsigned short *moves, Numbers *numbers
    ) noexcept nogil
    cdef int _moves(self, Board board, unsigned short *out) noexcept nogil
    cdef void _store(self, unsigned long long hash, Numbers numbers) noexcept nogil
    cdef Slot *_pair(self, unsigned long long key) noexcept nogil
    cdef Numbers _child(self, Board board, int square) noexcept nogil
    cdef int _shortest_win(self, Board board) noexcept nogil
    cdef int _longest_defence(self, Board board) noexcept nogil
    cdef int _last_try(self, Board board) noexcept nogil
    cdef list _line(self, Board board, long long budget, unsigned long long work)
