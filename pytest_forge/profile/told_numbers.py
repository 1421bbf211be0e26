"""Told numbers: a description that says that a value of the answer is given out once and never again."""

from __future__ import annotations

import re

from .roles import name_words

__all__ = ["told_once"]

_SENTENCE = re.compile(r"\.(?:\s|$)|\n\s*\n|;|\n\s*-\s")
_ONCE = re.compile(
    r"\b(?:never|not|no|without)\b[^.;]{0,40}"
    r"\b(?:twice|again|re-?us\w*|repeat\w*|re-?assigned|recycled|more than once|duplicat\w*)\b"
    r"|\bunique\b|\bonly once\b|\b(?:ris|increas|grow|go|count)\w* (?:up )?by (?:one|1)\b",
    re.IGNORECASE,
)


def told_once(told: str, key: str) -> str:
    """Return the sentence that says that the values of a key of the answer are given out once; "" without one."""
    words = _stems(key)
    for sentence in _SENTENCE.split(told):
        if _ONCE.search(sentence) and not words.isdisjoint(_stems(sentence)):
            return " ".join(sentence.split())
    return ""


def _stems(text: str) -> set[str]:
    return {word[:-1] if len(word) > 2 and word.endswith("s") else word for word in name_words(text)}
