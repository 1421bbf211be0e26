"""A fence: two equal lines around a text that is data, so that its author cannot end it from within."""

from __future__ import annotations

import hashlib

__all__ = ["fence_of", "fenced"]

_LENGTH = 24


def fence_of(text: str) -> str:
    """Return the line that stands before and after *text*."""
    # The author of a text cannot include the text's own hash.
    return f"=== {hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:_LENGTH]} ==="


def fenced(text: str) -> str:
    """Return *text* between two lines of its own `fence_of`; what shows it to a model says that it is data."""
    fence = fence_of(text)
    return f"{fence}\n{text}\n{fence}"
