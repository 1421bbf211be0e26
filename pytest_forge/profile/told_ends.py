"""Told ends: a range of days whose description says that its last day belongs to it, or may begin another range."""

from __future__ import annotations

import re

__all__ = ["includes_end", "may_share_end"]

_SENTENCE = re.compile(r"[.;](?:\s|$)|\n")
_INCLUDED = re.compile(
    r"\binclusive\b|\b(?:is|are|days?|dates?|ends?|both) included\b|\bincluding (?:both|the (?:last|end|final))\b"
    r"|\bboth (?:days|dates|ends) (?:belong|count)\b|\b(?:last|end|final) (?:day|date) (?:belongs|counts)\b"
    r"|\b(?:still|also|itself) (?:belongs|counts)\b",
    re.IGNORECASE,
)
#: The first day alone may be included, and so may something else than days.
_RANGE = re.compile(r"\b(?:days?|dates?|range|period|between|from|ends)\b", re.IGNORECASE)
_END = re.compile(r"\b(?:both|last|ends?|final|until|inclusive)\b", re.IGNORECASE)
_EXCLUDED = re.compile(r"\b(?:exclu|half-open|not inclu|non-inclu|open-ended|up to but)", re.IGNORECASE)
_SHARED = re.compile(
    r"\bsame day\b|\bchange-?over|\bhand(?:ed|s|ing)?[- ]?over\b|\bback[- ]to[- ]back\b|\bturn-?(?:over|around)"
    r"|\b(?:begins?|starts?) (?:again )?on (?:that|the last)\b|\b(?:may|can) (?:touch|meet|share|adjoin)\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"\b(?:no|nobody|refused|twice)\b", re.IGNORECASE)
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


def may_share_end(description: str) -> bool:
    """Tell whether a sentence speaks of ranges that may share a day, so that one may begin where another ends."""
    told = [sentence for sentence in _SENTENCE.split(description) if _SHARED.search(sentence)]
    return any(_NOT.search(sentence) is None and _NONE.search(sentence) is None for sentence in told)
