"""Told lacks: a record that lacks something is said to be named, and not to count."""

from __future__ import annotations

import re

from .roles import name_words

__all__ = ["names_lack"]

_SENTENCE = re.compile(r"[.;](?:\s|$)|\n\s*\n")
_LACK = re.compile(r"\b(?:without|lacks?|lacking|missing)\b(?P<what>[^,:]*)", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:named|listed|reported|told of|unusable|rejected|set aside)\b", re.IGNORECASE)
_REPLACED = re.compile(
    r"\b(?:as (?:0|zero|none|nothing)|default|treated|stands? for|not (?:named|listed))\b", re.IGNORECASE
)


def names_lack(told: str, field: str) -> str:
    """Return the sentence that says that a record without a field is named; "" without one, or if it may count."""
    if _REPLACED.search(told) is not None:
        return ""
    words = set(name_words(field))
    for sentence in (" ".join(one.split()) for one in _SENTENCE.split(told)):
        lack = _LACK.search(sentence)
        if lack is not None and _NAMED.search(sentence) and not words.isdisjoint(name_words(lack["what"])):
            return sentence
    return ""
