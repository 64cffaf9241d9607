# Declarations of tree.py for the other compiled modules.

cimport cython

cdef enum:
    NO_NODE = 0xFFFFFFFF

# How a finished game looks from the side to move.
cdef enum:
    GOING_ON = 0
    DRAWN = 1
    LOST = 2

cdef struct Node:
    double value_sum            # of the visits, for the side to move at the node
    unsigned int visits
    unsigned int edges          # index of the first edge
    unsigned short edge_count
    short proof                 # +n: wins in n plies, -n: loses in n plies, 0: unknown
    unsigned char expanded
    unsigned char complete      # the edges hold every move that can matter
    unsigned char terminal      # GOING_ON, DRAWN, LOST
    unsigned char vcf_open      # the VCF search ran out of its budget

cdef struct Edge:
    unsigned int child          # NO_NODE until first visited
    float prior
    unsigned short move


@cython.final
cdef class Tree:
    cdef Node *nodes
    cdef Edge *edges
    cdef unsigned int node_count
    cdef unsigned int node_room
    cdef unsigned int edge_count
    cdef unsigned int edge_room
    cdef size_t max_bytes

    cdef void forget(self) noexcept nogil
    cdef unsigned int new_node(self) noexcept nogil
    cdef bint room_for_edges(self, int n) noexcept nogil
    cdef bint keep_only(self, unsigned int root) noexcept nogil
    cdef size_t _used(self) noexcept nogil
    cdef bint _grow_nodes(self) noexcept nogil
    cdef void _copy_subtree(self, unsigned int root, Node *kept, Edge *kept_edges) noexcept nogil
    cdef void _shrink(self) noexcept nogil
