"""MCTS-Solver (Winands et al. 2008): proofs go up the tree, here with distances.

A proof is a number of plies to the end, positive for a win of the side to move. A loss, or a
draw, is only proved over a complete move list: when every listed move is decided and the list
was not complete, the other moves are appended and the search goes on.
"""

import cython
from cython.cimports.core.game.board import Board
from cython.cimports.core.search.expand import add_remaining_moves
from cython.cimports.core.search.tree import DRAWN, NO_NODE, Edge, Node, Tree


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prove(
    tree: Tree, node: cython.uint, child: cython.uint, move: cython.ushort, board: Board
) -> cython.bint:
    """Propagate the proof of the child that `move` leads to, to its parent, whose position is on
    the board.

    Return whether that changed the parent's proof.
    """
    n: cython.pointer(Node) = cython.address(tree.nodes[node])
    proof: cython.int = tree.nodes[child].proof
    if proof < 0 and (n.proof == 0 or n.proof > 1 - proof):
        n.proof = 1 - proof
        n.win = move  # the node may lose its edges
        return True
    if n.proof == 0 and not n.terminal and (proof > 0 or tree.nodes[child].terminal == DRAWN):
        return _prove_loss_or_draw(tree, node, board)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _prove_loss_or_draw(tree: Tree, node: cython.uint, board: Board) -> cython.bint:
    n: cython.pointer(Node) = cython.address(tree.nodes[node])
    child: cython.pointer(Node)
    edge: cython.pointer(Edge)
    longest: cython.int = 0
    drawn: cython.bint = False
    i: cython.uint
    for i in range(n.edge_count):
        edge = cython.address(tree.edges[n.edges + i])
        if edge.child == NO_NODE:
            return False
        child = cython.address(tree.nodes[edge.child])
        if child.terminal == DRAWN:
            drawn = True
        elif child.proof <= 0:
            return False
        else:
            longest = max(longest, child.proof)
    if not n.complete and (
        not add_remaining_moves(tree, node, board) or _has_unvisited(tree, node)
    ):
        return False
    if drawn:
        n.terminal = DRAWN
        n.value_sum = 0.0
        n.square_sum = 0.0
    else:
        n.proof = -(longest + 1)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_unvisited(tree: Tree, node: cython.uint) -> cython.bint:
    n: cython.pointer(Node) = cython.address(tree.nodes[node])
    return n.edge_count > 0 and tree.edges[n.edges + n.edge_count - 1].child == NO_NODE
