"""Loops for `fukumi bench`, compiled so that they time the core and not the interpreter."""

import cython
from cython.cimports.core.board import Board
from cython.cimports.core.evaluate import Evaluator
from cython.cimports.core.moves import MAX_MOVES, near_moves
from cython.cimports.core.vcf import Vcf
from cython.cimports.core.vct import Vct

SOLVER_BUDGET = cython.declare(cython.int, 100_000)


def make_unmake(board: Board, rounds: cython.int):
    """Plays and takes back each near move `rounds` times; returns the number of pairs."""
    moves: cython.ushort[MAX_MOVES]
    n: cython.int = near_moves(board, moves)
    _round: cython.int
    j: cython.int
    with cython.nogil:
        for _round in range(rounds):
            for j in range(n):
                board.make(moves[j])
                board.unmake()
    return rounds * n


def evaluations(evaluator: Evaluator, board: Board, rounds: cython.int):
    """Evaluates the position `rounds` times; returns the number of evaluations."""
    total: cython.double = 0.0
    _round: cython.int
    with cython.nogil:
        for _round in range(rounds):
            total += evaluator.evaluate(board)
    return rounds if -rounds <= total <= rounds else 0


def vcf_nodes(board: Board, rounds: cython.int):
    """Searches for a VCF `rounds` times, each with an empty table; returns the nodes."""
    nodes: cython.long = 0
    solver: Vcf
    own: Board
    _round: cython.int
    for _round in range(rounds):
        # A copy: a search leaves the lists of the board, and so the order of moves, changed.
        own = board.copy()
        solver = Vcf()
        with cython.nogil:
            solver.solve(own, SOLVER_BUDGET)
        nodes += solver.nodes
    return nodes


def vct_nodes(board: Board, rounds: cython.int):
    """Searches for a VCT `rounds` times, each with empty tables; returns the nodes."""
    nodes: cython.long = 0
    solver: Vct
    own: Board
    _round: cython.int
    for _round in range(rounds):
        # A copy: a search leaves the lists of the board, and so the order of moves, changed.
        own = board.copy()
        solver = Vct()
        with cython.nogil:
            solver.solve(own, SOLVER_BUDGET)
        nodes += solver.nodes
    return nodes
