"""Python text: a value in JSON types as formatted Python source."""

from __future__ import annotations

import math
from typing import Any

__all__ = ["python_text"]


def python_text(value: Any) -> str:
    """Return an expression of one line that is equal to *value*; quotes are double unless that needs more escapes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{python_text(key)}: {python_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(python_text(item) for item in value) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value!r}")'
    text = repr(value)
    if isinstance(value, str) and text.startswith("'") and '"' not in text:
        return f'"{text[1:-1]}"'
    return text
