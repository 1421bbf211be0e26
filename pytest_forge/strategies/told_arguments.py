"""Told arguments: the one argument with records of any keys, where the words on the whole tool tell of their keys.

Sum up hours. Each entry has "worker" and "hours", a whole number.       sum_up(entries: list[dict])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..profile.told_records import told_keys
from .described_values import described_values
from .own_records import free_objects

__all__ = ["with_told_argument"]


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
