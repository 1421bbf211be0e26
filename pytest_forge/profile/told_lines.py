"""Told lines: a description that says that each entry of a file is one line."""

from __future__ import annotations

import re

__all__ = ["told_line"]

_SENTENCE = re.compile(r"\.(?:\s|$)|\n\s*\n|;|:\s")
_LINE = r"\b(?:one|a single|an own|its own|a separate|exactly one) (?:single )?line\b"
_SAID = re.compile(
    rf"\b(?:each|every)\b[^.;:]{{0,40}}\b(?:is|on|takes?|fills?|gets?|becomes?|as)\b[^.;:]{{0,15}}?{_LINE}"
    rf"|\b(?:one|a|single) line (?:per|for each|for every|each)\b"
    rf"|\b(?:one|an?|single) (?:\w+ )?\w+ (?:per|on each) line\b",
    re.IGNORECASE,
)


def told_line(description: str) -> str:
    """Return the part of a description that says that each entry is one line; "" without one."""
    parts = (" ".join(part.split()) for part in _SENTENCE.split(description))
    return next((part for part in parts if _SAID.search(part)), "")
