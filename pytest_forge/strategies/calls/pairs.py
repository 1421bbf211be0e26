"""Pairs: valid calls with two arguments at edges, equal or nearly equal to each other."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..schemas.flat_schema import FlatSchema

__all__ = ["choices_beside_null", "paired_arguments"]

_MAX_VALUES = 10
_PATIENCE = 20
_MAX_BESIDE_NULL = 16


def paired_arguments(
    base: Mapping[str, Any], values: Mapping[str, Sequence[Any]], *, limit: int = 120
) -> list[dict[str, Any]]:
    """Return variations of *base* that set two arguments each, related ones first; always the same.

    A tool that divides by the difference of two arguments fails for their combination only.

    Args:
        base: An ordinary call.
        values: Values for each argument, the most interesting first.
        limit: Maximum number of calls; every pair of arguments has its first call before any has a second.
    """
    pairs = [_pair(first, second, values) for first, second in itertools.combinations(values, 2)]
    found: dict[str, dict[str, Any]] = {}
    repeated = 0
    for chosen in _in_turns(pairs):
        call = {**base, **chosen}
        key = json.dumps(call, sort_keys=True, default=repr)
        repeated = repeated + 1 if key in found else 0
        found.setdefault(key, call)
        if len(found) >= limit or repeated > _PATIENCE * limit:
            break
    return list(found.values())


def choices_beside_null(schema: Mapping[str, Any], bases: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return variations of ordinary calls in which an argument is null, or left out, beside each choice of another.

    A choice may need an argument that is optional for the other choices. All other arguments keep their values.

    Args:
        schema: The advertised schema.
        bases: Ordinary calls; the longest one is varied.
    """
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not bases:
        return []
    view = FlatSchema(schema)
    choices = {name: _choices(view, node) for name, node in properties.items()}
    found: list[dict[str, Any]] = []
    base = max(bases, key=len)
    for absent in [name for name in properties if not choices[name]]:
        is_nullable = view.fits(properties[absent], None)
        for name, values in choices.items():
            for value in values:
                call = {**base, name: value}
                call = {**call, absent: None} if is_nullable else {k: v for k, v in call.items() if k != absent}
                if call not in found and view.fits(schema, call):
                    found.append(call)
    return found[:_MAX_BESIDE_NULL]


def _choices(view: FlatSchema, node: Any) -> list[Any]:
    """Return the choices of an argument; empty if it takes other values."""
    found: list[Any] = []
    for flat in view.alternatives(node):
        if isinstance(flat.get("enum"), list):
            found += [value for value in flat["enum"] if value is not None][:_MAX_VALUES]
        elif flat.get("type") == "boolean":
            found += [True, False]
    return found


def _pair(first: str, second: str, values: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    left, right = values[first][:_MAX_VALUES], values[second][:_MAX_VALUES]
    yield from ({first: one, second: other} for one, other in _related(left, right))
    # Earlier values are combined earlier.
    order = sorted(itertools.product(range(len(left)), range(len(right))), key=lambda place: (sum(place), place))
    yield from ({first: left[one], second: right[other]} for one, other in order)


def _related(left: Sequence[Any], right: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of values that matter for a comparison, a difference or an index."""
    yield from ((next(iter(other)), other) for other in right if _is_map_for(left, other))
    yield from ((one, next(iter(one))) for one in left if _is_map_for(right, one))
    yield from ((one, one) for one in left if one in right and type(one) is not bool)
    for one in left:
        yield from ((one, other) for other in right if _are_apart(one, other))


def _is_map_for(keys: Sequence[Any], value: Any) -> bool:
    """Tell whether a value is an object whose keys may be values of the other argument."""
    return isinstance(value, dict) and bool(value) and any(isinstance(key, str) for key in keys)


def _are_apart(one: Any, other: Any) -> bool:
    """Tell whether two values are related: close numbers, a list and an index at its end, lists of close lengths."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) != len(other)
    one, other = (len(value) if isinstance(value, list) else value for value in (one, other))
    return _is_number(one) and _is_number(other) and abs(one - other) == 1


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _in_turns(iterators: Sequence[Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    waiting = list(iterators)
    while waiting:
        left = []
        for iterator in waiting:
            for call in iterator:
                yield call
                left.append(iterator)
                break
        waiting = left
