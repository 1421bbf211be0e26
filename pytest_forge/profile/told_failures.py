"""Told failures: a description that promises that a call which fails leaves what was there before.

"When the plan cannot be saved, the earlier plan stays as it was."     "A refused call changes nothing."
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_of_keeping"]

_FAILS = (
    r"(?:cannot be|can't be|could not be|is (?:refused|rejected|faulty|invalid|not (?:saved|stored|written|valid))"
    r"|fails?|goes wrong)"
)
_STAYS = (
    r"(?:(?:stays?|remains?|(?:is|are) (?:left|kept)) (?:just |exactly )?"
    r"(?:as (?:it|they) (?:is|are|was|were)|unchanged|untouched|intact|in place|the same)"
    r"|(?:is|are) (?:not|never) (?:changed|touched|lost|replaced|overwritten)"
    r"|nothing (?:is|gets|has been) (?:changed|lost|saved|stored|written)|(?:changes|alters|touches|loses) nothing"
    r"|(?:is|are) kept)"
)
_SAID = regex(
    rf"\b(?:if|when|whenever|where|should)\b[^.;:]{{0,60}}?\b{_FAILS}\b[^.;:]{{0,80}}?\b{_STAYS}\b"
    rf"|\b{_STAYS}\b[^.;:]{{0,20}}?\b(?:if|when|whenever|where)\b[^.;:]{{0,60}}?\b{_FAILS}\b"
    rf"|\b(?:refused|rejected|failed|failing|faulty|invalid)\b[^.;:]{{0,40}}?\b"
    rf"(?:{_STAYS}\b|leaves?\b[^.;:]{{0,40}}?\b(?:as (?:it|they) (?:was|were|is|are)|unchanged|untouched|intact)\b)",
    re.IGNORECASE,
)


def tells_of_keeping(description: str) -> bool:
    """Tell whether a description says that what was there stays as it was if a call fails."""
    return _SAID.search(" ".join(description.split())) is not None
