"""Similar names: whether a tool says that a name need not be written in full, or exactly, or in one form of Unicode."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .said_word import said_phrase

__all__ = ["says_encodings_are_alike", "says_similar_names_count"]

_SAID = regex(
    r"\b(?:similar\w*|prefix\w*|beg(?:in|an)\w*|starts?|starting|clos(?:e|est)|near\w*|like|fuzz\w*|match\w*|approximat\w*"
    r"|guess\w*|best|typos?|misspel\w*|abbreviat\w*|shorten\w*|(?:a|any|first) (?:part|characters?|letters?))\b",
    re.IGNORECASE,
)
#: Words of a sentence on the forms in which Unicode encodes a text, and on texts that count as one.
_ENCODED = regex(
    r"\bunicode\b|\bNFK?[CD]\b|\baccents?\b[^.]{0,30}\b(?:encod|written|typed|composed)"
    r"|\b(?:accented|umlauts?|diacritic\w*)\b[^.]{0,30}\b(?:encod|composed)",
    re.IGNORECASE,
)
_SAME = regex(
    r"\b(?:same|equal|alike|identical|equivalent|one name|normali[sz]\w*|compared"
    r"|mak(?:e|es|ing) no difference|do(?:es)? not matter|regardless)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<=[.!?])\s+|\n\s*\n")


def says_similar_names_count(tool: ToolFacts, argument_text: str) -> str:
    """Return the word of a tool's name or description, or of an argument's, that suggests it; empty without one."""
    found = _SAID.search(argument_text)
    return found[0] if found else said_phrase(tool, _SAID)[0]


def says_encodings_are_alike(says: str) -> bool:
    """Tell whether words say that texts which differ only in their form of Unicode are the same."""
    return any(_ENCODED.search(one) and _SAME.search(one) for one in _SENTENCE.split(says))
