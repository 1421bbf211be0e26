"""JSON depth: how deeply decoded JSON is nested, measured without recursion."""

from __future__ import annotations

from typing import Any

__all__ = ["MAX_DEPTH", "is_too_deep"]

MAX_DEPTH = 200
"""Levels of lists and objects in a definition; deeper ones are hostile, and providers refuse them."""


def is_too_deep(value: Any) -> bool:
    """Tell whether *value* has more than `MAX_DEPTH` levels; deeper ones are not visited."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(MAX_DEPTH):
        parts = (part for owner in level for part in (owner.values() if isinstance(owner, dict) else owner))
        level = [part for part in parts if isinstance(part, (dict, list))]
        if not level:
            return False
    return True
