# Declarations of vcf.py for the other compiled modules.

cimport cython
from core.game.board cimport Board

cdef enum:
    UNKNOWN = -1          # the node budget ran out
    NO_WIN = 0            # proved: no such win


@cython.final
cdef class Vcf:
    cdef unsigned long long *failed      # hash keys of attacks proved to fail
    cdef unsigned short line[512]        # the winning line of the last solve, both sides' moves
    cdef int line_length
    cdef long long nodes                 # attacker's positions searched since construction
    cdef long long stop_at

    cdef int solve(self, Board board, int budget) noexcept nogil
    cdef int _attack(self, Board board, int depth) noexcept nogil
    cdef int _try(self, Board board, int square, int depth) noexcept nogil
    cdef int _answer(
        self, Board board, unsigned short *replies, int n, int depth
    ) noexcept nogil
    cdef int _finish(self, Board board, int depth) noexcept nogil
    cdef int _note(self, int depth, int square, int plies) noexcept nogil
    cdef int _fours(self, Board board, unsigned short *out) noexcept nogil
