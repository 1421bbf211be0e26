"""Told ages: a description that says that an answer may be older than the data: "is rebuilt every hour"."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = ["told_age"]

_SPAN = (
    r"(?:(?:up to|at most|about|some|an?|one|two|three|several|a few|half an?|\d+) ){0,2}"
    r"(?:hours?|days?|weeks?|h|d)\b"
)
_TIMES = r"(?:every|each|once (?:an?|per|every)|hourly|daily|nightly|at (?:night|midnight|noon))"
_MADE = (
    r"(?:refreshed|rebuilt|re-?indexed|indexed|re-?read|reloaded|recomputed|re-?calculated|computed|worked out"
    r"|updated|renewed|built|synchronised|synchronized|synced|brought up to date)"
)
_OLD = regex(
    rf"\b(?:kept|held|cached|reused|remembered|stored|valid|good) for {_SPAN}"
    rf"|\b{_SPAN} (?:old|behind|late)\b|\bout[- ]of[- ]date\b|\boutdated\b|\beventual(?:ly)? consisten\w+"
    rf"|\b{_MADE} (?:only |again )?{_TIMES}\b"
    r"|\b(?:may|might|can) (?:still |also )?(?:lag|trail|be (?:an? )?(?:old|late|behind)"
    r"|(?:show|give|return|have) (?:an? |the )?(?:old|older|earlier|former)\b)"
    r"|\bchanges? (?:\w+ ){0,4}?(?:shows?|appears?|becomes? visible|(?:is|are) (?:seen|shown)|takes? effect) (?:\w+ )?"
    r"(?:after|later|within|at the next|from the next|with (?:a|some) delay|the next day)\b"
    r"|\bas (?:it|they|things|all) (?:was|were|stood) (?:when|at)\b",
    re.IGNORECASE,
)
_DENIED = regex(r"\b(?:never|not|no|nothing|n't)\b[^.;,]{0,30}$", re.IGNORECASE)


def told_age(tool: ToolFacts) -> str:
    """Return the words of a description that say that an answer may be an old one; "" without any."""
    said = " ".join((tool.description or "").split())
    found = (one for one in _OLD.finditer(said) if not _DENIED.search(said[: one.start()]))
    return next((one[0] for one in found), "")
