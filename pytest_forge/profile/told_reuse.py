"""Told reuse: a description that says that a key which was used for another call is refused."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["ToldReuse", "told_reuse"]

_SENTENCE = re.compile(r"\.(?:\s|$)|\n\s*\n|;")
_KEY = re.compile(
    r"\b(?:key|(?:request|call|message|client|operation)[ _-]?ids?|token|reference|nonce)\b|_id\b", re.IGNORECASE
)
#: A use of a key before this one; "the same key" tells of one as well.
_USED = re.compile(
    r"\b(?:re-?us(?:ed?|ing)|used|belongs|sent|seen|taken|repeated)\b"
    r"|\bsame (?:\w+[ _-]){0,2}(?:key|ids?|token|reference|nonce)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\b(?:other|another|different|changed|else)\b", re.IGNORECASE)
_REFUSED = re.compile(r"\b(?:refus\w+|reject\w*|(?:an|is|as) error|fails?|raises|conflict)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|without|instead of|unless)\b", re.IGNORECASE)

#: The sentence, and the words after "other", by which it may name arguments.
ToldReuse = tuple[str, frozenset[str]]


def told_reuse(tool: ToolFacts) -> ToldReuse | None:
    """Return the sentence in which a tool says that it refuses a key with other arguments; None without one."""
    for sentence in _SENTENCE.split(tool.description or ""):
        if all(part.search(sentence) for part in (_KEY, _USED, _OTHER, _REFUSED)) and not _DENIED.search(sentence):
            behind = _OTHER.split(sentence, maxsplit=1)[-1]
            return " ".join(sentence.split()), frozenset(name_words(behind))
    return None
