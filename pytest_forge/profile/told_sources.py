"""Told sources: a description that says what an answer holds without its service, or which field tells of it."""

from __future__ import annotations

import re
from typing import Any

from ..regex import regex
from .roles import name_words

__all__ = ["says_fallback", "tells_source"]

_FALLBACK = regex(
    r"\bfall(?:s|ing|en)?[- ]?backs?\b|\b(?:if|when|while|where|unless|without|whenever)\b"
    r"|\b(?:otherwise|instead|defaults?|offline|estimate[sd]?|approximat\w+|last known|un(?:reachable|available))\b"
    r"|\bbest[- ]effort\b|\b(?:cached?|almanac|built[- ]in|static|planned|typical|usual)\b",
    re.IGNORECASE,
)
#: Fields for the place that data come from, as one of several texts.
_PLACES = frozenset(("source", "origin", "basis", "provenance", "provider", "via", "method"))
#: Flags for data that do not come, or do come, from the place they should.
_FLAGS = frozenset(
    ("live", "measured", "estimated", "estimate", "cached", "stale", "fallback", "fresh", "offline", "degraded")
)
#: Behind the name of a field: two texts that it may be, or what it tells.
_CHOICE = r"""["'`]?\s*(?::|is|=|one of)?\s*["'`]?\w[\w-]*["'`]?(?: or |, ?| ?\| ?|/)["'`]?\w"""
_TELLING = r"""["'`]?\s*(?:says|tells|states|shows|names|marks)\s+(?:which|whether|where|what|if)\b"""


def says_fallback(description: str) -> bool:
    """Tell whether a description may speak of what an answer holds while its service does not answer."""
    return _FALLBACK.search(description) is not None


def tells_source(description: str, key: str, value: Any) -> bool:
    """Tell whether a field of an answer is described as one that tells where its data come from.

    Args:
        description: The description of the tool.
        key: The name of the field.
        value: Its value.
    """
    words = name_words(key)
    if not words or re.search(rf"\b{re.escape(key)}\b", description) is None:
        return False
    if isinstance(value, bool):
        return not _FLAGS.isdisjoint(words)
    if not isinstance(value, str) or words[-1] not in _PLACES:
        return False
    return re.search(rf"\b{re.escape(key)}(?:{_CHOICE}|{_TELLING})", description) is not None
