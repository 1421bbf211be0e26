"""Told lacks: a record that lacks something is said to be named, and not to count, or to be refused."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["names_lack", "refuses_lacks"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_LACK = regex(r"\b(?:without|lacks?|lacking|missing)\b(?P<what>[^,:]*)", re.IGNORECASE)
_NAMED = regex(r"\b(?:named|listed|reported|told of|unusable|rejected|set aside)\b", re.IGNORECASE)
#: "ValueError: If a line has no sku"; what is not whole lacks something.
_LACKING = regex(
    r"\b(?:lacks?|lacking|missing|incomplete|malformed|ill-formed|ha(?:s|ve) (?:no|not all)|does not have|do not have"
    r"|without (?:an?|one|any|all|its|the|these|those) |not (?:well-formed|complete))\b",
    re.IGNORECASE,
)
_REFUSED = regex(r"Error\b|\b(?:raises?|error|refused?|rejected?|not (?:taken|accepted|allowed))\b", re.IGNORECASE)
_REPLACED = regex(r"\b(?:as (?:0|zero|none|nothing)|default|treated|stands? for|not (?:named|listed))\b", re.IGNORECASE)


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


def refuses_lacks(told: str) -> bool:
    """Tell whether a description says that what lacks something is refused, or raises an error of its own."""
    return any(_LACKING.search(one) and _REFUSED.search(one) for one in _SENTENCE.split(told))
