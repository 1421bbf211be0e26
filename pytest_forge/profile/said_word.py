"""Said word: the word of a tool's name or description that suggests a claim, and its place."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["IN_NAME", "said_phrase", "said_word"]

IN_NAME = "its name"
"""The place of a word in a name."""
_DESCRIPTION = "its description"


def said_word(tool: ToolFacts, words: Collection[str]) -> tuple[str, str]:
    """Return the first of some words in a tool's name or description, and its place; both empty without a match."""
    for text, place in ((tool.name, IN_NAME), (tool.description or "", _DESCRIPTION)):
        found = next((word for word in name_words(text) if word in words), "")
        if found:
            return found, place
    return "", ""


def said_phrase(tool: ToolFacts, phrase: re.Pattern[str]) -> tuple[str, str]:
    """Return the same for a pattern of words."""
    for text, place in ((tool.name.replace("_", " "), IN_NAME), (tool.description or "", _DESCRIPTION)):
        found = phrase.search(text)
        if found is not None:
            return found[0], place
    return "", ""
