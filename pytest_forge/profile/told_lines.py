"""Told lines: a description that says that each entry of a file is one line, or that a call adds one line."""

from __future__ import annotations

import re

__all__ = ["told_line"]

_SENTENCE = re.compile(r"\.(?:\s|$)|\n\s*\n|;|:\s")
_KIND = r"(?:(?!blank|empty)[\w-]+ )?"
_LINE = rf"\b(?:one|a single|an own|its own|a separate|exactly one) (?:single )?{_KIND}line\b"
_SAID = re.compile(
    rf"\b(?:each|every)\b[^.;:]{{0,40}}\b(?:is|on|takes?|fills?|gets?|becomes?|as|adds?|appends?|writes?|makes?)\b"
    rf"[^.;:]{{0,15}}?{_LINE}"
    rf"|\b(?:adds?|appends?|writes?) (?:exactly |only |just )?(?:one|a single) {_KIND}line (?:in)?to\b"
    rf"|\b(?:one|a|single) line (?:per|for each|for every|each)\b"
    rf"|\b(?:one|an?|single) (?:\w+ )?\w+ (?:per|on each) line\b",
    re.IGNORECASE,
)


def told_line(description: str) -> str:
    """Return the part of a description that says that each entry is one line; "" without one."""
    parts = (" ".join(part.split()) for part in _SENTENCE.split(description))
    return next((part for part in parts if _SAID.search(part)), "")
