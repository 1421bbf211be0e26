"""Own tables: the maps that a tool's module holds, as objects with free keys for its arguments.

_STOCK = {"bolt": 1200, "nut": 900}            reserve(order={"bolt": 1, "nut": 1})
_DEFAULTS = {"tests": {"enabled": True}}       build(overrides={"tests": {"enabled": False}})

A tool that refuses every key but its own takes these. A value is of the type that the schema tells, or else of the
type that the table has there, and another one than that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import FunctionType, MappingProxyType
from typing import Any

from forge_harness import Tool

from .mined_constants import author_functions, used_values
from .own_records import free_objects
from .schemas.flat_schema import FlatSchema

__all__ = ["own_tables", "with_own_tables"]

_MAX_TABLES, _MAX_KEYS, _MAX_DEPTH, _FEW = 6, 12, 3, 2
_PLAIN: Mapping[str, Any] = {"integer": 1, "number": 1, "string": "hello", "boolean": True}
_Table = Mapping[str, Any]


def own_tables(tool: Tool) -> list[_Table]:
    """Return the maps with texts as keys that a tool's functions use, and those that their objects hold."""
    found: dict[int, _Table] = {}
    for function in author_functions(tool):
        for value in used_values(function):
            held = vars(value).values() if _is_object(value, function) else ()
            found.update((id(one), one) for one in (value, *held) if _is_table(one))
    return list(found.values())[:_MAX_TABLES]


def with_own_tables(
    call: Mapping[str, Any], schema: Mapping[str, Any], tables: list[_Table]
) -> Iterator[dict[str, Any]]:
    """Yield variants of a call whose free objects have the keys of the tables; they fit the schema.

    Args:
        call: A valid call.
        schema: The schema of all arguments.
        tables: The tables.
    """
    free = {name: values for name, (is_list, values) in free_objects(schema).items() if not is_list}
    if not free or not tables:
        return
    view = FlatSchema(schema)
    told = set[str]()
    for table in tables:
        for name, values in free.items():
            for made in _made(view, values, table):
                changed = {**call, name: made}
                if (written := json.dumps(made, default=repr)) not in told and view.fits(schema, changed):
                    told.add(written)
                    yield changed


def _made(view: FlatSchema, values: Any, table: _Table) -> Iterator[dict[str, Any]]:
    """Yield objects with keys of a table: few of them, one alone, and all."""
    kinds = {flat.get("type") for flat in view.alternatives(values)} if isinstance(values, Mapping) else {None}
    parts = {key: _part(kinds, value) for key, value in list(table.items())[:_MAX_KEYS]}
    parts = {key: part for key, part in parts.items() if part is not None}
    for number in dict.fromkeys((_FEW, 1, len(parts))) if parts else ():
        yield dict(list(parts.items())[:number])


def _part(kinds: set[Any], value: Any) -> Any:
    """Return a value for a key of a table, of one of the types of the schema; None if it cannot be."""
    plain = next((_PLAIN[kind] for kind in _PLAIN if kind in kinds), None)
    if plain is not None and kinds <= {*_PLAIN, "null"}:
        return plain
    other = _other(value)
    is_object = isinstance(other, dict)
    return other if kinds & {None, "object" if is_object else "array" if isinstance(other, list) else ""} else plain


def _other(value: Any, depth: int = 0) -> Any:
    """Return another value of the same type, at each depth of a map; a text and a list stay as they are."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if _is_table(value) and depth < _MAX_DEPTH:
        parts = {key: _other(part, depth + 1) for key, part in list(value.items())[:_MAX_KEYS]}
        return {key: part for key, part in parts.items() if part is not None}
    if isinstance(value, str):
        return value
    is_plain = isinstance(value, list | tuple) and all(isinstance(part, str | int | float) for part in value)
    return list(value) if is_plain else None


def _is_table(value: Any) -> bool:
    is_map = isinstance(value, dict | MappingProxyType) and bool(value)
    return is_map and all(isinstance(key, str) and not key.startswith("__") for key in value)


def _is_object(value: Any, function: FunctionType) -> bool:
    """Tell whether a value is an object of a class of the tool's module."""
    own = getattr(type(value), "__module__", None) == function.__module__
    return own and not isinstance(value, type) and isinstance(getattr(value, "__dict__", None), dict)
