"""Similar names: whether a tool says that a name need not be written in full, or exactly."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts
from .said_word import said_phrase

__all__ = ["says_similar_names_count"]

_SAID = re.compile(
    r"\b(?:similar\w*|prefix\w*|beg(?:in|an)\w*|starts?|starting|clos(?:e|est)|near\w*|like|fuzz\w*|match\w*|approximat\w*"
    r"|guess\w*|best|typos?|misspel\w*|abbreviat\w*|shorten\w*|(?:a|any|first) (?:part|characters?|letters?))\b",
    re.IGNORECASE,
)


def says_similar_names_count(tool: ToolFacts, argument_text: str) -> str:
    """Return the word of a tool's name or description, or of an argument's, that suggests it; empty without one."""
    found = _SAID.search(argument_text)
    return found[0] if found else said_phrase(tool, _SAID)[0]
