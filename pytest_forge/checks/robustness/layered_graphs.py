"""Layered graphs: items in layers of two, each of which needs both items of the layer before.

a1, b1     a2, b2 need a1 and b1     a3, b3 need a2 and b2     ...

From the last item, each layer doubles the ways to the first one: what follows all ways, and remembers no item, takes
twice as long with each layer. As many items in a chain take no time.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.asking import looks_failed
from ..calls.preparation.record_makers import makers_of
from ..calls.sequences import NamedCall, before_json
from .graph_forms import Graph, graph_forms
from .lasting_reads import calls_that_fit

__all__ = ["holds_graphs", "judge_layered_graphs", "judge_stored_graphs"]

#: Layers that every tool answers, and of which the ways are some millions.
_FEW, _MANY = 4, 22
_SHARE, _MAX_FORMS, _MAX_MAKERS = 0.2, 3, 2
_ADVICE = "Remember what was found for an item, or visit the items in the order of their needs."

#: Measures the seconds of a call; infinite if it does not return.
_Seconds = Callable[[dict[str, Any]], float]


def layers(number: int) -> Graph:
    """Return that many layers, the first one first."""
    graph: dict[str, list[str]] = {}
    before: list[str] = []
    for layer in range(number):
        names = [f"{letter}{layer}" for letter in "ab"]
        graph.update((name, before) for name in names)
        before = names
    return graph


def chain(number: int) -> Graph:
    """Return as many items, each of which needs the one before it."""
    names = list(layers(number))
    return {name: names[at - 1 : at] if at else [] for at, name in enumerate(names)}


def holds_graphs(subject: Subject, base: dict[str, Any]) -> bool:
    """Tell whether a tool may take a graph, or another tool of its server may store one."""
    view = FlatSchema(subject.schema)
    if any(True for _ in graph_forms(view, base, (layers(_MANY), chain(_MANY)))):
        return True
    is_reader = subject.is_served and subject.facts.tier == "read"
    return is_reader and bool(_named(view, base, "")[1:]) and any(True for _ in _stores(subject, base))


def judge_layered_graphs(subject: Subject, seconds: _Seconds, base: dict[str, Any]) -> None:
    """Judge that a call with a layered graph returns, if it does with few layers and with a chain.

    Raises:
        CheckFailure: If it does not, twice.
    """
    view, patience = FlatSchema(subject.schema), subject.patience(_SHARE)
    for form in itertools.islice(graph_forms(view, base, (layers(_MANY), chain(_MANY))), _MAX_FORMS):
        for named in _named(view, base, form.name):

            def taken(graph: Graph, named: str = named, make: Callable[..., Any] = form.make) -> float:
                call = make(graph)
                return seconds({**call, named: list(graph)[-1]} if named else call)

            if patience.is_over:
                return
            if math.inf in (taken(layers(_FEW)), taken(chain(_MANY))) or taken(layers(_MANY)) < math.inf:
                continue
            if taken(layers(_MANY)) == math.inf and taken(chain(_MANY)) < math.inf:
                call = form.make(layers(_MANY))
                raise CheckFailure(
                    "exponential_time",
                    f"A call with {2 * _MANY} items in {form.name!r} did not return, each of which needs two items, "
                    f"though it did with as many in a chain. {_ADVICE}",
                    about=form.name,
                    arguments={**call, named: list(layers(_MANY))[-1]} if named else call,
                )


def _named(view: FlatSchema, base: dict[str, Any], name: str) -> list[str]:
    """Return "" and the arguments that may name the item at which to begin."""
    last = list(layers(_MANY))[-1]
    texts = [other for other, value in base.items() if other != name and isinstance(value, str)]
    return ["", *(other for other in texts if view.fits(view.root, {**base, other: last}))]


class _Store(Struct, frozen=True):
    """A tool that stores a record with a name and the names of others.

    Attributes:
        maker: The tool.
        record: A call of it.
        name: The argument for the name.
        others: The argument for the names of others.
    """

    maker: Subject
    record: dict[str, Any]
    name: str
    others: str

    def filled(self, graph: Graph) -> list[NamedCall]:
        """Return the calls that have stored a graph on a new server; none if one of them failed."""
        self.maker.renew()
        calls = [{**self.record, self.name: item, self.others: needs} for item, needs in graph.items()]
        is_stored = not any(looks_failed(self.maker.call(call)) for call in calls)
        return [(self.maker.facts.name, call) for call in calls] if is_stored else []


def judge_stored_graphs(subject: Subject, seconds: _Seconds, base: dict[str, Any]) -> None:
    """Judge the same of a server's reader, for records of which each names others, as another tool stores them.

    Raises:
        CheckFailure: If a call does not return.
    """
    view, patience = FlatSchema(subject.schema), subject.patience(_SHARE)
    for store, named in itertools.product(_stores(subject, base), _named(view, base, "")[1:]):

        def taken(graph: Graph, store: _Store = store, named: str = named) -> float | None:
            return seconds({**base, named: list(graph)[-1]}) if store.filled(graph) else None

        if patience.is_over:
            return
        if taken(layers(_FEW)) in (None, math.inf) or taken(layers(_MANY)) != math.inf:
            continue
        if taken(chain(_MANY)) not in (None, math.inf):
            raise CheckFailure(
                "exponential_time",
                f"With {2 * _MANY} records of {store.maker.facts.name!r}, of which each names two in "
                f"{store.others!r}, a call did not return, though it did with as many in a chain. {_ADVICE}",
                about=named,
                arguments={**base, named: list(layers(_MANY))[-1]},
                before=before_json(store.filled(layers(_MANY))),
            )


def _stores(subject: Subject, base: dict[str, Any]) -> Iterator[_Store]:
    """Yield the ways to store a graph: the texts and the lists of names that other tools take."""
    for facts, tool in makers_of(subject, base)[:_MAX_MAKERS]:
        maker = subject.beside(facts, tool)
        view = FlatSchema(maker.schema)
        for call in calls_that_fit(maker, limit=1)[:1]:
            texts = [name for name, value in call.items() if isinstance(value, str)]
            for text, several in itertools.product(texts, view.root.get("properties") or {}):
                if several != text and view.fits(view.root, {**call, text: "b1", several: ["a0", "b0"]}):
                    yield _Store(maker, call, text, several)
