"""Told arguments: the one argument with records of any keys, where the words on the whole tool tell of their keys.

Sum up hours. Each entry has "worker" and "hours", a whole number.       sum_up(entries: list[dict])

A record without one of them, or with a value of another type, is not what the words ask for, although the schema allows
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ..profile.told_records import told_keys
from .described_values import described_values
from .own_records import free_objects
from .schemas.flat_schema import FlatSchema, is_valid, types_of
from .told_fields import item_with_fields, with_told_fields

__all__ = ["has_other_type", "lacks_told_key", "usual_kinds", "with_told_argument"]

_MAX_RECORDS, _DEEPEST = 200, 4

#: Tells whether a record is not what the readings of its description ask for.
_Differs = Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any]], bool]


def with_told_argument(schema: Mapping[str, Any], told: str) -> dict[str, Any]:
    """Return a schema in which the description of its one argument with records of any keys names the keys.

    The schema is unchanged if there are several such arguments, or none, if the description of the argument shows what
    a record is like, or if the words on the tool do not name its keys.

    Args:
        schema: The schema of all arguments.
        told: The words on the tool.
    """
    free = [*free_objects(schema)]
    properties = schema.get("properties")
    node = properties.get(free[0]) if len(free) == 1 and isinstance(properties, Mapping) else None
    own = str(node.get("description") or "") if isinstance(node, Mapping) else ""
    if not isinstance(node, Mapping) or not isinstance(properties, Mapping) or described_values(own) or told_keys(own):
        return dict(schema)
    keys = told_keys(told, beside=True)
    if not keys:
        return dict(schema)
    entries = ", ".join(f'"{key.name}"{"" if key.is_needed else "?"}: {key.told or "..."}' for key in keys)
    return {**schema, "properties": {**properties, free[0]: {**node, "description": f"{own} Each {{{entries}}}"}}}


def lacks_told_key(schema: Mapping[str, Any], call: Mapping[str, Any]) -> bool:
    """Tell whether a record of a call lacks a key that it has by its description, and that the schema leaves open.

    Args:
        schema: The schema of all arguments.
        call: The arguments.
    """
    return _Records(schema, _lacks_key).differ(call)


def has_other_type(
    schema: Mapping[str, Any], call: Mapping[str, Any], usual: Mapping[str, frozenset[str]] | None = None
) -> bool:
    """Tell whether a record of a call has a value of another type than its description asks for, as `lacks_told_key`.

    Args:
        schema: The schema of all arguments.
        call: The arguments.
        usual: The `usual_kinds` of the keys of which the description names no type.
    """
    if usual and _Records(schema, partial(_has_unusual_kind, usual)).differ(call):
        return True
    return _Records(schema, _has_other_type).differ(call)


def usual_kinds(schema: Mapping[str, Any], calls: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """Return the kinds of the values that some calls have at the keys of which a description names no type.

    Args:
        schema: The schema of all arguments.
        calls: Calls that work.

    Returns:
        By key; an integer and a float are of one kind.
    """
    found: dict[str, frozenset[str]] = {}

    def note(readings: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> bool:
        for name in _without_type(readings, value):
            found[name] = found.get(name, frozenset()) | {_kind(value[name])}
        return False

    for call in calls:
        _Records(schema, note).differ(call)
    return found


def _lacks_key(readings: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> bool:
    return all(any(name not in value for name in told.get("required") or ()) for told in readings)


def _has_other_type(readings: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> bool:
    nodes = [told["properties"] for told in readings]
    return any(not any(_has_type(part, node.get(name)) for node in nodes) for name, part in value.items())


def _has_type(value: Any, node: Any) -> bool:
    kinds = types_of(node) if isinstance(node, Mapping) else []
    return not kinds or is_valid({"type": kinds}, value)


def _has_unusual_kind(
    usual: Mapping[str, frozenset[str]], readings: Sequence[Mapping[str, Any]], value: Mapping[str, Any]
) -> bool:
    return any(name in usual and _kind(value[name]) not in usual[name] for name in _without_type(readings, value))


def _without_type(readings: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> list[str]:
    """Return the keys of a record whose type differs between the readings: the description does not tell it."""
    nodes = [told["properties"] for told in readings]
    return [name for name in value if len({str(types_of(node[name])) for node in nodes if name in node}) > 1]


def _kind(value: Any) -> str:
    return "number" if type(value) in (int, float) else type(value).__name__


class _Records:
    """The records of calls, compared with what is said of them."""

    def __init__(self, schema: Mapping[str, Any], differs: _Differs) -> None:
        self._view = FlatSchema(schema)
        self._differs = differs

    def differ(self, call: Mapping[str, Any]) -> bool:
        """Tell whether one of a call does."""
        return any(self._does(node, call[name], 0) for name, node in self._view.arguments.items() if name in call)

    def _does(self, node: Any, value: Any, depth: int) -> bool:
        """Tell whether it is so by each reading of a schema that has records."""
        if depth > _DEEPEST or not isinstance(value, list | Mapping) or value == []:
            return False
        found = [
            self._does_in_list(flat, value, depth) if isinstance(value, list) else self._does_itself(flat, value, depth)
            for flat in self._view.alternatives(node)
            if flat.get("type", "array") == ("array" if isinstance(value, list) else "object")
        ]
        return bool(found) and all(found)

    def _does_in_list(self, flat: Mapping[str, Any], value: list[Any], depth: int) -> bool:
        item = item_with_fields(flat.get("items", True), str(flat.get("description") or ""))
        return any(self._does(item, record, depth + 1) for record in value[:_MAX_RECORDS])

    def _does_itself(self, flat: Mapping[str, Any], value: Mapping[str, Any], depth: int) -> bool:
        readings = list(with_told_fields(flat))
        if readings and self._differs(readings, value):
            return True
        nodes = readings[0]["properties"].items() if readings else ()
        return any(self._does(node, value[name], depth + 1) for name, node in nodes if name in value)
