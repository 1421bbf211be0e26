"""Incomplete keys: a cache that leaves out or merges arguments, so that a call gets the answer to another call."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from ....strategies.calls.edge_values import EdgeValues
from ....strategies.mined_constants import author_codes, changes_state
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.workspace_files import planted_contents
from ....targets.subject import Subject
from ...calls.known_values import KnownValues, known_values, quoted_values
from ...calls.worlds.own_world import own_world, reads_files
from ..lasting_reads import answers
from .alike_keys import AlikeCalls, alike_calls
from .foreign_answer import (
    ForeignAnswer,
    foreign_place,
    repeats,
    shared,
)
from .stale_files import TOLD_FILES, telling_files

__all__ = ["call_with_foreign_answer", "choices_of", "other_calls", "other_values"]

_MAX_BASES, _MAX_VALUES, _MAX_EDGES, _MAX_CALLS, _MAX_KNOWN = 2, 2, 10, 14, 1
_MAX_NUMBER = 10_000
_HIGHER = 12


def call_with_foreign_answer(
    subject: Subject, calls: Sequence[dict[str, Any]], *, is_needed: bool = True
) -> ForeignAnswer | None:
    """Return a call whose answer, after another call, is that of the other call, but is not in a fresh process.

    Args:
        subject: The tool.
        calls: Ordinary calls.
        is_needed: Whether a verdict needs all the calls, so that those without time are reported.
    """
    if not changes_state(author_codes(subject.tool)):
        return None
    plain = [call for call in calls[_MAX_BASES:] if call.keys() == calls[0].keys()]
    bases = [*calls[:_MAX_BASES], *plain[:1], *_with_different_choices(subject, calls), *_with_most(subject, calls)]
    bases += _with_unequal_texts(subject, calls)
    found = _by_other_values(subject, bases, calls, is_needed=is_needed)
    if found is None and reads_files(author_codes(subject.tool)):
        with telling_files(subject.sandbox.workspace):
            found = _by_other_values(subject, bases[:_MAX_BASES], calls, is_needed=False)
        found = found and replace(found, where=TOLD_FILES)
    bases = [*bases[:_MAX_BASES], *_with_higher(subject, calls)]
    return found or next((found for base in bases for found in _by_alike_keys(subject, base)), None)


def _by_other_values(
    subject: Subject, bases: Sequence[dict[str, Any]], calls: Sequence[dict[str, Any]], *, is_needed: bool
) -> ForeignAnswer | None:
    """Return a call that gets the answer of one which differs in a single argument; None if there is none.

    Args:
        subject: The tool.
        bases: The earlier calls.
        calls: Ordinary calls, whose values the later ones may have.
        is_needed: Whether a verdict needs all the calls.
    """
    for base in subject.patience().each(bases) if is_needed else bases:
        others = list(itertools.islice(other_calls(subject, base, calls), _MAX_CALLS))
        told = answers(subject, [(subject, base), *((subject, call) for _, call in others)], is_needed=is_needed)
        if told is None and not is_needed:
            return None
        if not told or not told[0]:
            continue
        for (name, call), after in zip(others, told[1:], strict=True):
            if after and shared(told[0], after):
                found = foreign_place(subject, base, call)
                # An accident does not repeat.
                if found is not None and foreign_place(subject, base, call) == found:
                    place, values = found
                    return ForeignAnswer(call, base, (name,), place, repeats(base.get(name), values))
    return None


def _by_alike_keys(subject: Subject, base: dict[str, Any]) -> Iterator[ForeignAnswer]:
    """Yield calls that get the answer to one which a key that is not exact may take for the same."""
    pairs = list(alike_calls(subject.schema, base, partial(other_values, subject)))
    made = [(subject, call) for pair in pairs for call in (pair.first, pair.second)]
    told = answers(subject, made, is_needed=False) if made else None
    # Alone but for each other, and in another order.
    others = answers(subject, made[::-2], is_needed=False) if told else None
    for pair, after, alone in zip(pairs, (told or [])[1::2], (others or [])[::-1], strict=False):
        if after and after != alone:
            yield from _confirmed(subject, pair)


def _confirmed(subject: Subject, pair: AlikeCalls) -> Iterator[ForeignAnswer]:
    found = foreign_place(subject, pair.first, pair.second, pair.given)
    # An accident does not repeat.
    if found is not None and foreign_place(subject, pair.first, pair.second, pair.given) == found:
        yield ForeignAnswer(pair.second, pair.first, pair.names, found[0], is_echo=False)


def other_values(subject: Subject, name: str, value: Any) -> list[Any]:
    """Return other values of an argument: its other choices, and what the tool's program holds."""
    choices = choices_of((subject.schema.get("properties") or {}).get(name))
    if isinstance(choices, list):
        return [choice for choice in choices if choice != value and type(choice) is type(value)]
    return [*_siblings(subject, value), *known_values(subject).values_for(name, value)]


