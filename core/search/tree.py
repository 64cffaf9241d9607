"""Memory of a search: nodes, their edges, and the nodes by hash. A graph, not only a tree.

Three arrays that grow: nodes, edges (those of one node are contiguous), and an open-addressed table
of node indices by position hash, where transpositions meet. All three together keep to `max_bytes`,
on Windows including the old array that is copied from during growth: there only half of the memory
or a little more is in use in the end.

`collect` frees in place the nodes that a root does not reach, and the edges of nodes with few
visits: such a node becomes a leaf again, with its visits and value, and is expanded again when it
matters. It keeps the order of nodes and edges, sliding them down, so it needs no second copy.
"""

import sys

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memmove, memset

_MIN_NODES = cython.declare(cython.uint, 1024)
_MIN_EDGES = cython.declare(cython.uint, 4096)


@cython.final
@cython.cclass
class Tree:
    def __cinit__(self, max_bytes: cython.size_t):
        self.nodes = cython.NULL
        self.edges = cython.NULL
        self.table = cython.NULL
        self.max_bytes = max_bytes
        self.growth_copies = sys.platform == "win32"
        self.clear()

    def __dealloc__(self):
        self.clear()

    def clear(self) -> cython.void:
        """Drop all nodes and free the memory."""
        free(self.nodes)
        free(self.edges)
        free(self.table)
        self.nodes = cython.NULL
        self.edges = cython.NULL
        self.table = cython.NULL
        self.node_count = 0
        self.edge_count = 0
        self.node_room = 0
        self.edge_room = 0
        self.full = False

    def used_bytes(self) -> cython.size_t:
        return _bytes(self.node_room, self.edge_room)

    # ---- growth -----------------------------------------------------------------------------

    def new_node(self, hash: cython.ulonglong) -> cython.uint:
        """Return the index of a new, unvisited node, or NO_NODE when there is no memory for it."""
        if self.node_count == self.node_room and not self._grow_nodes():
            self.full = True
            return NO_NODE
        memset(cython.address(self.nodes[self.node_count]), 0, cython.sizeof(Node))
        self.nodes[self.node_count].hash = hash
        self._insert(self.node_count)
        self.node_count += 1
        return self.node_count - 1

    def find(self, hash: cython.ulonglong) -> cython.uint:
        """Return the index of the node with this hash, or NO_NODE."""
        slot: cython.uint = cython.cast(cython.uint, hash) & self.mask
        if self.node_room == 0:
            return NO_NODE
        while self.table[slot] != NO_NODE:
            if self.nodes[self.table[slot]].hash == hash:
                return self.table[slot]
            slot = (slot + 1) & self.mask
        return NO_NODE

    def begin_edges(self, owner: cython.uint, n: cython.int) -> cython.uint:
        """Give a node a new run of n edges for the caller to fill; return the index of the first.

        NO_NODE, with the node unchanged, when there is no memory.
        """
        if self.edge_count + n + 1 > self.edge_room and not self._grow_edges(n + 1):
            self.full = True
            return NO_NODE
        self.edges[self.edge_count].child = owner
        self.edges[self.edge_count].move = n
        self.nodes[owner].edges = self.edge_count + 1
        self.nodes[owner].edge_count = n
        self.edge_count += n + 1
        return self.nodes[owner].edges

    def _fits(self, node_room: cython.uint, edge_room: cython.uint) -> cython.bint:
        needed: cython.size_t = _bytes(node_room, edge_room)
        if self.growth_copies and node_room != self.node_room:
            needed += self.node_room * cython.sizeof(Node)
        if self.growth_copies and edge_room != self.edge_room:
            needed += self.edge_room * cython.sizeof(Edge)
        return needed <= self.max_bytes

    def _grow_nodes(self) -> cython.bint:
        room: cython.uint = self.node_room + self.node_room // 2 + _MIN_NODES
        while not self._fits(room, self.edge_room):
            room = self.node_room + (room - self.node_room) // 2
            if room < self.node_room + 64:
                return False
        if not self._resize_nodes(room):
            return False
        self._rebuild_table()
        return True

    def _resize_nodes(self, room: cython.uint) -> cython.bint:
        """Make room for `room` nodes; the table must then be rebuilt."""
        nodes: cython.pointer(Node) = cython.cast(
            cython.pointer(Node), realloc(self.nodes, room * cython.sizeof(Node))
        )
        table: cython.pointer(cython.uint)
        if nodes == cython.NULL:
            return False
        self.nodes = nodes
        table = cython.cast(
            cython.pointer(cython.uint),
            realloc(self.table, _table_slots(room) * cython.sizeof(cython.uint)),
        )
        if table == cython.NULL:
            return False
        self.table = table
        self.mask = _table_slots(room) - 1
        self.node_room = room
        return True

    def _grow_edges(self, n: cython.int) -> cython.bint:
        room: cython.uint = self.edge_room + self.edge_room // 2 + _MIN_EDGES
        while not self._fits(self.node_room, room):
            room = self.edge_room + (room - self.edge_room) // 2
            if room < self.edge_count + n or room == self.edge_room:
                return False
        return self._resize_edges(room)

    def _resize_edges(self, room: cython.uint) -> cython.bint:
        edges: cython.pointer(Edge) = cython.cast(
            cython.pointer(Edge), realloc(self.edges, room * cython.sizeof(Edge))
        )
        if edges == cython.NULL:
            return False
        self.edges = edges
        self.edge_room = room
        return True

    def _insert(self, node: cython.uint) -> cython.void:
        """Write a node into the table."""
        slot: cython.uint = cython.cast(cython.uint, self.nodes[node].hash) & self.mask
        while self.table[slot] != NO_NODE:
            slot = (slot + 1) & self.mask
        self.table[slot] = node

    def _rebuild_table(self) -> cython.void:
        """Rebuild the table from the nodes."""
        i: cython.uint
        memset(
            self.table,
            0xFF,
            (cython.cast(cython.size_t, self.mask) + 1) * cython.sizeof(cython.uint),
        )
        for i in range(self.node_count):
            self._insert(i)

    # ---- collection -------------------------------------------------------------------------

    def collect(self, root: cython.uint, least_visits: cython.uint) -> cython.uint:
        """Drop unreachable nodes and the edges of nodes with fewer visits, and free the memory.

        The root keeps its edges. Return its new index.
        """
        moved: cython.pointer(cython.uint) = self.table
        self._mark(root, least_visits, moved)
        self._slide_edges(moved)
        root = moved[root]
        self._slide_nodes(moved)
        self._resize_to_spare()
        self._rebuild_table()
        self.full = False
        return root

    def _resize_to_spare(self) -> cython.void:
        """Leave room for a quarter more nodes and edges, or as much as the memory allows."""
        nodes: cython.uint = self.node_count // 4 + _MIN_NODES
        edges: cython.uint = self.edge_count // 4 + _MIN_EDGES
        while (
            nodes + edges > 0
            and _bytes(self.node_count + nodes, self.edge_count + edges) > self.max_bytes
        ):
            nodes //= 2
            edges //= 2
        self._resize_edges(max(self.edge_count + edges, 1))
        self._resize_nodes(self.node_count + nodes)

    def eviction_visits(self) -> cython.uint:
        """Return the visits a node needs to keep its edges if half of the memory is to be freed."""
        least: cython.uint = 2
        kept: cython.size_t
        i: cython.uint
        while True:
            kept = 0
            for i in range(self.node_count):
                if self.nodes[i].visits >= least:
                    kept += self.nodes[i].edge_count + 1
            if kept <= self.edge_count // 2 or least >= 1 << 30:
                return least
            least *= 2

    def _mark(
        self, root: cython.uint, least_visits: cython.uint, moved: cython.pointer(cython.uint)
    ) -> cython.void:
        """Number the nodes that the root reaches, NO_NODE for the rest.

        Nodes with fewer visits lose their edges. The second half of the table serves as the queue.
        """
        queue: cython.pointer(cython.uint) = moved + self.node_room
        node: cython.pointer(Node)
        ahead: cython.uint = 1
        done: cython.uint = 0
        child: cython.uint
        i: cython.uint
        memset(moved, 0xFF, self.node_count * cython.sizeof(cython.uint))
        moved[root] = 0
        queue[0] = root
        while done < ahead:
            node = cython.address(self.nodes[queue[done]])
            if node.visits < least_visits and done > 0:
                node.expanded = False
                node.complete = False
                node.edge_count = 0
            for i in range(node.edge_count):
                child = self.edges[node.edges + i].child
                if child != NO_NODE and moved[child] == NO_NODE:
                    moved[child] = 0
                    queue[ahead] = child
                    ahead += 1
            done += 1
        done = 0
        for i in range(self.node_count):
            if moved[i] != NO_NODE:
                moved[i] = done
                done += 1

    def _slide_edges(self, moved: cython.pointer(cython.uint)) -> cython.void:
        """Close the gaps between the runs of edges still in use."""
        source: cython.uint = 0
        target: cython.uint = 0
        owner: cython.uint
        n: cython.uint
        i: cython.uint
        while source < self.edge_count:
            owner = self.edges[source].child
            n = self.edges[source].move + 1
            if (
                moved[owner] != NO_NODE
                and self.nodes[owner].edge_count > 0
                and self.nodes[owner].edges == source + 1
            ):
                memmove(
                    cython.address(self.edges[target]),
                    cython.address(self.edges[source]),
                    n * cython.sizeof(Edge),
                )
                self.nodes[owner].edges = target + 1
                for i in range(target, target + n):
                    if self.edges[i].child != NO_NODE:
                        self.edges[i].child = moved[self.edges[i].child]
                target += n
            source += n
        self.edge_count = target

    def _slide_nodes(self, moved: cython.pointer(cython.uint)) -> cython.void:
        i: cython.uint
        kept: cython.uint = 0
        for i in range(self.node_count):
            if moved[i] != NO_NODE:
                self.nodes[kept] = self.nodes[i]
                kept += 1
        self.node_count = kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _table_slots(node_room: cython.uint) -> cython.size_t:
    """Return the slots of the table: a power of two, at least twice the nodes."""
    slots: cython.size_t = 2 * _MIN_NODES
    while slots < 2 * cython.cast(cython.size_t, node_room):
        slots *= 2
    return slots


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bytes(node_room: cython.uint, edge_room: cython.uint) -> cython.size_t:
    if node_room == 0 and edge_room == 0:
        return 0
    return (
        node_room * cython.sizeof(Node)
        + edge_room * cython.sizeof(Edge)
        + _table_slots(node_room) * cython.sizeof(cython.uint)
    )
