"""Told folders: a description that says that files of a folder are read or listed in the order of their names."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = ["told_name_order"]

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n\s*\n")
_FILES = regex(r"\b(?:files?|file ?names?|folders?|director(?:y|ies)|documents?)\b", re.IGNORECASE)
_BY_NAME = regex(
    r"\border of (?:their|the|its) (?:file ?)?names?\b|\balphabetically\b"
    r"|\b(?:in|by) (?:alphabetical|alphabetic|lexical|lexicographic(?:al)?|(?:file ?)?name)[- ]order\b"
    r"|\b(?:sorted|ordered|order|one after another) by (?:their |file ?)?names?\b",
    re.IGNORECASE,
)
_NOT = regex(r"\b(?:not|no|never|unless|except|in any)\b|n't\b", re.IGNORECASE)


def told_name_order(tool: ToolFacts) -> str:
    """Return the sentence that says that files come in the order of their names; "" without one."""
    for sentence in (" ".join(one.split()) for one in _SENTENCE.split(tool.description or "")):
        if _FILES.search(sentence) and _BY_NAME.search(sentence) and not _NOT.search(sentence):
            return sentence.rstrip(".;")
    return ""
