"""Told defaults: the value that a description gives as the default, as in "defaults to 10" or "10 if omitted"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..regex import regex

__all__ = ["told_defaults"]

_OPEN, _CLOSE = "[`'\"\u2018\u201c]?", "[`'\"\u2019\u201d]?"
_VALUE = r"-?[\w.+-]*\w"
#: End of the clause; any other word after a number may be its unit.
_END = r"(?=\s*(?:[.,;)\]](?!\w)|$))"
_TOLD = regex(
    rf"\bdefaults?(?: value)?(?:\s+(?:to|is)|\s*[:=])\s*{_OPEN}(?P<behind>{_VALUE}){_CLOSE}{_END}"
    rf"|{_OPEN}(?P<before>{_VALUE}){_CLOSE}\s+(?:by default|is the default)\b{_END}"
    rf"|{_OPEN}(?<![\w.])(?P<without>{_VALUE}){_CLOSE}(?:\s+(?P<unit>[a-z]+))?\s+(?:if|when)\s+(?:it\s+is\s+)?"
    rf"(?:left\s+out|omitted|not\s+given){_END}",
    re.IGNORECASE,
)


def told_defaults(description: str) -> Iterator[str]:
    """Yield the words for defaults; a number with a unit counts if the description names the unit before."""
    for match in _TOLD.finditer(description):
        before = description[: match.start()]
        if not match["unit"] or re.search(rf"\b{match['unit']}\b", before, re.IGNORECASE):
            yield match["behind"] or match["before"] or match["without"]
