"""Told halves: a description that says that what came before a failure stays: "Rows before the wrong one are kept"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["keeps_what_came_before"]

_PARTS = r"(?:rows?|lines?|records?|entries|items?|everything|all|those|ones?|parts?|what(?:ever)?)"
_BEFORE = r"(?:before|above|preceding|earlier|previous|until then|so far)"
_STAYS = (
    r"(?:stays?|remains?|(?:is|are|were|will be) (?:still )?(?:kept|stored|saved|imported|added|taken|written|done))"
)
_KEEPS = regex(
    rf"\b{_PARTS}\b[^.;]{{0,30}}?\b{_BEFORE}\b[^.;]{{0,40}}?\b{_STAYS}\b"
    rf"|\b{_BEFORE} {_PARTS}\b[^.;]{{0,40}}?\b{_STAYS}\b"
    rf"|\b(?:the|all|any) \w+ (?:that (?:come|came|stand) )?before (?:it|that|them|this)\b[^.;]{{0,40}}?\b{_STAYS}\b"
    rf"|\bwhat (?:was|has been|is) (?:already )?\w+ (?:already |by then |until then |before )?{_STAYS}\b"
    r"|\b(?:stops|ends) (?:at|with) the first (?:wrong|bad|invalid|unknown|unreadable|failing)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_NOT = regex(r"\b(?:no|none|not|never|nothing)\b", re.IGNORECASE)


def keeps_what_came_before(told: str) -> bool:
    """Tell whether a description says that the parts before a wrong one are done all the same."""
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(told))
    return any(_KEEPS.search(one) and not _NOT.search(one) for one in sentences)
