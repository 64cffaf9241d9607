"""Expansion: the moves of a node, and the writing of its edges."""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.game.lines import C_FIVE
from cython.cimports.core.game.moves import (
    MAX_MOVES,
    all_moves,
    keep_legal,
    list_members,
    near_moves,
)
from cython.cimports.core.game.squares import SQUARES, enemy_of
from cython.cimports.core.search.tree import NO_NODE, Edge, Node, Tree
from cython.cimports.core.threats.threats import NO_SQUARE, defences, parries, winning_four

UNLISTED_PRIOR = cython.declare(cython.float, 1e-4)
LEAST_LISTED = cython.declare(cython.int, 12)
ONE = cython.declare(cython.float, 1.0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_moves(
    board: Board,
    full_width: cython.bint,
    mcts_solver: cython.bint,
    moves: cython.pointer(cython.ushort),
    complete: cython.pointer(cython.bint),
) -> cython.int:
    """List the moves that get an edge; set `complete` if no other move can change the outcome."""
    n: cython.int
    complete[0] = True
    if mcts_solver:
        n = _list_forced(board, moves)
        if n:
            return n
    if full_width:
        return all_moves(board, moves)
    complete[0] = False
    return near_moves(board, moves)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_forced(board: Board, moves: cython.pointer(cython.ushort)) -> cython.int:
    """List the only moves that matter when a five or a winning four threatens, else none."""
    own: cython.int = board.side - 1
    four: cython.int
    n: cython.int
    if board.count[own][C_FIVE]:
        return list_members(board, own, C_FIVE, moves)
    if board.count[1 - own][C_FIVE]:
        n = parries(board, moves)
        if n == 0:  # lost: stop one five of several
            n = keep_legal(board, moves, list_members(board, 1 - own, C_FIVE, moves))
        return n
    four = winning_four(board, board.side)
    if four != NO_SQUARE:
        moves[0] = four
        return 1
    four = winning_four(board, enemy_of(board.side))
    return 0 if four == NO_SQUARE else defences(board, four, moves)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_best(
    moves: cython.pointer(cython.ushort),
    priors: cython.pointer(cython.float),
    n: cython.int,
    kept: cython.int,
) -> cython.int:
    """Sort the best `kept` of n moves to the front by descending prior; return their number."""
    count: cython.int = 0
    i: cython.int
    j: cython.int
    move: cython.ushort
    prior: cython.float
    for i in range(n):
        move = moves[i]
        prior = priors[i]
        if count == kept and prior <= priors[kept - 1]:
            continue
        j = count if count < kept else kept - 1
        while j > 0 and priors[j - 1] < prior:
            priors[j] = priors[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        priors[j] = prior
        moves[j] = move
        if count < kept:
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_likely(
    moves: cython.pointer(cython.ushort),
    priors: cython.pointer(cython.float),
    n: cython.int,
    most: cython.int,
) -> cython.int:
    """Sort the moves that a node lists at first to the front; return their number.

    They are the best `most`, without those behind the best `LEAST_LISTED` that have a prior below
    `UNLISTED_PRIOR`.
    """
    likely: cython.int = 0
    i: cython.int
    move: cython.ushort
    prior: cython.float
    for i in range(n):
        move = moves[i]
        prior = priors[i]
        if prior >= UNLISTED_PRIOR:
            moves[i] = moves[likely]
            priors[i] = priors[likely]
            moves[likely] = move
            priors[likely] = prior
            likely += 1
    if likely < LEAST_LISTED:
        return sort_best(moves, priors, n, min(n, LEAST_LISTED, most))
    return sort_best(moves, priors, likely, min(likely, most))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def create_edges(
    tree: Tree,
    node: cython.uint,
    moves: cython.pointer(cython.ushort),
    priors: cython.pointer(cython.float),
    n: cython.int,
) -> cython.bint:
    """Give a node its first edges, from sorted moves; return False without memory."""
    first: cython.uint = tree.begin_edges(node, n)
    if first == NO_NODE:
        return False
    _write(cython.address(tree.edges[first]), moves, priors, n)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write(
    edges: cython.pointer(Edge),
    moves: cython.pointer(cython.ushort),
    priors: cython.pointer(cython.float),
    n: cython.int,
) -> cython.void:
    i: cython.int
    for i in range(n):
        edges[i].child = NO_NODE
        edges[i].visits = 0
        edges[i].prior = priors[i]
        edges[i].move = moves[i]
        edges[i].pending = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_edges(edges: cython.pointer(Edge), n: cython.int) -> cython.void:
    """Restore the order of edges whose priors have changed.

    Visited edges come first, each part by descending prior; selection relies on it.
    """
    edge: Edge
    i: cython.int
    j: cython.int
    for i in range(1, n):
        edge = edges[i]
        j = i
        while j > 0 and _comes_before(edge, edges[j - 1]):
            edges[j] = edges[j - 1]
            j -= 1
        edges[j] = edge


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _comes_before(one: Edge, other: Edge) -> cython.bint:
    if (one.child == NO_NODE) != (other.child == NO_NODE):
        return one.child != NO_NODE
    return one.prior > other.prior


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_remaining_moves(tree: Tree, node: cython.uint, board: Board) -> cython.bint:
    """Append every legal move that a node's edges leave out; return False without memory.

    Each gets a prior of `UNLISTED_PRIOR`; if all priors then add up to more than 1, they are
    divided by their sum. The board stands at the node. The edges move to a new run, since the
    edges of a node lie together.
    """
    moves: cython.ushort[MAX_MOVES]
    priors: cython.float[MAX_MOVES]
    old: cython.uint = tree.nodes[node].edges
    had: cython.int = tree.nodes[node].edge_count
    i: cython.int
    first: cython.uint
    n: cython.int = _unlisted(tree, node, board, moves)
    total: cython.float = n * UNLISTED_PRIOR
    for i in range(n):
        priors[i] = UNLISTED_PRIOR
    first = tree.begin_edges(node, had + n)
    if first == NO_NODE:
        return False
    for i in range(had):
        tree.edges[first + i] = tree.edges[old + i]
        total += tree.edges[first + i].prior
    _write(cython.address(tree.edges[first + had]), moves, priors, n)
    for i in range(had + n):
        tree.edges[first + i].prior /= max(total, ONE)
    tree.nodes[node].complete = True
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _unlisted(
    tree: Tree, node: cython.uint, board: Board, moves: cython.pointer(cython.ushort)
) -> cython.int:
    """List the legal moves that the node has no edge for."""
    target: cython.pointer(Node) = cython.address(tree.nodes[node])
    listed: cython.bint[SQUARES]
    i: cython.int
    n: cython.int = 0
    every: cython.int = all_moves(board, moves)
    for i in range(SQUARES):
        listed[i] = False
    for i in range(target.edge_count):
        listed[tree.edges[target.edges + i].move] = True
    for i in range(every):
        if not listed[moves[i]]:
            moves[n] = moves[i]
            n += 1
    return n
