"""PUCT: selection of the move to follow at a node.

Silver et al. 2017, with an exploration that grows with the logarithm of the visits. The edges are
sorted by prior, and an unvisited edge is only ever chosen as the first of the unvisited ones; so
the visited edges are a prefix, and selection stops one behind it.
"""

import cython
from cython.cimports.core.search.params import Params
from cython.cimports.core.search.tree import NO_NODE, Edge, Node, Tree
from cython.cimports.libc.math import logf, sqrtf

VISITS_SCALE = cython.declare(cython.float, 328.0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def select(tree: Tree, node: cython.uint, params: cython.pointer(Params)) -> cython.int:
    """Return the index of the edge to follow among the node's edges, of which there must be one.

    A move proved to win is taken at once; moves proved to lose only when there is no other.
    """
    n: cython.pointer(Node) = cython.address(tree.nodes[node])
    child: cython.pointer(Node)
    edge: cython.pointer(Edge)
    visits: cython.float = n.visits
    i: cython.int
    best: cython.int = 0
    best_score: cython.float = -1e30
    score: cython.float
    seen: cython.float = 0.0
    scale: cython.float = sqrtf(visits) * (
        params.c_puct + params.c_growth * logf(1 + visits / VISITS_SCALE)
    )
    for i in range(n.edge_count):
        edge = cython.address(tree.edges[n.edges + i])
        if edge.child == NO_NODE:
            score = params.fpu_parent * _mean(n) - params.fpu * sqrtf(seen) + scale * edge.prior
            return i if score > best_score else best
        child = cython.address(tree.nodes[edge.child])
        seen += edge.prior
        if child.proof > 0:
            continue
        if child.proof < 0:
            return i
        score = _value(edge, child, params.virtual_loss) + scale * edge.prior / (
            1 + edge.visits + edge.pending
        )
        if score > best_score:
            best_score = score
            best = i
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mean(n: cython.pointer(Node)) -> cython.float:
    return cython.cast(cython.float, n.value_sum / max(n.visits, 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _value(
    edge: cython.pointer(Edge), child: cython.pointer(Node), virtual_loss: cython.float
) -> cython.float:
    """Return a visited move's value for the side that plays it; threads below count as losses."""
    lost: cython.float = virtual_loss * edge.pending
    if lost == 0.0:
        return -_mean(child)
    return (-_mean(child) * edge.visits - lost) / (edge.visits + lost)
