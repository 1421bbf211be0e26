"""Told lines: a description that says that each entry of a file is one line, or that people edit the file as well."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["is_edited_by_hand", "may_have_lines", "told_line"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;|:\s")
_KIND = r"(?:(?!blank|empty)[\w-]+ )?"
_LINE = rf"\b(?:one|a single|an own|its own|a separate|exactly one) (?:single )?{_KIND}line\b"
_SAID = regex(
    rf"\b(?:each|every)\b[^.;:]{{0,40}}\b(?:is|on|takes?|fills?|gets?|becomes?|as|adds?|appends?|writes?|makes?)\b"
    rf"[^.;:]{{0,15}}?{_LINE}"
    rf"|\b(?:adds?|appends?|writes?) (?:exactly |only |just )?(?:one|a single) {_KIND}line (?:in)?to\b"
    rf"|\b(?:one|a|single) line (?:per|for each|for every|each)\b"
    rf"|\b(?:with|has|have|holds?|of) (?:one|a single) line an? \w+(?=$|[,)])"
    rf"|\b(?:one|an?|single) (?:\w+ )?\w+ (?:per|on each) line\b"
    rf"|\bone (?:\w+ )?\w+ (?:to )?a line\b",
    re.IGNORECASE,
)
#: A text that is said to be one line; not "one line per wish".
_OF_ONE_LINE = regex(
    r"\b(?:one|a single)(?: short)?[ -]line\b(?! (?:an?|each|per|for)\b)|\bsingle[ -]line\b"
    r"|\b(?:no|without|not \w+)(?: an?| any)? (?:line[ -]?breaks?|new ?lines?)\b",
    re.IGNORECASE,
)
#: How a file is said to be changed by people, too.
_BY_HAND = regex(
    r"\b(?:by hand|hand-(?:edit|writ|made)\w*"
    r"|(?:people|users|editors?|colleagues|team) [^.;]{0,20}\bedit)\b",
    re.IGNORECASE,
)


def is_edited_by_hand(description: str) -> bool:
    """Tell whether a description says that people edit the file as well."""
    return _BY_HAND.search(description) is not None


def may_have_lines(said: str) -> bool:
    """Tell whether what is said of a text speaks of lines, and not only to say that it is one line."""
    return "line" in _OF_ONE_LINE.sub("", said.lower())


def told_line(description: str) -> str:
    """Return the part of a description that says that each entry is one line; "" without one."""
    parts = (" ".join(part.split()) for part in _SENTENCE.split(description))
    return next((part for part in parts if _SAID.search(part)), "")
