"""Cycles of dependency graphs, compared with a search through all of them."""

from itertools import pairwise, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from forge_harness.contracts.dependency_cycles import shortest_cycles

NODES = "abcde"
GRAPHS = st.fixed_dictionaries({name: st.lists(st.sampled_from(NODES + "x"), max_size=3) for name in NODES})


def every_cycle(graph):
    """Every cycle, as the set of its nodes and its length, by trying each order of nodes."""
    found = []
    for size in range(1, len(NODES) + 1):
        for path in permutations(graph, size):
            ring = [*path, path[0]]
            if all(after in graph[before] for before, after in pairwise(ring)):
                found.append(path)
    return found


def reachable(graph, start):
    seen, pending = set(), [start]
    while pending:
        for target in graph.get(pending.pop(), []):
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return seen


@settings(max_examples=50)
@given(GRAPHS)
def test_each_component_has_one_of_its_shortest_cycles(graph):
    cycles = shortest_cycles(graph)

    shortest = {}
    for path in every_cycle(graph):
        component = frozenset(node for node in reachable(graph, path[0]) if path[0] in reachable(graph, node))
        shortest[component] = min(shortest.get(component, 99), len(path))
    found = {
        frozenset(node for node in reachable(graph, cycle[0]) if cycle[0] in reachable(graph, node)): len(cycle)
        for cycle in cycles
    }
    assert found == shortest
    assert len(cycles) == len(shortest)
    for cycle in cycles:
        ring = [*cycle, cycle[0]]
        assert all(after in graph[before] for before, after in pairwise(ring))
        assert cycle[0] == min(cycle, key=list(graph).index)


def test_a_cycle_behind_a_longer_one_is_found():
    ring = {f"n{number}": [f"n{(number + 1) % 50}"] for number in range(50)}
    ring["n30"].append("n27")

    assert shortest_cycles(ring) == [["n27", "n28", "n29", "n30"]]


def test_a_large_graph_of_long_cycles_has_a_short_one_anyway():
    side = 60
    grid = {
        f"{row}/{column}": [f"{(row + 1) % side}/{column}", f"{row}/{(column + 1) % side}"]
        for row in range(side)
        for column in range(side)
    }

    assert [len(cycle) for cycle in shortest_cycles(grid)] == [side]
