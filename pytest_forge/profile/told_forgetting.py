"""Told forgetting: a description that says that entries are gone after a time, and that memory does not grow with them.

Both are needed: what "expires" may stay as long as it does not count, where nothing is said of what is kept.
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_forgetting"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_GONE = regex(
    r"\b(?:forg[eo]t\w*|dropped|drops|discard(?:s|ed)|remove[sd]|delete[sd]|purge[sd]|evict(?:s|ed)|expire[sd]?"
    r"|clean(?:s|ed) (?:up|out|away)|thrown away|throws away|let go|swept|remembers?|remembered|kept|keeps)\b",
    re.IGNORECASE,
)
_TIME = regex(
    r"\b(?:after\w*|once|when|then|older|for|until|longer|past|expired)\b[^,;:]{0,60}"
    r"\b(?:\w*(?:seconds?|minutes?|hours?|days?|time|window|ttl|age|lifetime)|expir\w*|forgotten|old)\b"
    r"|\b(?:seconds?|minutes?|hours?|days?|window|ttl|lifetime)\b",
    re.IGNORECASE,
)
#: Memory does not grow, or the tool can run for as long as one likes.
_LASTS = regex(
    r"\b(?:not|never|without|nor|no)\b[^.;]{0,30}\b(?:grow\w*|fill\w*|pil\w+ up|accumulat\w*|leak\w*"
    r"|add(?:s|ing)? up)\b"
    r"|\b(?:memory|table|store|register|size)\b[^.;]{0,40}\b(?:bounded|constant|small|flat|limited|freed|given back"
    r"|released)\b"
    r"|\b(?:runs?|running|used|up|on|work(?:s|ing)?)\b[^.;]{0,20}\bfor (?:weeks|months|years|days|ever|as long as"
    r"|a (?:very )?long time)\b"
    r"|\b(?:indefinitely|long[- ]running)\b|\bonly (?:\w+ ){0,4}(?:is|are|stays?) (?:held|kept|in memory)\b"
    r"|\bmemory (?:is|gets) (?:freed|released|given back)\b",
    re.IGNORECASE,
)
_NOT = regex(
    r"\b(?:memory|table|store|it)\b[^.;]{0,20}\b(?:grows|is not (?:bounded|freed|limited))\b|\bunbounded\b"
    r"|\buntil (?:the|a) (?:restart|process|program|server)\b",
    re.IGNORECASE,
)


def told_forgetting(told: str) -> str:
    """Return the sentence that says that entries are gone after a time; "" without one, or where memory may grow.

    Args:
        told: The description, also with the docstring.
    """
    if _LASTS.search(" ".join(told.split())) is None or _NOT.search(" ".join(told.split())):
        return ""
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(told))
    return next((one for one in sentences if _GONE.search(one) and _TIME.search(one)), "")
