"""Whether a graph can be drawn without crossings, and in which order edges then leave each node.

The method is that of Demoucron, Malgrange and Pertuiset: begin with a cycle, and lay one path after
another through a face that touches all the ends of what still hangs on it. A graph that falls apart
when one node is taken out is laid part by part.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

Graph = list[list[int]]  # the neighbours of every node; both ends name each other
Rotation = list[list[int]]  # the same, in the order in which they lie around the node


def embed(graph: Graph) -> Rotation | None:
    """The order of the edges around every node in a drawing without crossings; None if none exists.

    The graph is simple and in one piece.

    >>> embed([[1, 2], [2, 0], [0, 1]])
    [[1, 2], [2, 0], [0, 1]]
    >>> embed([[b for b in range(5) if b != a] for a in range(5)]) is None  # five, all neighbours
    True
    """
    order: Rotation = [[] for _ in graph]
    for block in _blocks(graph):
        laid = _lay_block(block)
        if laid is None:
            return None
        for node, around in laid.items():
            order[node].extend(around)
    return order


def count_faces(order: Rotation) -> int:
    """Into how many faces a drawing with these orders would cut the sphere."""
    return len(trace_faces(order))


def trace_faces(order: Rotation) -> list[list[int]]:
    """The nodes along every face; at each one it turns to the neighbour before in the order."""
    place = {(a, b): k for a, around in enumerate(order) for k, b in enumerate(around)}
    left = dict.fromkeys(place, True)
    faces: list[list[int]] = []
    for start in place:
        if not left[start]:
            continue
        face: list[int] = []
        a, b = start
        while left[a, b]:
            left[a, b] = False
            face.append(a)
            a, b = b, order[b][place[b, a] - 1]
        faces.append(face)
    return faces


def is_flat(order: Rotation) -> bool:
    """Whether a connected graph with these orders lies in the plane (Euler's formula)."""
    edges = sum(len(around) for around in order) // 2
    return len(order) - edges + count_faces(order) == 2


# ---- parts that hang together at single nodes ----


class _Search:
    """Depth-first, noting how far back every part of the tree reaches."""

    def __init__(self, graph: Graph) -> None:
        self.graph: Final = graph
        self.depth: Final[dict[int, int]] = {}
        self.low: Final[dict[int, int]] = {}
        self.path: Final[list[tuple[int, int]]] = []
        self.blocks: Final[list[list[tuple[int, int]]]] = []

    def visit(self, node: int, parent: int) -> None:
        """Go on from this node; a part that reaches no further back than it is a block."""
        self.depth[node] = self.low[node] = len(self.depth)
        for other in self.graph[node]:
            if other == parent:
                continue
            if other in self.depth:
                if self.depth[other] < self.depth[node]:
                    self.path.append((node, other))
                    self.low[node] = min(self.low[node], self.depth[other])
                continue
            mark = len(self.path)
            self.path.append((node, other))
            self.visit(other, node)
            self.low[node] = min(self.low[node], self.low[other])
            if self.low[other] >= self.depth[node]:
                self.blocks.append(self.path[mark:])
                del self.path[mark:]


def _blocks(graph: Graph) -> list[list[tuple[int, int]]]:
    """The edges of every part that no single node cuts in two."""
    if not graph:
        return []
    search = _Search(graph)
    search.visit(0, -1)
    return search.blocks


# ---- one such part ----


def _lay_block(edges: list[tuple[int, int]]) -> dict[int, list[int]] | None:
    near: dict[int, list[int]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    if len(edges) == 1:
        return near
    if len(edges) > 3 * len(near) - 6:
        return None
    cycle = _cycle(near)
    faces = [cycle, cycle[::-1]]
    laid = {(a, b) for face in faces for a, b in zip(face, face[1:] + face[:1], strict=True)}
    while len(laid) < 2 * len(edges):
        choice = _choose(near, faces, laid)
        if choice is None:
            return None
        face, path = choice
        _split(faces, face, path)
        for a, b in pairwise(path):
            laid |= {(a, b), (b, a)}
    return _orders(faces)


def _cycle(near: dict[int, list[int]]) -> list[int]:
    """Some cycle: back along a tree from the first edge that closes one."""
    start = next(iter(near))
    came: dict[int, int] = {start: -1}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        for other in near[node]:
            if other == came[node]:
                continue
            if other in came:
                return _join(came, node, other)
            came[other] = node
            waiting.append(other)
    raise ValueError("a part without a cycle is one edge")


def _join(came: dict[int, int], one: int, two: int) -> list[int]:
    """The cycle of an edge and the ways of both its ends to where they part."""
    ways: list[list[int]] = []
    for end in (one, two):
        way = [end]
        while came[way[-1]] >= 0:
            way.append(came[way[-1]])
        ways.append(way)
    first, second = ways
    while len(first) > 1 and len(second) > 1 and first[-2] == second[-2]:
        first.pop()
        second.pop()
    return first + second[-2::-1]


def _choose(
    near: dict[int, list[int]], faces: list[list[int]], laid: set[tuple[int, int]]
) -> tuple[int, list[int]] | None:
    """The next path and the face it goes through; None if something fits into no face.

    What fits into one face only goes first, since nothing else can be done with it.
    """
    on_face: dict[int, int] = {}
    for number, face in enumerate(faces):
        for node in face:
            on_face[node] = on_face.get(node, 0) | 1 << number
    chosen: tuple[int, list[int]] | None = None
    seen: set[int] = set()
    for node in on_face:
        for other in near[node]:
            if (node, other) in laid or other in seen:
                continue
            if other in on_face:
                if node > other:
                    continue
                fits, path = on_face[node] & on_face[other], [node, other]
            else:
                fits, path = _hanging(near, on_face, node, other, seen)
            if not fits:
                return None
            if chosen is None or fits & (fits - 1) == 0:
                chosen = ((fits & -fits).bit_length() - 1, path)
                if fits & (fits - 1) == 0:
                    return chosen
    return chosen


def _hanging(
    near: dict[int, list[int]], on_face: dict[int, int], node: int, first: int, seen: set[int]
) -> tuple[int, list[int]]:
    """Where a part that hangs on the drawing may go, and a path through it from node to another."""
    fits = -1
    came = {first: node}
    waiting = [first]
    path: list[int] = []
    while waiting:
        inner = waiting.pop()
        seen.add(inner)
        for other in near[inner]:
            if other in on_face:
                fits &= on_face[other]
                if not path and other != node:
                    path = [other, inner]
                    while path[-1] != node:
                        path.append(came[path[-1]])
            elif other not in came:
                came[other] = inner
                waiting.append(other)
    return fits, path[::-1]


def _split(faces: list[list[int]], number: int, path: list[int]) -> None:
    """Cut a face in two along a path; both go round as it did."""
    face = faces[number]
    start, end = face.index(path[0]), face.index(path[-1])
    ring = face[start:] + face[:start]
    cut = (end - start) % len(face)
    faces[number] = path + ring[cut + 1 :]
    faces.append(ring[: cut + 1] + path[-2:0:-1])


def _orders(faces: list[list[int]]) -> dict[int, list[int]]:
    """The order around every node, so that faces turn to the neighbour before."""
    before: dict[int, dict[int, int]] = {}
    for face in faces:
        for n, node in enumerate(face):
            before.setdefault(node, {})[face[n - 1]] = face[(n + 1) % len(face)]
    orders: dict[int, list[int]] = {}
    for node, turn in before.items():
        first = next(iter(turn))
        around = [first]
        while turn[around[-1]] != first:
            around.append(turn[around[-1]])
        orders[node] = around[::-1]
    return orders
