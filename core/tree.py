"""The memory of a search tree: two growing arrays, one of nodes and one of their edges.

Node 0 is the root. Re-rooting copies the subtree that is kept into fresh arrays, so for that
moment the tree may take twice its size: `max_bytes` bounds one copy.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memset


@cython.final
@cython.cclass
class Tree:
    def __cinit__(self, max_bytes: cython.size_t):
        self.nodes = cython.NULL
        self.edges = cython.NULL
        self.max_bytes = max_bytes
        self.node_count = 0
        self.edge_count = 0
        self.node_room = 0
        self.edge_room = 0

    def __dealloc__(self):
        self.forget()

    def forget(self) -> cython.void:
        """Gives all memory back."""
        free(self.nodes)
        free(self.edges)
        self.nodes = cython.NULL
        self.edges = cython.NULL
        self.node_count = 0
        self.edge_count = 0
        self.node_room = 0
        self.edge_room = 0

    def _used(self) -> cython.size_t:
        return self.node_room * cython.sizeof(Node) + self.edge_room * cython.sizeof(Edge)

    def new_node(self) -> cython.uint:
        """The index of a fresh, unvisited node, or NO_NODE when there is no memory for it."""
        if self.node_count == self.node_room and not self._grow_nodes():
            return NO_NODE
        memset(cython.address(self.nodes[self.node_count]), 0, cython.sizeof(Node))
        self.node_count += 1
        return self.node_count - 1

    def _grow_nodes(self) -> cython.bint:
        more: cython.uint = self.node_room // 2 + 1024
        grown: cython.pointer(Node)
        if self._used() + more * cython.sizeof(Node) > self.max_bytes:
            return False
        grown = cython.cast(
            cython.pointer(Node),
            realloc(self.nodes, (self.node_room + more) * cython.sizeof(Node)),
        )
        if grown == cython.NULL:
            return False
        self.nodes = grown
        self.node_room += more
        return True

    def room_for_edges(self, n: cython.int) -> cython.bint:
        """Whether n more edges may be written at `edges[edge_count]`; grows if need be."""
        more: cython.uint = self.edge_room // 2 + 4096
        grown: cython.pointer(Edge)
        if self.edge_count + n <= self.edge_room:
            return True
        if self._used() + more * cython.sizeof(Edge) > self.max_bytes:
            return False
        grown = cython.cast(
            cython.pointer(Edge),
            realloc(self.edges, (self.edge_room + more) * cython.sizeof(Edge)),
        )
        if grown == cython.NULL:
            return False
        self.edges = grown
        self.edge_room += more
        return True

    def keep_only(self, root: cython.uint) -> cython.bint:
        """Makes `root` the root and drops all that is not below it.

        False, with the tree as it was, when there is no memory for the copy.
        """
        kept: cython.pointer(Node) = cython.cast(
            cython.pointer(Node), malloc(self.node_count * cython.sizeof(Node))
        )
        kept_edges: cython.pointer(Edge) = cython.cast(
            cython.pointer(Edge), malloc((self.edge_count + 1) * cython.sizeof(Edge))
        )
        if kept == cython.NULL or kept_edges == cython.NULL:
            free(kept)
            free(kept_edges)
            return False
        self._copy_subtree(root, kept, kept_edges)
        free(self.nodes)
        free(self.edges)
        self.nodes = kept
        self.edges = kept_edges
        self._shrink()
        return True

    def _copy_subtree(
        self,
        root: cython.uint,
        kept: cython.pointer(Node),
        kept_edges: cython.pointer(Edge),
    ) -> cython.void:
        """Copies breadth first: the nodes already copied are the queue."""
        done: cython.uint = 0
        edge: cython.pointer(Edge)
        first: cython.uint
        i: cython.uint
        nodes_kept: cython.uint = 1
        edges_kept: cython.uint = 0
        kept[0] = self.nodes[root]
        while done < nodes_kept:
            first = kept[done].edges
            kept[done].edges = edges_kept
            for i in range(kept[done].edge_count):
                edge = cython.address(kept_edges[edges_kept])
                edge[0] = self.edges[first + i]
                if edge.child != NO_NODE:
                    kept[nodes_kept] = self.nodes[edge.child]
                    edge.child = nodes_kept
                    nodes_kept += 1
                edges_kept += 1
            done += 1
        self.node_count = nodes_kept
        self.edge_count = edges_kept

    def _shrink(self) -> cython.void:
        """Gives back the ends of the arrays that the copy did not need."""
        nodes: cython.pointer(Node) = cython.cast(
            cython.pointer(Node), realloc(self.nodes, self.node_count * cython.sizeof(Node))
        )
        edges: cython.pointer(Edge) = cython.cast(
            cython.pointer(Edge), realloc(self.edges, (self.edge_count + 1) * cython.sizeof(Edge))
        )
        if nodes != cython.NULL:
            self.nodes = nodes
        if edges != cython.NULL:
            self.edges = edges
        self.node_room = self.node_count
        self.edge_room = self.edge_count + 1
