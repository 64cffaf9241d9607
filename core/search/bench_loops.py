r"""Loops for `fukumi bench`, compiled so that they time the core and not the interpreter.

Where the clock is too noisy, instructions can be counted. Each of these commands prints the number
of pairs or nodes and, as "Collected", the instructions they took:

    count='valgrind --tool=callgrind --callgrind-out-file=callgrind.out'
    show='from fukumi.bench_command import *; print'
    $count --toggle-collect='__pyx_pw_*make_unmake' \
        python -c "$show(make_unmake(position(POSITIONS[15], 15), 200))"
    $count --toggle-collect='__pyx_pw_*vcf_nodes' \
        python -c "$show(vcf_nodes(position(CROWDED[15], 15), 3))"

`callgrind_annotate callgrind.out` shows where they were spent. In version 0.1.0, compiled by gcc
12 for AVX2, a make and unmake takes 1,534 instructions and a VCF node 4,907.
"""

import cython
from cython.cimports.core.eval.evaluate import Evaluator
from cython.cimports.core.eval.net import NetEvaluator
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.moves import MAX_MOVES, near_moves
from cython.cimports.core.threats.vcf import Vcf
from cython.cimports.core.threats.vct import Vct

SOLVER_BUDGET = cython.declare(cython.int, 100_000)  # nodes
NO_LIMIT = cython.declare(cython.ulonglong, 1 << 60)  # of work


def make_unmake(board: Board, rounds: cython.int):
    """Play and take back each near move `rounds` times; return the number of pairs."""
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
    """Evaluate the position `rounds` times; return the number of evaluations."""
    total: cython.double = 0.0
    _round: cython.int
    with cython.nogil:
        for _round in range(rounds):
            total += evaluator.evaluate(board)
    return rounds if -rounds <= total <= rounds else 0


def vcf_nodes(board: Board, rounds: cython.int):
    """Search for a VCF `rounds` times, each with an empty table; return the nodes."""
    nodes: cython.longlong = 0
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
    """Search for a VCT `rounds` times, each with empty tables; return the nodes."""
    nodes: cython.longlong = 0
    solver: Vct
    own: Board
    _round: cython.int
    for _round in range(rounds):
        # A copy: a search leaves the lists of the board, and so the order of moves, changed.
        own = board.copy()
        solver = Vct()
        with cython.nogil:
            solver.solve(own, SOLVER_BUDGET, NO_LIMIT)
        nodes += solver.nodes
    return nodes


def net_evaluations(evaluator: NetEvaluator, board: Board, rounds: cython.int):
    """Evaluate `rounds` positions, each one near move on; return the number of evaluations."""
    moves: cython.ushort[MAX_MOVES]
    n: cython.int = near_moves(board, moves)
    total: cython.double = 0.0
    done: cython.int
    with cython.nogil:
        for done in range(rounds):
            board.make(moves[done % n])
            total += evaluator.evaluate(board)
            board.unmake()
    return rounds if -rounds <= total <= rounds else 0