def _with_different_choices(subject: Subject, calls: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the first call with other choices: one for each argument that offers some, and for the first of these."""
    view = EdgeValues(subject.schema).view
    for base in calls[:1]:
        nodes = subject.schema.get("properties") or {}
        offered = {name: enum for name, node in nodes.items() if isinstance(enum := choices_of(node), list) and enum}
        turned = base | {name: enum[number % len(enum)] for number, (name, enum) in enumerate(offered.items())}
        others = [turned, *({**base, name: enum[-1]} for name, enum in list(offered.items())[:1])]
        for number, call in enumerate(others):
            if call not in [*calls[:_MAX_BASES], *others[:number]] and view.fits(subject.schema, call):
                yield call


def _with_unequal_texts(subject: Subject, calls: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the first call with equal texts, such as two currencies, with another one beside it: equal ones may cancel.

    The other one is from the tool's data, or from its descriptions.
    """
    view = EdgeValues(subject.schema).view
    nodes = subject.schema.get("properties") or {}
    for base in calls[:_MAX_BASES]:
        free = [name for name in nodes if isinstance(base.get(name), str) and not choices_of(nodes[name])]
        equal = [name for number, name in enumerate(free) if base[name] in [base[other] for other in free[:number]]]
        for name in equal[:1]:
            known = (known_values(subject), quoted_values(subject))
            others = [other for values in known for other in values.siblings(name, base[name])]
            made = ({**base, name: other} for other in others)
            yield from itertools.islice((call for call in made if view.fits(subject.schema, call)), 1)
            return


def _with_most(subject: Subject, calls: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the first call with the largest number of each argument: a longer answer shows more of what was kept."""
    edges = EdgeValues(subject.schema)
    for base in calls[:1]:
        most = dict(base)
        for name, node in edges.nodes.items():
            high = node.get("maximum") if isinstance(node, Mapping) else None
            if type(high) is int and type(base.get(name, 0)) is int and high <= _MAX_NUMBER:
                most[name] = high
        if most != base and edges.view.fits(subject.schema, most):
            yield most


def _with_higher(subject: Subject, calls: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the first call with one of three whole numbers higher: it may limit the others, as a scale does."""
    edges = EdgeValues(subject.schema)
    for base in calls[:1]:
        names = [name for name, value in base.items() if type(value) is int]
        for name in names if len(names) > _MAX_BASES else ():
            higher = {**base, name: _HIGHER}
            if base[name] < _HIGHER and edges.view.fits(subject.schema, higher):
                yield higher


def choices_of(node: Any) -> Any:
    """Return what the schema of an argument lists under "enum"; None without it."""
    return node.get("enum") if isinstance(node, Mapping) else None


def other_calls(
    subject: Subject, base: Mapping[str, Any], ordinary: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield calls that differ from *base* in one argument, each with that argument.

    Last come values of *ordinary* calls: a tool may take no others than these, such as months of its own pattern. They
    work more often, and a later answer may take the place of an earlier one in the cache.
    """
    yield from itertools.islice(_edges(subject, base), _MAX_EDGES)
    view = FlatSchema(subject.schema)
    for name in view.arguments:
        proven = ({**base, name: call[name]} for call in ordinary if call.get(name) not in (base.get(name), "", None))
        fitting = ((name, call) for call in proven if view.fits(subject.schema, call))
        yield from itertools.islice(fitting, _MAX_KNOWN)


def _edges(subject: Subject, base: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    edges = EdgeValues(subject.schema)
    known = known_values(subject)
    for name, node in edges.nodes.items():
        default = node.get("default") if isinstance(node, Mapping) else None
        given = base.get(name, default)
        likely = [*_siblings(subject, given), *_columns(subject, given), *_keys_beside(known, name, given)]
        likely += edges.of(name, limit=8)
        values = [value for value in likely if value not in (given, "", None)]
        calls = ({**base, name: value} for value in values)
        fitting = ((name, call) for call in calls if edges.view.fits(subject.schema, call))
        yield from itertools.islice(fitting, _MAX_VALUES)


def _siblings(subject: Subject, given: Any) -> list[str]:
    """Return the texts that the tool's code lists together with a value: the other separators."""
    if not isinstance(given, str):
        return []
    for code in author_codes(subject.tool):
        for constant in code.co_consts:
            if isinstance(constant, tuple | frozenset) and given in constant:
                return sorted(text for text in constant if isinstance(text, str))
    return []


def _keys_beside(known: KnownValues, name: str, given: Any) -> list[Any]:
    """Return another text that the tool's data hold beside a value: the day before, where each day has its table."""
    return known.siblings(name, given)[:_MAX_KNOWN] if isinstance(given, str) else []


def _columns(subject: Subject, given: Any) -> list[str]:
    """Return the other columns of a table, or keys of a record, in which a file of the tool's has a value."""
    if subject.is_served or not isinstance(given, str):
        return []
    for data in (*own_world(subject).files.values(), *planted_contents().values()):
        text = (data or b"").decode("utf-8", "replace")
        columns = text.partition("\n")[0].strip().split(",")
        if len(columns) > 1 and given in columns:
            return [column for column in columns if column != given]
    return []
