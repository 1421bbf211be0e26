"""Journals: readers that tell of calls, refused ones as well, and not only of records: "Show the audit log"."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["tells_of_calls"]

_NAMES = frozenset(("audit", "attempts", "failures", "metrics", "refusals"))
#: A log may be one of records, such as a captain's, and a request one for leave.
_TELLS = regex(
    r"\baudit\b|\b(?:access|activity|call|error|request) logs?\b|\b(?:attempts?|failures|refusals)\b"
    r"|\b(?:failed|refused|rejected|denied|unsuccessful) (?:calls?|requests?|operations?)\b"
    r"|\b(?:number|count|list|history) of (?:the )?(?:calls?|requests?|errors|operations?)\b",
    re.IGNORECASE,
)


def tells_of_calls(tool: ToolFacts) -> bool:
    """Tell whether a reader tells of calls, so that a refused one may add to its answer."""
    return not _NAMES.isdisjoint(name_words(tool.name)) or _TELLS.search(tool.description or "") is not None
