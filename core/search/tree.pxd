# Declarations of tree.py for the other compiled modules.

cimport cython

cdef enum:
    NO_NODE = 0xFFFFFFFF

cdef enum:
    SOLVER_DONE = 255

# State of the game at a node, seen by the side to move.
cdef enum:
    GOING_ON = 0
    DRAWN = 1               # by a full board, or proved
    LOST = 2

cdef struct Node:
    unsigned long long hash
    double value_sum            # sum over visits, for the side to move at the node
    # Sum of the squared values. As a float it stops at 2^24 visits, where no bound is 0.002 wide.
    float square_sum
    unsigned int visits
    unsigned int edges          # index of the first edge
    unsigned short edge_count
    short proof                 # +n: wins in at most n plies, -n: loses so, 0: unknown
    unsigned char inspected     # decided positions were looked for (Worker._inspect)
    unsigned char expanded
    unsigned char complete      # the edges include every move that can matter
    unsigned char terminal      # GOING_ON, DRAWN, LOST
    unsigned char vcf_level     # VCF searches done so far; SOLVER_DONE: the last was complete
    unsigned char vct_level     # the same for VCT
    unsigned short win          # first move of the win found here; 0 if none or the classes show it

# The edges of a node follow a header edge: its `child` is the node, its `move` the number of edges.
cdef struct Edge:
    unsigned int child          # NO_NODE until first visited
    unsigned int visits
    float prior
    unsigned short move
    unsigned short pending      # threads currently below it


@cython.final
cdef class Tree:
    cdef Node *nodes
    cdef Edge *edges
    cdef unsigned int *table    # node indices by hash, linear probing; twice as many as nodes
    cdef unsigned int mask      # number of slots minus one
    cdef unsigned int node_count
    cdef unsigned int node_room
    cdef unsigned int edge_count
    cdef unsigned int edge_room
    cdef size_t max_bytes
    cdef bint growth_copies            # growing an array copies it and needs both
    cdef bint full              # an allocation failed since the last collection

    cdef void clear(self) noexcept nogil
    cdef unsigned int new_node(self, unsigned long long hash) noexcept nogil
    cdef unsigned int find(self, unsigned long long hash) noexcept nogil
    cdef unsigned int begin_edges(self, unsigned int owner, int n) noexcept nogil
    cdef unsigned int collect(self, unsigned int root, unsigned int least_visits) noexcept nogil
    cdef unsigned int eviction_visits(self) noexcept nogil
    cdef size_t used_bytes(self) noexcept nogil
    cdef bint _fits(self, unsigned int node_room, unsigned int edge_room) noexcept nogil
    cdef bint _grow_nodes(self) noexcept nogil
    cdef bint _resize_nodes(self, unsigned int room) noexcept nogil
    cdef bint _grow_edges(self, int n) noexcept nogil
    cdef bint _resize_edges(self, unsigned int room) noexcept nogil
    cdef void _insert(self, unsigned int node) noexcept nogil
    cdef void _rebuild_table(self) noexcept nogil
    cdef void _mark(
        self, unsigned int root, unsigned int least_visits, unsigned int *moved
    ) noexcept nogil
    cdef void _resize_to_spare(self) noexcept nogil
    cdef void _slide_edges(self, unsigned int *moved) noexcept nogil
    cdef void _slide_nodes(self, unsigned int *moved) noexcept nogil
