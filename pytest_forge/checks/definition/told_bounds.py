"""Told bounds: a range in a description, of which one end is the schema's bound and the other one is not."""

from __future__ import annotations

from typing import Any

from ...profile.told_ranges import told_ranges
from .schema_view import SchemaView, pointer

__all__ = ["misfits_of_bounds"]


def misfits_of_bounds(view: SchemaView) -> list[str]:
    """Return the ranges that differ from the schema at one end, each with its place.

    A range that shares neither end may speak of something else.
    """
    found = []
    for path, node in view.nodes:
        told, bounds = node.get("description") if path else None, _bounds(node)
        if not isinstance(told, str) or bounds is None:
            continue
        for low, high in told_ranges(told):
            if (low == bounds[0]) != (high == bounds[1]):
                found.append(f"{low} to {high} at {pointer(path)}, which allows {bounds[0]:g} to {bounds[1]:g}")
    return found


def _bounds(node: Any) -> tuple[float, float] | None:
    """Return the least and the greatest number of a schema, also of one beside null; None without both."""
    options = node.get("anyOf")
    options = [node, *(one for one in (options if isinstance(options, list) else ()) if isinstance(one, dict))]
    for one in options:
        low, high = one.get("minimum"), one.get("maximum")
        if all(isinstance(end, int | float) and not isinstance(end, bool) for end in (low, high)):
            return low, high
    return None
