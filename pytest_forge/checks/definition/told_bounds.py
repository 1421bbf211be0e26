"""Told bounds: a range in a description, of which one end is the schema's bound and the other one is not.

So is a value beside the range, "0 for no limit", which the bounds of the schema refuse.
"""

from __future__ import annotations

from typing import Any

from ...profile.counterexamples import tells_of_refusals
from ...profile.told_ranges import offered_values, told_ranges
from .schema_fit import fits
from .schema_view import SchemaView, pointer

__all__ = ["misfits_of_bounds", "refused_offers"]

_ENDS = frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"))


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


def refused_offers(view: SchemaView) -> list[str]:
    """Return the values that descriptions of numbers with bounds offer, and which do not fit, each with its place."""
    return [
        f"{value} at {pointer(path)}"
        for path, node in view.nodes
        if path and isinstance(node.get("description"), str) and any(_ENDS & set(one) for one in _options(node))
        for value, sentence in offered_values(node["description"])
        if not tells_of_refusals(sentence) and not fits(value, node, view)
    ]


def _options(node: Any) -> list[dict[str, Any]]:
    options = node.get("anyOf")
    return [node, *(one for one in (options if isinstance(options, list) else ()) if isinstance(one, dict))]


def _bounds(node: Any) -> tuple[float, float] | None:
    """Return the least and the greatest number of a schema, also of one beside null; None without both."""
    for one in _options(node):
        low: Any = one.get("minimum")
        high: Any = one.get("maximum")
        if all(isinstance(end, int | float) and not isinstance(end, bool) for end in (low, high)):
            return low, high
    return None
