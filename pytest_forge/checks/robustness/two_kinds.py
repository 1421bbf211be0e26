"""Two kinds: records of which a filter lets some through that lie apart.

add(name="a", kind="red")     add(name="b", kind="sky")     add(name="c", kind="sky")     add(name="d", kind="red")
list(kind="red")              a and d
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...profile.told_filters import names_field, told_filter
from ...strategies.schemas.flat_schema import FlatSchema, types_of
from ...targets.subject import Subject

__all__ = ["FIRST_KIND", "filter_names", "told_kinds", "two_kinds", "values_of_both"]

FIRST_KIND = (0, 4)
"""Which of six records are of the first of two kinds."""
_KINDS: tuple[Any, ...] = ("red", "sky", "oak", True, False, 3, 5)

#: Values of a filter with choices.
_MAX_TOLD = 4

_Call = dict[str, Any]


def two_kinds(subject: Subject, maker: Subject) -> tuple[dict[str, list[Any]], list[_Call]]:
    """Return values for filters that the arguments of a maker are named like, and such values of each record."""
    view, other = FlatSchema(subject.schema), FlatSchema(maker.schema)
    kinds: dict[str, list[Any]] = {}
    given: list[_Call] = [{} for _ in range(6)]
    for name in filter_names(subject):
        for key, node in other.arguments.items():
            values = values_of_both(view, name, other, node) if names_field(told_filter(name)[1], key) else []
            if len(values) < 2 or name in kinds:
                continue
            kinds[name] = [value for value, _ in values]
            for number, record in enumerate(given):
                record[key] = values[number not in FIRST_KIND][1]
    return kinds, given


def values_of_both(view: FlatSchema, name: str, other: FlatSchema, node: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return two values, as the reader takes them and as the maker does: one of them may take a list."""
    found: list[tuple[Any, Any]] = []
    own = view.arguments[name]
    for value in (*view.choices(own), *other.choices(node), *_KINDS):
        taken = next((one for one in (value, [value]) if view.fits(own, one)), None)
        made = next((one for one in (value, [value]) if other.fits(node, one)), None)
        if taken is not None and made is not None and (taken, made) not in found:
            found.append((taken, made))
    return found[:2]


def told_kinds(subject: Subject, name: str) -> list[Any]:
    """Return the values among which a filter lets choose, such as the states of a record; none if it takes any text."""
    view = FlatSchema(subject.schema)
    node = view.arguments[name]
    is_flag = any("boolean" in types_of(flat) for flat in view.alternatives(node))
    values = [*view.choices(node), *((True, False) if is_flag else ())]
    return [one for one in values if one != "" and view.fits(node, one)][:_MAX_TOLD]


def filter_names(subject: Subject) -> list[str]:
    """Return the arguments that may be filters: those that a call does not need, and that are no place in a list."""
    view = FlatSchema(subject.schema)
    required = subject.schema.get("required") or ()
    names = [name for name in view.arguments if name not in required and not _leads_to_pages(name)]
    return [name for name in names if not _is_whole_number(view, name)]


def _is_whole_number(view: FlatSchema, name: str) -> bool:
    return any("integer" in types_of(flat) for flat in view.alternatives(view.arguments[name]))


def _leads_to_pages(name: str) -> bool:
    return any(mark in name.casefold() for mark in ("cursor", "page", "after", "token", "offset", "limit", "next"))
