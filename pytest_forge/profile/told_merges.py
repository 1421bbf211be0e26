"""Told merges: a description that says that nested values are merged, so that what is not given stays at any depth."""

from __future__ import annotations

import re

from ..regex import regex
from .told_leaving import leaves_fields

__all__ = ["told_merge"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_MERGE = r"(?:merg(?:e[sd]?|ing)|combin(?:e[sd]?|ing)|overla(?:y|ys|id)|layer(?:s|ed)?|appl(?:y|ies|ied))"
_DEEP = regex(
    rf"\b(?:deep(?:ly)?|recursive(?:ly)?)[- ]{_MERGE}\b|\b{_MERGE}\b[^.;]{{0,60}}?\b(?:deeply|recursively)\b"
    rf"|\b{_MERGE}\b[^.;]{{0,60}}?\b(?:at|on|in|to) (?:any|every|each|all) (?:depths?|levels?)\b"
    rf"|\b(?:at|on|in|to) (?:any|every|each|all) (?:depths?|levels?)\b[^.;]{{0,60}}?\b{_MERGE}\b"
    rf"|\bnested (?:\w+ )?(?:objects?|sections?|mappings?|dicts?|dictionaries|tables?|keys|values|settings|maps?)"
    rf" (?:are|is|get) (?:also |too )?{_MERGE}\b",
    re.IGNORECASE,
)
#: What is given has levels: "the same nested layout", or an example such as {"http": {"port": 80}}.
_LEVELS = regex(
    r"\b(?:nested|nesting|(?:at|to|of) any depth|same (?:layout|structure|shape|tree)|hierarch\w+|sub-?sections?"
    r"|sub-?keys?)\b|\{[^{}\n]{1,60}:\s*\{",
    re.IGNORECASE,
)
#: Only the outermost keys are merged.
_SHALLOW = regex(
    r"\b(?:shallow\w*|(?:one|a single|first|top)[- ]level|not (?:merged|recursive\w*|deep\w*)|(?:as|in) (?:a|its|one)"
    r" whole|wholesale|entire(?:ly)? (?:section|object|value)|whole (?:section|object|value)s?|entirely|outright"
    r"|replaces? (?:the|its|each|any|a) (?:\w+ )?(?:section|object|table|dict\w*|mapping|block|branch|subtree)s?"
    r"|(?:sections?|objects?|tables?|dicts?|dictionaries|mappings?|blocks?|branch(?:es)?) (?:is|are) replaced)\b",
    re.IGNORECASE,
)


def told_merge(told: str) -> str:
    """Return the sentence that says that nested values are merged, or that what is not given stays; "" without one.

    Where nothing is said of levels, a field that is given may be replaced as a whole.
    """
    if _SHALLOW.search(" ".join(told.split())):
        return ""
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(told)]
    deep = next((one for one in sentences if _DEEP.search(one)), "")
    return deep or (leaves_fields(told) if _LEVELS.search(told) else "")
