"""Composed letters: whether words say that both ways of writing an accented letter count as the same."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["says_forms_are_equal"]

_FORMS = regex(
    r"\b(?:combining|composed|decomposed|precomposed|NFK?[CD])\b|\bunicode[- ](?:form|normali)\w*"
    r"|\b(?:accent(?:s|ed)?|umlauts?|diacritic\w*)\b[^.]{0,30}\bencod"
    r"|\b(?:reads?|looks?|(?:is|are) displayed|displays?|appears?) (?:exactly )?the same\b[^.;]{0,30}"
    r"\b(?:is|are|counts? as|means?|finds?) (?:\w+ )?(?:the same|equal|one)\b",
    re.IGNORECASE,
)
_EQUAL = regex(
    r"\bno(?:t)? (?:make any |make a )?(?:difference|matter)|\bdo(?:es)?(?: not|n't) matter|\bsame\b|\balike\b|\bequal"
    r"|\bregardless\b|\bwhatever\b|\bboth\b|\beither\b|\bnormali[sz]ed\b|\bignored\b|\binsensitive\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<=[.!?])\s+|\n\s*\n")
_CLAUSE = regex(r";\s+|,\s+(?:and|but)\s+")
_NOT = regex(r"\b(?:not normali|are different|differ\b|distinct)", re.IGNORECASE)


def says_forms_are_equal(says: str) -> bool:
    """Tell whether a sentence says that a letter with its accent and one with a combining accent are the same."""
    sentences = [" ".join(part.split()) for part in _SENTENCE.split(says)]
    # A clause may tell of something else that differs.
    return any(_says(part) for sentence in sentences for part in (sentence, *_CLAUSE.split(sentence)))


def _says(part: str) -> bool:
    return _FORMS.search(part) is not None and _EQUAL.search(part) is not None and _NOT.search(part) is None
