"""Told paths: a tool that is said to answer with full paths, which S-013 keeps from a model otherwise."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of

__all__ = ["tells_full_paths"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;")
_FULL = regex(r"\b(?:full|absolute) (?:\w+ )?(?:path|pathname|filename)s?\b", re.IGNORECASE)
#: How an answer is introduced, in a sentence and as the heading of a section.
_ANSWER = regex(r"\b(?:returns?|returning|answers?|gives?|lists?|shows?|prints?|tells?|result|output)\b", re.IGNORECASE)


def tells_full_paths(tool: ToolFacts, says: str) -> Claim:
    """Return the claim that an answer is meant to contain full paths.

    Args:
        tool: The tool.
        says: Its description and its docstring.
    """
    for sentence in _SENTENCE.split(says):
        found = _FULL.search(sentence)
        # "Returns the full path of the file", not "path: The full path of the file".
        if found is not None and _ANSWER.search(sentence[: found.start()]):
            return claim_of(tool, "shows_environment", word=found[0], place="its description")
    return claim_of(tool, "shows_environment")
