"""Moment places: where moments with offsets stand in the arguments of a call, in objects and lists as well."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, TypeAlias

from ....regex import regex
from ....strategies.own_names import name_like

__all__ = ["Place", "moments_in", "with_moments", "with_two_moments"]

_MOMENT = regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)")
_MAX_ITEMS = 3
#: The keys and numbers that lead to a value.
Place: TypeAlias = tuple[Any, ...]


def moments_in(value: Any, place: Place = ()) -> list[Place]:
    """Return the places of the moments in a value, those of the first items of each list and object alone."""
    if isinstance(value, str):
        return [place] if _MOMENT.fullmatch(value) else []
    return [found for key, part in _parts(value)[:_MAX_ITEMS] for found in moments_in(part, (*place, key))]


def with_moments(call: dict[str, Any], moments: Mapping[Place, str]) -> dict[str, Any]:
    """Return a call with other moments at some places."""
    changed = copy.deepcopy(call)
    for place, moment in moments.items():
        part: Any = changed
        for key in place[:-1]:
            part = part[key]
        part[place[-1]] = moment
    return changed


def with_two_moments(value: Any) -> Any:
    """Return a value in which each list or object of one item with a moment has another item of the same form."""
    parts = _parts(value)
    if isinstance(value, Mapping):
        if len(parts) == 1 and isinstance(parts[0][1], str) and moments_in(value):
            return {**value, name_like(parts[0][0]): parts[0][1]}
        return {key: with_two_moments(part) for key, part in parts}
    if isinstance(value, list):
        return [*value, _another(value[0])] if len(value) == 1 and moments_in(value) else value
    return value


def _another(value: Any) -> Any:
    """Return a value with other texts, and the same moments."""
    if isinstance(value, str):
        return value if _MOMENT.fullmatch(value) else name_like(value)
    if isinstance(value, Mapping):
        return {key: _another(part) for key, part in value.items()}
    return [_another(part) for part in value] if isinstance(value, list) else value


def _parts(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, Mapping):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []
