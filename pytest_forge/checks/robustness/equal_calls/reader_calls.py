"""Reader calls: different calls of a server's reader that work, and those of other readers that may show an effect."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....strategies.calls.edge_values import EdgeValues
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ...calls.answer_values import leaves
from ...calls.listed_values import keys_of_alike
from ...calls.path_slots import path_slots
from ...calls.plausible_calls import plausible_calls

__all__ = ["calls_of_reader", "calls_with_options", "views_of_others"]

_MAX_READERS, _MAX_CALLS, _MAX_ACTS, _MAX_ORDINARY = 4, 2, 8, 6
_MAX_VALUES = 4
#: Share of a check's time.
_SHARE = 0.2


def calls_of_reader(subject: Subject) -> list[dict[str, Any]]:
    """Return different calls of a reader that work: with each choice, and with values that lists of the server hold."""
    made: dict[str, dict[str, Any]] = {}
    values: list[Any] = []
    patience = subject.patience(_SHARE)
    for call in _variants(subject, values):
        if len(made) >= _MAX_ACTS or patience.is_over:
            break
        key = json.dumps(call, sort_keys=True, default=repr)
        if key in made:
            continue
        outcome = subject.call(call)
        if outcome.timed_out:
            break
        if outcome.succeeded:
            made[key] = call
            values += leaves(outcome.value)
    return list(made.values())


def views_of_others(
    subject: Subject, known: Mapping[str, Any] | None = None
) -> Iterator[tuple[Subject, dict[str, Any]]]:
    """Yield calls of the other tools that are said to read only.

    They give no optional arguments, which such a tool may keep as well.

    Args:
        subject: The reader.
        known: Arguments of a call of it that works: what another tool calls alike may be the same there.
    """
    others = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
    readers = [subject.beside(*one) for one in others if one[0].name != subject.facts.name]
    for reader in readers[:_MAX_READERS]:
        required = set(reader.schema.get("required") or ())
        calls: list[dict[str, Any]] = []
        candidates = candidate_arguments(reader.schema)[:_MAX_ORDINARY]
        for ordinary in (*_with_known(reader, candidates[:1], known or {}), *candidates):
            call = {name: value for name, value in ordinary.items() if name in required}
            calls += [call] if call not in calls else []
        yield from ((reader, call) for call in calls[:_MAX_CALLS])


def calls_with_options(subject: Subject, least: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a call with each of its optional arguments alone that is no switch, if the schema allows a value."""
    required = set(subject.schema.get("required") or ())
    edges = EdgeValues(subject.schema)
    found: list[dict[str, Any]] = []
    for name in [name for name in edges.nodes if name not in required and "boolean" not in _kinds(edges, name)]:
        made = ({**least, name: value} for value in edges.of(name, limit=_MAX_VALUES) if value not in ("", None))
        found += [call for call in made if edges.view.fits(subject.schema, call)][:_MAX_CALLS]
    return found[:_MAX_ACTS]


def _with_known(reader: Subject, calls: Sequence[dict[str, Any]], known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield calls with the known values in place of their own, where they have the same names."""
    fits = FlatSchema(reader.schema).fits
    for call in calls:
        changed = {**call, **{name: value for name, value in known.items() if name in call}}
        if changed != call and fits(reader.schema, changed):
            yield changed


def _variants(subject: Subject, values: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield calls: ordinary ones, then with one other argument, from the schema or among *values*.

    Texts, also within lists, become keys of what other readers show, too.
    """
    ordinary = plausible_calls(subject)
    required = set(subject.schema.get("required") or ())
    least = {name: value for name, value in ordinary[0].items() if name in required}
    yield least
    yield from ordinary[:_MAX_CALLS]
    edges = EdgeValues(subject.schema)
    keys: dict[str, None] = {}
    for reader, call in views_of_others(subject):
        answer = reader.call(call).value
        values += leaves(answer)
        keys.update(dict.fromkeys(keys_of_alike(answer)))
    names = sorted(edges.nodes, key=lambda name: "boolean" in _kinds(edges, name))
    made: list[list[dict[str, Any]]] = []
    for name in names:
        told = [value for value in dict.fromkeys(values) if edges.view.fits(edges.nodes[name], value)]
        choices = edges.of(name, limit=_MAX_VALUES) if not told or _is_choice(edges, name) else []
        variants = ({**least, name: value} for value in [*told[:_MAX_VALUES], *choices])
        made.append([call for call in variants if edges.view.fits(subject.schema, call)])
    # A list of changes may name what is there already, such as a section of settings.
    for slot in path_slots(subject.schema)[:_MAX_VALUES] if keys else ():
        placed = [slot.place(least, key) for key in [*keys][:_MAX_VALUES]]
        made.append([call for call in placed if edges.view.fits(subject.schema, call)])
    # One for each argument, then others: a few calls are made in all.
    for calls in itertools.zip_longest(*made):
        yield from (call for call in calls if call is not None)
    yield from ordinary[_MAX_CALLS:]


def _is_choice(edges: EdgeValues, name: str) -> bool:
    return any("enum" in flat for flat in edges.view.alternatives(edges.nodes[name]))


def _kinds(edges: EdgeValues, name: str) -> set[str]:
    node = edges.nodes[name]
    return {kind for flat in edges.view.alternatives(node) for kind in types_of(flat)}
