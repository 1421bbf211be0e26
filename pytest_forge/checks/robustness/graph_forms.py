"""Graph forms: arguments that take items with what each of them needs, and calls with such a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from ...strategies.schemas.flat_schema import FlatSchema, types_of

__all__ = ["Graph", "GraphForm", "graph_forms"]

#: What each item needs, by the name of the item.
Graph = Mapping[str, list[str]]


class GraphForm(Struct, frozen=True):
    """A way to write a graph in a call.

    Attributes:
        name: The argument.
        make: Makes a call of a graph.
    """

    name: str
    make: Callable[[Graph], dict[str, Any]]


def graph_forms(view: FlatSchema, base: Mapping[str, Any], graphs: Iterable[Graph]) -> Iterator[GraphForm]:
    """Yield the arguments that take a graph: lists of names by name, or records with a name and a list of names.

    Args:
        view: The schema of the tool.
        base: A call of it.
        graphs: Graphs that must fit the schema in this form.
    """
    graphs = list(graphs)
    for name, node in (view.root.get("properties") or {}).items():
        for flat in view.alternatives(node):
            makers: list[Callable[[Graph], Any]] = []
            if "object" in types_of(flat) and not flat.get("properties"):
                makers = [dict]
            elif "array" in types_of(flat):
                makers = list(_records(view, flat.get("items", True), base.get(name)))
            for maker in makers:
                form = GraphForm(name, lambda graph, name=name, maker=maker: {**base, name: maker(graph)})  # type: ignore[misc]
                if all(view.fits(view.root, form.make(graph)) for graph in graphs):
                    yield form


def _records(view: FlatSchema, node: Any, usual: Any) -> Iterator[Callable[[Graph], Any]]:
    """Yield makers of records like the usual ones, with each pair of a text and a list."""
    record = usual[0] if isinstance(usual, list) and usual and isinstance(usual[0], Mapping) else {}
    texts, lists = ([key for key, part in record.items() if isinstance(part, kind)] for kind in (str, list))
    for flat in view.alternatives(node):
        for key, part in (flat.get("properties") or {}).items():
            if key not in record and any("array" in types_of(one) for one in view.alternatives(part)):
                lists.append(key)
    for text in texts:
        for several in lists:
            yield lambda graph, text=text, several=several: [  # type: ignore[misc]
                {**record, text: item, several: needs} for item, needs in graph.items()
            ]
