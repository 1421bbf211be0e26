"""Told drift: whether a description says that the steps of a series drift, so that its end may be there or not."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["may_lose_end"]

_CAUSE = regex(
    r"\b(?:floating[- ]point|floats?|binary|rounding|round-?off|precision|numerical(?:ly)?|epsilon|ulps?)\b",
    re.IGNORECASE,
)
_DOUBT = regex(
    r"\b(?:may|might|can|could|depend\w*|sometimes|caution|careful|caveat|beware|not guaranteed|no guarantee"
    r"|possibl[ye]|approximate\w*|un(?:stable|predictable|reliable))\b",
    re.IGNORECASE,
)
#: "The end may or may not be there", "like numpy.arange".
_PLAIN = regex(
    r"\barange\b|\b(?:may|might|could) or (?:may|might|could) not\b"
    r"|\b(?:end|last|stop|high|upper|maximum|final)\b[^.;]{0,60}\b(?:may|might|could) (?:be |get )?"
    r"(?:miss\w*|lack\w*|left out|lost|omitted|absent|dropped|skipped|not be)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")


def may_lose_end(description: str) -> bool:
    """Tell whether a sentence says that floating point, or anything else, decides whether a series has its end."""
    flat = (" ".join(one.split()) for one in _SENTENCE.split(description))
    return any(_PLAIN.search(one) or (_CAUSE.search(one) and _DOUBT.search(one)) for one in flat)
