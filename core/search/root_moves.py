"""Ranking of the root moves, from the best to the worst.

A move proved to win comes first (the soonest), one proved to lose last (the latest). In between,
moves with at least a tenth of the most visits are ordered by their lower confidence bound (LCB):
mean value less some standard errors; the others by visits.
"""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.search.tree import NO_NODE, Edge, Node, Tree
from cython.cimports.libc.math import sqrt

from core.search.candidate import Candidate, RootEdge

PROVED = cython.declare(cython.double, 1e12)
ELIGIBLE = cython.declare(cython.double, 1e10)  # above any number of visits
MAX_LINE = cython.declare(cython.int, 60)


@cython.cfunc
def root_moves(tree: Tree, root: cython.uint, board: Board, lcb: cython.double) -> list:
    """Return a `Candidate` for every root move, best first."""
    n: cython.pointer(Node) = cython.address(tree.nodes[root])
    most: cython.uint = 0
    i: cython.uint
    for i in range(n.edge_count):
        most = max(most, tree.edges[n.edges + i].visits)
    ranked = [
        (-_rank(tree, cython.address(tree.edges[n.edges + i]), most, lcb), i)
        for i in range(n.edge_count)
    ]
    return [_root_move(tree, root, board, i) for _, i in sorted(ranked)]


@cython.cfunc
def edges(tree: Tree, root: cython.uint, board: Board) -> list:
    """Return a `RootEdge` for every root move, by descending prior."""
    n: cython.pointer(Node) = cython.address(tree.nodes[root])
    edge: cython.pointer(Edge)
    found: list = []
    i: cython.uint
    for i in range(n.edge_count):
        edge = cython.address(tree.edges[n.edges + i])
        value, proof = _value(tree, edge)
        found.append(RootEdge(board.point_of(edge.move), edge.prior, edge.visits, value, proof))
    return found


@cython.cfunc
def _value(tree: Tree, edge: cython.pointer(Edge)) -> tuple:
    """Return value and proof of a move for the side that plays it; 0 where it has no visit."""
    child: cython.pointer(Node)
    if edge.child == NO_NODE or tree.nodes[edge.child].visits == 0:
        return 0.0, 0
    child = cython.address(tree.nodes[edge.child])
    if child.proof > 0:
        return -1.0, -(child.proof + 1)
    if child.proof < 0:
        return 1.0, 1 - child.proof
    return -child.value_sum / child.visits, 0


@cython.cfunc
def _root_move(tree: Tree, root: cython.uint, board: Board, i: cython.uint) -> object:
    n: cython.pointer(Node) = cython.address(tree.nodes[root])
    edge: cython.pointer(Edge) = cython.address(tree.edges[n.edges + i])
    point = board.point_of(edge.move)
    if edge.child == NO_NODE or tree.nodes[edge.child].visits == 0:
        proof = _unvisited_proof(n)
        value = n.value_sum / n.visits if n.visits else 0.0
        if proof:
            value = 1.0 if proof > 0 else -1.0
        return Candidate(point, 0, edge.prior, value, proof, (point,))
    value, proof = _value(tree, edge)
    line = (point, *_line(tree, edge.child, board))
    return Candidate(point, edge.visits, edge.prior, value, proof, line)


@cython.cfunc
def _unvisited_proof(root: cython.pointer(Node)) -> cython.int:
    """Return the proof of an unvisited root move, if that of the root tells it.

    All moves of a lost root lose, and all those of a root with a five win; so does a winning four,
    the only move of its root. The moves of a root that was proved otherwise, whose `win` is set,
    need not win.
    """
    if root.proof < 0 or root.proof == 1:
        return root.proof
    return 3 if root.proof == 3 and root.edge_count == 1 and not root.win else 0


@cython.cfunc
def _line(tree: Tree, node: cython.uint, board: Board) -> list:
    """Return the most visited line below a node; in a proved node the line of its proof."""
    points: list = []
    best: cython.uint = _best_edge(tree, node)
    while best != NO_NODE and len(points) < MAX_LINE:
        points.append(board.point_of(tree.edges[best].move))
        best = _best_edge(tree, tree.edges[best].child)
    return points


@cython.cfunc
def _best_edge(tree: Tree, node: cython.uint) -> cython.uint:
    n: cython.pointer(Node) = cython.address(tree.nodes[node])
    best: cython.uint = NO_NODE
    best_rank: cython.double = -1e300
    rank: cython.double
    i: cython.uint
    for i in range(n.edges, n.edges + n.edge_count):
        if tree.edges[i].child == NO_NODE:
            break
        rank = _rank(tree, cython.address(tree.edges[i]), 0, 0.0)
        if rank > best_rank:
            best_rank = rank
            best = i
    return best


@cython.cfunc
def _rank(
    tree: Tree, edge: cython.pointer(Edge), most: cython.uint, lcb: cython.double
) -> cython.double:
    """Return a number that orders the moves, the best highest; its size has no other meaning."""
    child: cython.pointer(Node)
    if edge.child == NO_NODE:
        return edge.prior
    child = cython.address(tree.nodes[edge.child])
    if child.proof < 0:
        return PROVED + child.proof
    if child.proof > 0:
        return -PROVED + child.proof
    if lcb > 0 and child.visits > 1 and 10 * cython.cast(cython.ulonglong, edge.visits) >= most:
        return ELIGIBLE + _lower_bound(child, lcb)
    return edge.visits + edge.prior


@cython.cfunc
def _lower_bound(child: cython.pointer(Node), lcb: cython.double) -> cython.double:
    """Return the value of the move into `child` less `lcb` standard errors."""
    mean: cython.double = child.value_sum / child.visits
    variance: cython.double = max(child.square_sum / child.visits - mean * mean, 1e-4)
    return -mean - lcb * sqrt(variance / child.visits)
