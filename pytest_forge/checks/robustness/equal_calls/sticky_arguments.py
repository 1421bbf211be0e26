"""Sticky arguments: an optional argument of a reader that later calls without it are answered with, too."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from forge_harness import Tool

from ....strategies.calls.edge_values import EdgeValues
from ....strategies.mined_constants import author_codes, changes_state, kept_values
from ....strategies.schemas.flat_schema import types_of
from ....targets.subject import Subject
from ...calls.sequences import NamedCall
from ..lasting_reads import answers_in_fresh_world, calls_that_fit
from .foreign_answer import by_place

__all__ = ["StickyArgument", "sticky_argument"]

_MAX_NAMES, _MAX_VALUES, _MAX_SETUPS, _MAX_NEIGHBOURS = 4, 3, 2, 8

_Calls = list[tuple[Subject, dict[str, Any]]]


class StickyArgument(Struct, frozen=True):
    """An argument that later calls without it are answered with.

    Attributes:
        call: The later call.
        before: The calls before it; the last one has the argument.
        name: The argument.
    """

    call: dict[str, Any]
    before: list[NamedCall]
    name: str


def sticky_argument(subject: Subject) -> StickyArgument | None:
    """Return an optional argument that changes the answer of a later call without it, as compared with a new process.

    Args:
        subject: A tool that only reads.
    """
    if not changes_state(author_codes(subject.tool)):
        return None
    calls = calls_that_fit(subject, limit=1)
    edges = EdgeValues(subject.schema)
    required = set(subject.schema.get("required") or ())
    # A switch may be an order, such as "refresh".
    optional = [
        name
        for name, node in edges.nodes.items()
        if name not in required and isinstance(node, Mapping) and "boolean" not in _kinds(edges, node)
    ][:_MAX_NAMES]
    if not calls or not optional:
        return None
    base = {name: value for name, value in calls[0].items() if name in required}
    others: dict[str, list[dict[str, Any]]] = {}
    for name in optional:
        made = ({**base, name: value} for value in edges.of(name, limit=12) if value not in ("", None))
        others[name] = list(
            itertools.islice((one for one in made if edges.view.fits(subject.schema, one)), _MAX_VALUES)
        )
    for setup in itertools.islice(_setups(subject, base), _MAX_SETUPS):
        # In one copy first: *base* after each call with an argument.
        varied = [one for calls in others.values() for call in calls for one in ((subject, call), (subject, base))]
        told = answers_in_fresh_world(subject, [*setup, (subject, base), *varied])
        if not told or not set(told[len(setup) :: 2]) - {told[len(setup)], ""}:
            continue
        for name, call in ((name, call) for name, calls in others.items() for call in calls):
            if _sticks(subject, setup, base, call):
                return StickyArgument(base, [(one.facts.name, given) for one, given in (*setup, (subject, call))], name)
    return None


def _kinds(edges: EdgeValues, node: Any) -> set[str]:
    return {kind for flat in edges.view.alternatives(node) for kind in types_of(flat)}


def _setups(subject: Subject, base: dict[str, Any]) -> Iterator[_Calls]:
    """Yield calls that change the answer to *base*: none, if there is an answer, and calls of neighbours."""
    yield []
    [alone] = answers_in_fresh_world(subject, [(subject, base)]) or [""]
    own = _parts(subject.tool)
    neighbours = [one for one in subject.neighbours if one[0].name != subject.facts.name]
    neighbours.sort(key=lambda one: -len(own & _parts(one[1])))
    for facts, tool in neighbours[:_MAX_NEIGHBOURS]:
        other = subject.beside(facts, tool)
        for call in calls_that_fit(other, limit=3):
            told = answers_in_fresh_world(subject, [(other, call), (subject, base)])
            if told and all(told) and told[1] != alone:
                yield [(other, call)]
                break


def _parts(tool: Tool) -> set[Any]:
    """Return the state and the code of a tool; tools that share some probably work on the same data."""
    return {*kept_values(tool), *author_codes(tool)}


def _sticks(subject: Subject, setup: Sequence[tuple[Subject, dict[str, Any]]], base: Any, call: dict[str, Any]) -> bool:
    """Return whether *base* is answered like *call* after it, and otherwise in a new process; in places that repeat."""
    found = []
    for _ in range(2):
        plain = answers_in_fresh_world(subject, [*setup, (subject, base), (subject, base)])
        after = answers_in_fresh_world(subject, [*setup, (subject, call), (subject, base)])
        if not plain or not after or "" in (*plain, *after) or plain[-2] != plain[-1] or after[-2] != after[-1]:
            return False
        found.append((by_place(plain[-1]), by_place(after[-1])))
    (plain_1, after_1), (plain_2, after_2) = found
    # Values that the clock or chance has made differ in any two processes.
    return any(
        plain_1.get(place) == plain_2.get(place) != after_1.get(place) == after_2.get(place)
        for place in {*plain_1, *after_1}
    )
