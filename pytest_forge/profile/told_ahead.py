"""Told ahead: a description of a day or a moment that is still to come, such as "from today to 60 days ahead"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_ahead"]

_NOW = r"(?:today|tomorrow|now|the (?:present|current) (?:day|date|time|moment))"
_UNIT = r"(?:minutes?|hours?|days?|weeks?|months?|years?)"
_AHEAD = regex(
    rf"\b(?:from|after|later than|on or after|no (?:earlier|sooner) than|not (?:before|earlier than)|starting) {_NOW}\b"
    r"|\b(?:in|into|lies? in) the future\b|\b(?:a|any|some|only|must be|is)(?: \w+)? future\b"
    r"|\bfuture (?:day|date|time|moment)s?\b"
    rf"|\b(?:upcoming|coming|next) (?:\w+ )?{_UNIT}\b|\bwithin the next\b|\b{_UNIT} (?:ahead|in advance|from {_NOW})\b"
    r"|\b(?:not|never|no|cannot|can't|isn't|may not|must not)\b[^.;]{0,25}"
    r"\b(?:past|begun|started|passed|be over|over yet)\b"
    r"|\bstill (?:to come|ahead|upcoming)\b|\byet to (?:come|begin|start)\b",
    re.IGNORECASE,
)
#: It is about another moment.
_OTHERWISE = regex(r"\b(?:in the past|past (?:day|date)s? only|ago)\b", re.IGNORECASE)
_DENIED = regex(r"\b(?:not|never|no|cannot|can't|isn't|may not|must not)\b[^.;]{0,25}\bpast\b", re.IGNORECASE)


def tells_ahead(description: str) -> bool:
    """Tell whether a description says that a day or moment is still to come.

    Args:
        description: What is said of an argument.
    """
    is_past = _OTHERWISE.search(description) is not None and _DENIED.search(description) is None
    return _AHEAD.search(description) is not None and not is_past
