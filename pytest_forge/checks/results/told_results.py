"""Told results: the ranges that an output schema states in words, as bounds of its numbers.

{"type": "integer", "description": "Turn in degrees, -179 to 180"}     gets "minimum": -179, "maximum": 180
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...profile.told_ranges import told_limits

__all__ = ["with_told_bounds"]

_BOUNDS = frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum", "const"))
_MAX_DEPTH = 12


def with_told_bounds(schema: Any, name: str = "", depth: int = 0) -> Any:
    """Return a schema in which numbers without bounds have those that their descriptions state.

    Args:
        schema: An output schema, or a part of it.
        name: The property that it describes.
        depth: Its depth.
    """
    if depth > _MAX_DEPTH:
        return schema
    if isinstance(schema, list):
        return [with_told_bounds(part, name, depth + 1) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    found = {
        key: {one: with_told_bounds(node, one, depth + 1) for one, node in part.items()}
        if key in ("properties", "$defs", "definitions") and isinstance(part, Mapping)
        else with_told_bounds(part, name, depth + 1)
        for key, part in schema.items()
        if key not in ("examples", "default")
    }
    if schema.get("type") in ("integer", "number") and _BOUNDS.isdisjoint(schema):
        least, most = told_limits(name, str(schema.get("description") or ""))
        found |= {key: bound for key, bound in (("minimum", least), ("maximum", most)) if bound is not None}
    return found
