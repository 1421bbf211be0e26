"""Told threads: whether words say that a tool is for one thread alone."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["is_for_one_thread"]

_ONE_THREAD = regex(
    r"\b(?:main|same|one|single|owning|own|creating|importing|calling|event[- ]loop(?:'s)?) thread\b"
    r"|\bsingle[- ]thread(?:ed)?\b|\bthread[- ](?:bound|affine|confined)\b|\bthread that (?:has )?\w+"
    r"|\b(?:from|in|on|by) (?:other|another|worker|several|multiple|many|different) threads?\b",
    re.IGNORECASE,
)
_NOT_SAFE = regex(
    r"(?:\bnot|n't|\bnever|\bun)[\s-]{0,2}(?:\w+ ){0,2}thread[- ]?safe\b|\bthread[- ]?unsafe\b", re.IGNORECASE
)
#: What makes words about several threads a limit, and words about one a limit no longer.
_LIMIT = regex(
    r"\bonly\b|\balone\b|\bmust\b|\bnot\b|n't\b|\bcannot\b|\bnever\b|\brequires?\b|\bneeds?\b|\bexclusive\w*|\bsingle"
    r"|\bhas to\b|\bhave to\b|\bbound\b|\bconfined\b|\baffine\b|\bexpects?\b|\bassumes?\b|\bmeant\b|\bintended\b",
    re.IGNORECASE,
)
_NO_LIMIT = regex(
    r"\b(?:not|no need|(?:does not|doesn't) have) (?:\w+ ){0,3}(?:limited|restricted|bound|confined|tied)\b"
    r"|n't (?:\w+ ){0,3}(?:limited|restricted|bound|confined|tied)\b|\bneed(?:s)? not\b|\bneedn't\b"
    r"|\bnot (?:only|just)\b|\b(?:does not|doesn't|do not|don't) (?:need|have|require)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<=[.!?;])\s+|\n\s*\n")


def is_for_one_thread(says: str) -> bool:
    """Tell whether a sentence says that the tool must be called from one thread, or is not made for several."""
    return any(_says(" ".join(part.split())) for part in _SENTENCE.split(says))


def _says(sentence: str) -> bool:
    if _NOT_SAFE.search(sentence):
        return True
    return bool(_ONE_THREAD.search(sentence) and _LIMIT.search(sentence)) and not _NO_LIMIT.search(sentence)
