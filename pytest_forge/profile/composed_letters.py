"""Composed letters: whether words say that both ways of writing an accented letter count as the same."""

from __future__ import annotations

import re

__all__ = ["says_forms_are_equal"]

_FORMS = re.compile(
    r"\b(?:combining|composed|decomposed|precomposed|NFK?[CD])\b|\bunicode[- ](?:form|normali)\w*", re.IGNORECASE
)
_EQUAL = re.compile(
    r"\bno(?:t)? (?:make any |make a )?(?:difference|matter)|\bdo(?:es)?(?: not|n't) matter|\bsame\b|\balike\b|\bequal"
    r"|\bregardless\b|\bwhatever\b|\bboth\b|\beither\b|\bnormali[sz]ed\b|\bignored\b|\binsensitive\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n")
_NOT = re.compile(r"\b(?:not normali|are different|differ\b|distinct)", re.IGNORECASE)


def says_forms_are_equal(says: str) -> bool:
    """Tell whether a sentence says that a letter with its accent and one with a combining accent are the same."""
    return any(
        _FORMS.search(sentence) and _EQUAL.search(sentence) and not _NOT.search(sentence)
        for sentence in (" ".join(part.split()) for part in _SENTENCE.split(says))
    )
