"""Told repeats: a description that says that a call, made again with the same key, takes effect once."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts

__all__ = ["forgets_at_restart", "told_repeats"]

_SENTENCE = re.compile(r"\.(?:\s|$)|\n\s*\n")
_AGAIN = re.compile(r"\b(?:repeat|retr(?:y|ies|ied)|again|twice|resen[dt]|duplicate|second time|replay)", re.IGNORECASE)
_KEY = r"(?:[\w-]+[ _])?(?:request|key|id|reference|token|nonce|call|arguments)"
_SAME = re.compile(rf"\b(?:the same|an equal|equal|its) {_KEY}", re.IGNORECASE)
#: A key of an earlier call, and what it does: "a request_id that was drawn before takes nothing more".
_KNOWN = re.compile(
    rf"\b(?:an?|any|each) {_KEY}\b[^,;:]{{0,20}}\b(?:was|were|is|has|have|been|already)\b[^,;:]{{0,30}}"
    r"\b(?:before|already|earlier|once|known|used|seen)\b[^;:]*"
    r"\b(?:nothing|no (?:further|additional|more|second) \w+|(?:is|are|does) not (?:\w+ ){1,3}(?:again|twice))\b",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:once|safe|safely|harmless|no (?:further|additional|more|second) \w+|(?:adds|changes|does) nothing"
    r"|(?:is|are) not|does not)\b",
    re.IGNORECASE,
)
_IDEMPOTENT = re.compile(r"\bidempotent\b", re.IGNORECASE)
#: A call that failed is another matter, and so is one that is denied to be safe.
_HEDGE = re.compile(
    r"\b(?:fail|error|refus|unsafe|not safe|not? idempotent|non-idempotent|not repeat|never)", re.IGNORECASE
)
#: How a tool says that it knows earlier calls for a while only.
_FOR_A_WHILE = re.compile(
    r"\b(?:restart\w*|in memory|(?:while|until|as long as) (?:it|the (?:server|process))|sessions?"
    r"|(?:for|within|after|last) (?:[\w-]+ )?(?:minutes?|hours?|days?))\b",
    re.IGNORECASE,
)


def forgets_at_restart(tool: ToolFacts) -> bool:
    """Return whether a tool says that it knows earlier calls only for a while, or as long as it runs."""
    return _FOR_A_WHILE.search(tool.description or "") is not None


def told_repeats(tool: ToolFacts) -> str:
    """Return the sentence in which a tool promises that an equal call takes effect once; empty without one."""
    for sentence in _SENTENCE.split(tool.description or ""):
        is_told = _AGAIN.search(sentence) is not None and (
            _KNOWN.search(sentence) is not None or all(part.search(sentence) for part in (_SAME, _ONCE))
        )
        if (is_told or _IDEMPOTENT.search(sentence)) and not _HEDGE.search(sentence):
            return " ".join(sentence.split())
    return ""
