"""Told ends: a range of days whose description says that its last day belongs to it."""

from __future__ import annotations

import re

__all__ = ["includes_end"]

_SENTENCE = re.compile(r"[.;](?:\s|$)|\n")
_INCLUDED = re.compile(
    r"\binclusive\b|\b(?:is|are|days?|dates?|ends?|both) included\b|\bincluding (?:both|the (?:last|end|final))\b"
    r"|\bboth (?:days|dates|ends) (?:belong|count)\b|\b(?:last|end|final) (?:day|date) (?:belongs|counts)\b",
    re.IGNORECASE,
)
#: The first day alone may be included, and so may something else than days.
_RANGE = re.compile(r"\b(?:days?|dates?|range|period|between|from|ends)\b", re.IGNORECASE)
_END = re.compile(r"\b(?:both|last|ends?|final|until|inclusive)\b", re.IGNORECASE)
_EXCLUDED = re.compile(r"\b(?:exclu|half-open|not inclu|non-inclu|open-ended|up to but)", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|without|never)\b", re.IGNORECASE)


def includes_end(description: str, of_end: str) -> bool:
    """Tell whether the last day of a range is said to belong to it.

    Args:
        description: The description of the tool.
        of_end: The description of the argument for the last day.
    """
    if _EXCLUDED.search(description) or _EXCLUDED.search(of_end):
        return False
    told = [sentence for sentence in _SENTENCE.split(description) if _RANGE.search(sentence) and _END.search(sentence)]
    sentences = [sentence for sentence in (*told, *_SENTENCE.split(of_end)) if not _NOT.search(sentence)]
    return any(_INCLUDED.search(sentence) for sentence in sentences)
