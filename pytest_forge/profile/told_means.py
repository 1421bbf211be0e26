"""Told means: a description that tells of a mean of items, and not of one in which groups count alike."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_of_item_mean"]

_MEAN = regex(
    r"\b(?:averages?|averaged|avg|means? (?:of|rating|score|value|number|\w+ per)|arithmetic mean|the mean)\b",
    re.IGNORECASE,
)
_TIMES = r"(?:hourly|daily|weekly|monthly|quarterly|yearly|annual)"
_OF_MEANS = regex(
    r"\b(?:averages?|means?|averaged)\b(?: \w+){0,3} (?:of|over|across)(?: [\w']+){0,4} (?:averages|means|medians)\b"
    r"|\b(?:counts?|weighs?|counted) (?:the same|alike|equal(?:ly)?|evenly|once|one|as (?:much|many|one)\b)"
    r"|\b(?:count|counted|weigh|weighed|weighted|weights?)\b(?: \w+){0,2} (?:equal(?:ly)?|alike|the same|evenly)\b"
    r"|\b(?:equal(?:ly)?|same|even(?:ly)?)[ -]weight(?:s|ed|ing)?\b|\bun-?weighted\b|\bnot weighted\b|\bmacro\b"
    rf"|\b{_TIMES} (?:averages?|means?)\b|\b(?:averages?|means?) {_TIMES}\b"
    r"|\b(?:averages?|averaged|means?)\b[^.;]{0,40}\b(?:per|by|(?:of|for|in|over) each|(?:of|for|in|over) every)\b"
    r"|\b(?:regardless of|no matter) how (?:many|much|large|big)\b",
    re.IGNORECASE,
)


def tells_of_item_mean(words: str) -> bool:
    """Tell whether a description tells of a mean, and not that it is one of means, or that groups count alike."""
    plain = " ".join(words.split())
    return _MEAN.search(plain) is not None and not _OF_MEANS.search(plain)
