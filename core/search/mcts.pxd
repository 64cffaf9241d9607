# Declarations of mcts.py for the other compiled modules.

cimport cython
from core.game.board cimport Board
from core.eval.evaluate cimport Evaluator
from core.search.tree cimport Node, Tree
from core.search.worker cimport Shared, Worker


@cython.final
cdef class Search:
    cdef Shared shared
    cdef Tree tree
    cdef Evaluator evaluator
    cdef Board board
    cdef list workers
    cdef Worker first
    cdef double lcb
    cdef int threads
    cdef bint advanced             # moves were played since the last search

    cdef Node *root(self) noexcept nogil
    cdef Node _root_now(self) noexcept nogil
    cdef list _with_winner_first(self, list line, list ranked)
    cdef object _with_full_line(self, object candidate, int positions)
    cdef list _find_winning_line(self, Board board, int positions)
    cdef list _answer_four(self, Board board, int positions)
    cdef void _spawn_workers(self) except *
    cdef void _fill_params(self, object settings) except *
    cdef void _find_root(self) except *
    cdef void _collect(self, unsigned int least_visits) noexcept
    cdef int _read_priors(
        self, Board board, list priors, unsigned short *moves, float *shares
    ) except -1
    cdef unsigned int _child_of_root(self, int square) noexcept
