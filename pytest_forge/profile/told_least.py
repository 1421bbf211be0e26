"""Told least: a list that is said to hold at least one item, or to name all that a tool removes.

A list that may be left out is said to name all if leaving it out is said to mean everything: an empty one is given.
"""

from __future__ import annotations

import re

from ..regex import regex
from .told_ranges import told_ranges

__all__ = ["needs_an_item"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n")
#: "At least one of" several arguments is another rule.
_ONE = regex(r"\b(?:at least|not less than|minimum of) (?:one|1)\b(?! of\b)", re.IGNORECASE)
_GONE = r"\b(?:cancel|delet|remov|clos|archiv|dropp|drop\b|revok|purg|eras|discard)"
_ONLY = regex(
    rf"\bonly\b.*\b(?:named|given|listed|passed)\b.*{_GONE}|\bonly (?:these|those)(?: \w+)? (?:is|are|will be) {_GONE}",
    re.IGNORECASE,
)
_EMPTY = r"empty|none|without|no (?:\w+ )?(?:is|are|given|named)"
_LEFT_OUT = r"omit|omitted|leave (?:(?:it|them|this) )?out|left out"
_NONE = regex(rf"\b(?:{_EMPTY}|{_LEFT_OUT})\b", re.IGNORECASE)
_GIVEN_EMPTY = regex(rf"\b(?:{_EMPTY})\b", re.IGNORECASE)
_OMITTED = regex(rf"\b(?:{_LEFT_OUT})\b.*{_GONE}|{_GONE}.*\b(?:{_LEFT_OUT})\b", re.IGNORECASE)
#: An empty list is said to be something else than everything.
_DENIED = regex(r"\b(?:not|no|nothing|never|refus|reject|error|invalid)", re.IGNORECASE)
#: A range of something else than of items.
_OF_EACH = regex(r"\b(?:each|every|characters?|letters?|digits?|long|bytes?)\b", re.IGNORECASE)
_ALL = regex(r"\b(?:all|every|everything|any|whole|entire)\b", re.IGNORECASE)


def needs_an_item(description: str, of_argument: str, *, may_be_left_out: bool = False) -> str:
    """Return the sentence that says that a list needs an item, or that what it does not name stays; "" without one.

    Nothing is said if a sentence tells what no item means.

    Args:
        description: The description of the tool.
        of_argument: That of the list.
        may_be_left_out: Whether a call without the list is another one than that with an empty list.
    """
    own, all_told = _sentences(of_argument), [*_sentences(of_argument), *_sentences(description)]
    none = _GIVEN_EMPTY if may_be_left_out else _NONE
    if any(none.search(one) and _ALL.search(one) and not _ONE.search(one) for one in all_told):
        return ""
    counted = (one for one in own if not _OF_EACH.search(one) and any(low == 1 for low, _ in told_ranges(one)))
    said = (one for one in all_told if _ONE.search(one) or _ONLY.search(one))
    found = next(counted, "") or next(said, "")
    if found or not may_be_left_out or any(none.search(one) and not _DENIED.search(one) for one in all_told):
        return found
    return next((one for one in own if _OMITTED.search(one) and _ALL.search(one)), "")


def _sentences(text: str) -> list[str]:
    flat = re.sub(r"\n(?!\s*\n)", " ", re.sub(r"\be\.g\.", "such as", text))
    return [" ".join(one.split()) for one in _SENTENCE.split(flat) if one.strip()]
