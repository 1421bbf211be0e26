"""Limits: lengths, counts, bounds, positions and dependent fields of a flat schema."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

__all__ = ["bounds", "count_of", "dependents", "positions", "text_of_length"]


def bounds(flat: Mapping[str, Any], *, whole: bool) -> tuple[float | None, float | None]:
    """Return the least and the greatest number of a flat schema; for fractions, just inside exclusive bounds."""
    edges: list[float | None] = []
    for inclusive, exclusive, inward, choose in (
        ("minimum", "exclusiveMinimum", 1, max),
        ("maximum", "exclusiveMaximum", -1, min),
    ):
        found: list[float] = []
        if _is_number(flat.get(inclusive)):
            found.append(flat[inclusive])
        if _is_number(flat.get(exclusive)):
            found.append(flat[exclusive] + inward * (1 if whole else 0.001))
        elif flat.get(exclusive) is True and found:
            found.append(found[0] + inward * (1 if whole else 0.001))
        edges.append(choose(found) if found else None)
    low, high = edges
    if whole:
        low = None if low is None else math.ceil(low)
        high = None if high is None else math.floor(high)
    return low, high


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def count_of(flat: Mapping[str, Any], keyword: str, default: int | None) -> int | None:
    """Return a length or count in a schema, or *default* without one."""
    value: Any = flat.get(keyword)
    return int(value) if _is_number(value) else default


def text_of_length(text: str, least: int, most: int | None) -> str:
    """Return *text*, repeated or cut to a length in the range; unchanged if that would take megabytes."""
    if least > 1_000_000:
        return text
    while text and len(text) < least:
        text = (text + text)[:least]
    return text if most is None else text[:most]


def positions(flat: Mapping[str, Any]) -> tuple[list[Any], Any]:
    """Return the schemas of an array's first items, and of the other items."""
    items = flat.get("items", True)
    if isinstance(items, list):
        return items, flat.get("additionalItems", True)
    prefix = flat.get("prefixItems")
    return (prefix if isinstance(prefix, list) else []), items


def dependents(flat: Mapping[str, Any], name: str) -> list[str]:
    """Return the properties that *name* requires."""
    found: list[str] = []
    for keyword in ("dependentRequired", "dependencies", "dependentSchemas"):
        table = flat.get(keyword)
        entry = table.get(name) if isinstance(table, Mapping) else None
        if isinstance(entry, Mapping):
            entry = entry.get("required")
        found += [item for item in entry or () if isinstance(item, str)]
    return found
