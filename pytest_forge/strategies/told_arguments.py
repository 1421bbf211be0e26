"""Told arguments: the one argument with records of any keys, where the words on the whole tool tell of their keys.

Sum up hours. Each entry has "worker" and "hours", a whole number.       sum_up(entries: list[dict])

A record without one of them is not what the words ask for, although the schema allows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..profile.told_records import told_keys
from .described_values import described_values
from .own_records import free_objects
from .schemas.flat_schema import FlatSchema
from .told_fields import item_with_fields, with_told_fields

__all__ = ["lacks_told_key", "with_told_argument"]

_MAX_RECORDS, _DEEPEST = 200, 4


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
    view = FlatSchema(schema)
    return any(_lacks(view, node, call[name], 0) for name, node in view.arguments.items() if name in call)


def _lacks(view: FlatSchema, node: Any, value: Any, depth: int) -> bool:
    """Tell whether it is so by each reading of a schema that has records."""
    if depth > _DEEPEST or not isinstance(value, list | Mapping) or value == []:
        return False
    found = [
        _lacks_in_list(view, flat, value, depth) if isinstance(value, list) else _lacks_itself(view, flat, value, depth)
        for flat in view.alternatives(node)
        if flat.get("type", "array") == ("array" if isinstance(value, list) else "object")
    ]
    return bool(found) and all(found)


def _lacks_in_list(view: FlatSchema, flat: Mapping[str, Any], value: list[Any], depth: int) -> bool:
    item = item_with_fields(flat.get("items", True), str(flat.get("description") or ""))
    return any(_lacks(view, item, record, depth + 1) for record in value[:_MAX_RECORDS])


def _lacks_itself(view: FlatSchema, flat: Mapping[str, Any], value: Mapping[str, Any], depth: int) -> bool:
    for told in with_told_fields(flat):
        return any(name not in value for name in told.get("required") or ()) or any(
            _lacks(view, node, value[name], depth + 1) for name, node in told["properties"].items() if name in value
        )
    return False
