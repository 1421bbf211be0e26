"""Own numbers: the rows of numbers in a tool's tables, as arguments that are numbers.

_STATIONS = {"Bergen": (60.3808, 5.3327)}      nearest(latitude=60.3808, longitude=5.3327)
_SIZES = [{"width": 210, "height": 297}]       fit(height=297, width=210)

A tool that compares what it is given with what it has is seldom tried where both are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from forge_harness import Tool

from .mined_constants import author_functions, used_values
from .schemas.flat_schema import FlatSchema

__all__ = ["own_numbers", "with_own_numbers"]

_MAX_ROWS, _MAX_DEPTH, _FEWEST = 12, 2, 2
_Row = Mapping[str, float] | Sequence[float]


def own_numbers(tool: Tool) -> list[_Row]:
    """Return the first rows of two and more numbers in the tables that a tool's functions use."""
    found: list[_Row] = []
    for function in author_functions(tool):
        for value in used_values(function):
            if isinstance(value, dict | list | tuple):
                found += [row for row in _rows(value, 0) if row not in found]
    return found[:_MAX_ROWS]


def with_own_numbers(
    call: Mapping[str, Any], schema: Mapping[str, Any], rows: Sequence[_Row]
) -> Iterator[dict[str, Any]]:
    """Yield variants of a call whose numbers are those of a row, by their names or in their order; they fit the schema.

    Args:
        call: A valid call.
        schema: The schema of all arguments.
        rows: The rows.
    """
    names = [name for name, value in call.items() if _is_number(value)]
    view = FlatSchema(schema)
    for row in rows if len(names) >= _FEWEST else ():
        values = _named(row, names) if isinstance(row, Mapping) else dict(zip(names, row, strict=False))
        changed = {**call, **values}
        if len(values) >= _FEWEST and changed != call and view.fits(schema, changed):
            yield changed


def _rows(value: Any, depth: int) -> Iterator[_Row]:
    """Yield the rows in a table, and in the tables that it holds."""
    parts = list(value.values()) if isinstance(value, dict) else list(value)
    if isinstance(value, dict):
        named = {key: part for key, part in value.items() if isinstance(key, str) and _is_number(part)}
        if len(named) >= _FEWEST and depth:
            yield named
    elif depth and len(numbers := [part for part in parts if _is_number(part)]) >= _FEWEST:
        yield numbers
    for part in parts[:_MAX_ROWS] if depth < _MAX_DEPTH else ():
        if isinstance(part, dict | list | tuple):
            yield from _rows(part, depth + 1)


def _named(row: Mapping[str, float], names: Sequence[str]) -> dict[str, float]:
    """Return the numbers of a row by the arguments that have the name of a key, or begin with it."""
    keys = {name: next((key for key in row if key and (name == key or name.startswith(key))), None) for name in names}
    return {name: row[key] for name, key in keys.items() if key is not None}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
