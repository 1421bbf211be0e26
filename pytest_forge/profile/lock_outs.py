"""Lock-outs: tools that count failures, and are meant to refuse a right call after some of them."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["counts_failures"]

_WORDS = regex(
    r"\b(?:attempts?|tries|too (?:many|often)|lock(?:s|ed)? (?:out|for|after|until)|(?:is|are|be) locked|blocked"
    r"|bans|banned|rate|quota|per (?:second|minute|hour|day)|circuit|breaker|budget|suspended"
    r"|failures|wrong (?:codes?|pins?))\b",
    re.IGNORECASE,
)


def counts_failures(text: str) -> bool:
    """Tell whether a description or a refusal speaks of calls that are counted or locked out."""
    return _WORDS.search(text) is not None
