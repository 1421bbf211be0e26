"""Repeats: descriptions that promise that an equal call, made again, has no further effect."""

from __future__ import annotations

import re

__all__ = ["promise_of_repeating"]

#: Sentences that promise it.
_PROMISES = re.compile(
    r"\bidempotent(?:ly)?\b"
    r"|\bsafe to (?:be )?(?:retr(?:y|ied)|repeat(?:ed)?|re-?run|re-?send|call(?:ed)? (?:again|twice))\b"
    r"|\b(?:can|may) (?:safely be|be safely) (?:retried|repeated|re-?run|resent|called (?:again|twice|repeatedly))\b"
    r"|\b(?:repeat(?:ed|ing)?|retry(?:ing)?|retries|calling (?:it|this) (?:again|twice))\b[^.;]*"
    r"\b(?:no (?:further |additional |other )?effect|changes? nothing|adds? nothing)\b",
    re.IGNORECASE,
)
#: Words of sentences that say the opposite, or that speak of something else than the tool.
_DENIALS = re.compile(
    r"\b(?:not (?:\w+ )?(?:idempotent|safe|be|safely)|non-?idempotent|never|unless|neither|nor|only (?:if|when)"
    r"|should be|must be|make sure|ensure that)\b|n't\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:\n(?!\s*\n)[^.!?\n]+)*[.!?]?")


def promise_of_repeating(said: str) -> str:
    """Return the sentence in which a text about a tool promises that equal calls have no further effect, or ""."""
    for found in _SENTENCE.finditer(said):
        sentence = " ".join(found[0].split())
        if _PROMISES.search(sentence) and not _DENIALS.search(sentence):
            return sentence
    return ""
