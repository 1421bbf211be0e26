"""Told pages: a description that says that the last page leads no further: "next is null when there are no more"."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts

__all__ = ["told_last_page"]

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n\s*-\s")
_MORE = r"there (?:are|is) (?:any )?(?:more|further|another|others?)\b"
_NONE = r"\b(?:null|none|empty|absent|missing|omitted|left out|not given)\b"
_END = (
    r"\b(?:(?:no|nothing|none) (?:more|further|other|else)|last \w+|at the end|without further"
    r"|no (?:\w+ ){0,2}(?:left|remain\w*))\b"
)
_SAID = re.compile(
    rf"\bonly (?:if|when|where|while) {_MORE}|\b(?:if and only if|iff) {_MORE}|{_NONE}[^.;]{{0,50}}{_END}"
    rf"|{_END}[^.;]{{0,50}}{_NONE}",
    re.IGNORECASE,
)
_MAY = re.compile(r"\b(?:may|might|can|could|usually|normally|empty page|extra page)\b", re.IGNORECASE)


def told_last_page(tool: ToolFacts, said: str) -> str:
    """Return the sentence that says that a key leads on only where there are more entries; "" without one.

    Args:
        tool: The tool.
        said: The key of an answer that leads to the next page.
    """
    for sentence in (" ".join(one.split()) for one in _SENTENCE.split(tool.description or "")):
        is_meant = re.search(rf"(?<!\w){re.escape(said)}(?!\w)", sentence) is not None
        if is_meant and _SAID.search(sentence) and not _MAY.search(sentence):
            return sentence.rstrip(".;")
    return ""
