"""Half-named calls: calls that name one record that exists and one that does not, where there are records.

add_shelf(name="A1", boxes=100)     a maker, for each name of a call that works
move_boxes("A1", "A2", boxes=1)     works, so both records are there
move_boxes("A1", "A3", boxes=1)     the second is missing: the first may have changed already
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.roles import PATH_ROLES, Role, role_of
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.schemas.limits import bounds
from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from ...calls.fake_sleep import fake_sleep
from ...calls.missing_things import UNUSED_NUMBER
from ...calls.preparation.record_makers import aligned_calls, makers_of
from ...calls.worlds.own_world import plant_world

__all__ = ["half_named_calls"]

#: Amounts for the numbers of a maker, in both orders: a record holds less than it may, and more than nothing.
_AMOUNTS = (100, 10, 5, 1)
_MAX_MAKERS, _MAX_MADE, _MAX_NAMES = 2, 4, 4
#: The last character of a name that names something else.
_OTHERS = "789xyzXYZ"


def half_named_calls(subject: Subject, call: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield calls that fail on a record or an amount, once a call that names several records works.

    Args:
        subject: The tool.
        call: An ordinary call of it.
    """
    names = _names(subject, call)
    if len(names) < 2:
        return
    base = _with_distinct_names(subject, call, names)
    if base is None or not _works(subject, base):
        return
    fits = FlatSchema(subject.schema).fits
    for name in reversed(names):
        others = _other_names(base[name], {value for value in base.values() if isinstance(value, str)})
        yield from itertools.islice(
            (changed for other in others if fits(subject.schema, changed := {**base, name: other})), 1
        )
    properties = subject.schema.get("properties") or {}
    for name, value in base.items():
        if isinstance(value, int) and not isinstance(value, bool) and "enum" not in properties.get(name, {}):
            high = bounds(properties.get(name, {}), whole=True)[1]
            yield {**base, name: UNUSED_NUMBER if high is None else min(UNUSED_NUMBER, int(high))}


def _works(subject: Subject, base: Mapping[str, Any]) -> bool:
    """Tell whether a call works, if need be after other tools have made the records that it names."""
    names = _names(subject, base)
    if not subject.is_served:
        plant_world(subject, [base])
        with fake_sleep():
            if subject.call(dict(base)).succeeded:
                return True
    makers = makers_of(subject, base)[:_MAX_MAKERS]
    for facts, tool in makers:
        _make_records(subject.beside(facts, tool), facts, [base[name] for name in names])
    with fake_sleep():
        return bool(makers) and subject.call(dict(base)).succeeded


def _names(subject: Subject, call: Mapping[str, Any]) -> list[str]:
    """Return the arguments that may name records: texts of one and the same schema, but for their descriptions."""
    properties = subject.schema.get("properties") or {}
    found: dict[str, list[str]] = {}
    for name, value in call.items():
        node = properties.get(name)
        if isinstance(value, str) and value and isinstance(node, Mapping) and not {"enum", "const"} & set(node):
            if role_of(name, node) in PATH_ROLES | {Role.COMMAND, Role.CODE}:
                continue
            shape = {key: part for key, part in node.items() if key not in ("title", "description", "examples")}
            found.setdefault(repr(sorted(shape.items(), key=str)), []).append(name)
    return max(found.values(), key=len, default=[])[:_MAX_NAMES]


def _with_distinct_names(subject: Subject, call: Mapping[str, Any], names: list[str]) -> dict[str, Any] | None:
    """Return the call with a different text in each of *names*; None if the schema has no such."""
    base = dict(call)
    fits = FlatSchema(subject.schema).fits
    for number, name in enumerate(names):
        taken = {base[other] for other in names[:number]}
        texts = (text for text in (base[name], *_other_names(base[name], taken)) if text not in taken)
        chosen = next((text for text in texts if fits(subject.schema, {**base, name: text})), None)
        if chosen is None:
            return None
        base[name] = chosen
    return base


def _other_names(text: str, taken: set[Any]) -> list[str]:
    found = [*(text[:-1] + end for end in _OTHERS), *(text + end for end in _OTHERS)]
    return [other for other in found if other not in taken]


def _make_records(maker: Subject, facts: ToolFacts, names: list[str]) -> None:
    """Make a record for each name."""
    for name in names:
        for call in aligned_calls(facts, {"": name})[:_MAX_MADE]:
            if name not in call.values():
                continue
            with fake_sleep():
                if any(maker.call(stocked).succeeded for stocked in _stocked(maker, call)):
                    break


def _stocked(maker: Subject, call: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with amounts for the numbers that the schema declares, and as it is."""
    properties = maker.schema.get("properties") or {}
    numbers = [
        name
        for name, node in properties.items()
        if isinstance(node, Mapping) and node.get("type") in ("integer", "number") and "enum" not in node
    ][: len(_AMOUNTS)]
    with_amounts = [dict(zip(order, _AMOUNTS, strict=False)) for order in (numbers, numbers[::-1])] if numbers else []
    fits = FlatSchema(maker.schema).fits
    for amounts in [*with_amounts, {}]:
        if fits(maker.schema, stocked := {**call, **amounts}):
            yield stocked
