"""Told parts: a description that says that the parts of an amount differ by one unit at most."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_even"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_ONE = r"(?:one|1|a|a single)\s+\w+"
_EVEN = regex(
    rf"\bdiffer(?:s|ing)? by (?:at most |no more than |not more than |up to )?{_ONE}\b(?! for each)"
    rf"|\b(?:no|not|never)\b[^.;]*\bdiffer(?:s|ing)? by more than {_ONE}\b"
    rf"|\bdiffer(?:ence)?\b[^.;]{{0,30}}\b(?:is|of) (?:at most|no more than|not more than) {_ONE}\b",
    re.IGNORECASE,
)
#: Parts of several weights differ from their exact share, and some of them alone may be equal.
_OTHERWISE = regex(r"\b(?:weight\w*|exact|equally|ratio\w*|proportion\w*|except|but)\b", re.IGNORECASE)


def told_even(told: str) -> str:
    """Return the sentence that says that parts differ by one unit at most; "" without one."""
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(told))
    return next((one for one in sentences if _EVEN.search(one) and not _OTHERWISE.search(one)), "")
