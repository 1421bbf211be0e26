"""Cycles of a dependency graph: one shortest cycle of each strongly connected component.

The number of all cycles is exponential; whoever breaks the shortest and looks again has broken them all. Nothing here
recurses, so a chain may have any length.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["shortest_cycles"]

#: How many edges may be looked at. In most graphs the shortest cycles are known long before; in a large one where all
#: are long, the shortest found by then counts.
_MAX_EDGES = 1_000_000

Edges = Sequence[Sequence[int]]


def shortest_cycles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return one shortest cycle of each component that has a cycle, in the order of the graph.

    Args:
        graph: For each node the nodes that it depends on; nodes that have no row of their own are left out.

    Returns:
        The nodes of each cycle, in the direction of dependence; the first is the one that comes first in the graph.
    """
    names = list(graph)
    numbers = {name: number for number, name in enumerate(names)}
    edges = [[numbers[target] for target in dict.fromkeys(targets) if target in numbers] for targets in graph.values()]
    cycles: list[list[int]] = []
    edges_left = _MAX_EDGES
    for component in _components(edges):
        cycle, edges_seen = _shortest_cycle(sorted(component), edges, edges_left)
        edges_left -= edges_seen
        if cycle:
            cycles.append(cycle)
    return [[names[number] for number in cycle] for cycle in sorted(cycles)]


def _components(edges: Edges) -> list[list[int]]:
    """Return the strongly connected components, by Tarjan's algorithm with a stack of its own."""
    order: list[int] = [-1] * len(edges)
    lowest: list[int] = [0] * len(edges)
    waiting: list[int] = []
    place: list[int] = [-1] * len(edges)
    found: list[list[int]] = []
    visited = 0
    for root in range(len(edges)):
        if order[root] >= 0:
            continue
        path = [(root, iter(edges[root]))]
        order[root] = lowest[root] = visited
        visited += 1
        place[root] = len(waiting)
        waiting.append(root)
        while path:
            node, targets = path[-1]
            for target in targets:
                if order[target] < 0:
                    order[target] = lowest[target] = visited
                    visited += 1
                    place[target] = len(waiting)
                    waiting.append(target)
                    path.append((target, iter(edges[target])))
                    break
                if place[target] >= 0:
                    lowest[node] = min(lowest[node], order[target])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    component = waiting[place[node] :]
                    del waiting[place[node] :]
                    for member in component:
                        place[member] = -1
                    found.append(component)
    return found


def _shortest_cycle(component: list[int], edges: Edges, edges_left: int) -> tuple[list[int], int]:
    """Return a shortest cycle of one component, and how many edges were looked at; empty if it has none."""
    members = set(component)
    targets = {node: [target for target in edges[node] if target in members] for node in component}
    for node in component:
        if node in targets[node]:
            return [node], 0
    sources: dict[int, list[int]] = {node: [] for node in component}
    for node in component:
        for target in targets[node]:
            sources[target].append(node)
    alive = set(component)
    ways_out = {node: len(targets[node]) for node in component}
    ways_in = {node: len(sources[node]) for node in component}
    best: list[int] = []
    looked_at = 0
    for start in component:
        if start not in alive:
            continue
        cycle, edges_seen = _shortest_through(start, targets, alive, len(best))
        best = cycle or best
        looked_at += edges_seen
        if len(best) == 2 or looked_at > edges_left:
            break
        # Every other cycle avoids this node, and with it the nodes that lead nowhere else.
        gone = [start]
        while gone:
            node = gone.pop()
            if node not in alive:
                continue
            alive.remove(node)
            for target in targets[node]:
                ways_in[target] -= 1
                if not ways_in[target]:
                    gone.append(target)
            for source in sources[node]:
                ways_out[source] -= 1
                if not ways_out[source]:
                    gone.append(source)
    return best, looked_at


def _shortest_through(
    start: int, targets: Mapping[int, Sequence[int]], alive: set[int], length: int
) -> tuple[list[int], int]:
    """Return a shortest cycle through *start* that has fewer than *length* nodes, and how many edges were looked at.

    Any length will do for 0. The cycle is empty if there is none.
    """
    came_from = {start: start}
    depth = {start: 1}
    queue = deque([start])
    looked_at = 0
    while queue:
        node = queue.popleft()
        if length and depth[node] >= length:
            break
        for target in targets[node]:
            looked_at += 1
            if target == start:
                cycle = [node]
                while cycle[-1] != start:
                    cycle.append(came_from[cycle[-1]])
                return cycle[::-1], looked_at
            if target in alive and target not in came_from:
                came_from[target] = node
                depth[target] = depth[node] + 1
                queue.append(target)
    return [], looked_at
