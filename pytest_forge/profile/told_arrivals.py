"""Told arrivals: a description that says that records come in the order in which they were added.

"List the jobs in order of arrival", "Take the one that has waited longest", "Put a song at the end of the queue".
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_arrival"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;|\n\s*-\s")
_ADDED = (
    r"(?:added|entered|put|queued|enqueued|received|recorded|registered|created|submitted|inserted|saved|booked|placed"
    r"|made|given|sent|stored|filed|reported|logged|pushed|opened|came|come|arrived?|joined|signed|wrote|written|set)"
)
_TAKEN = r"(?:taken|served|handled|processed|played|called|done|worked|run|seen|picked|dealt|printed|returned)"
_ORDER = r"\b(?:order|sequence)"
_TOLD = regex(
    rf"{_ORDER} of (?:their |its |the )?(?:arrivals?|insertion|entry|addition|submission|registration|creation|receipt"
    r"|appearance|booking|sign-?up|queu\w+|(?:the )?queue)\b"
    r"|\b(?:arrival|insertion|queue|queu(?:e?ing)|creation|submission|entry|chronological) (?:order|sequence)\b"
    rf"|{_ORDER}(?: in which| that| as)? (?:they|it|these|those|each|(?:the )?[\w-]+(?: [\w-]+){{0,2}}?)"
    rf"(?: (?:were|was|are|is|have|has|had|will|been|be|to))* (?:{_ADDED}|{_TAKEN})\b"
    r"|\bfirst[ -]in[,\s-]+first[ -]out\b|\bfifo\b|\bfirst[ -]come[,\s-]+(?:is )?first[ -]served?\b"
    r"|\b(?:waited|waiting|been (?:waiting|queued|there|open|in \w+ \w+)) (?:for )?(?:the )?longest\b"
    r"|\blongest[ -](?:waiting|queued)\b"
    r"|\b(?:oldest|earliest|newest|latest|most recent(?:ly \w+)?|last added|first added)(?: [\w-]+){0,2}"
    r" (?:first|last)\b"
    r"|\b(?:end|back|tail|bottom) of (?:the|a|its|this|that|your) (?:[\w-]+ ){0,2}?"
    r"(?:queue|line|list|backlog|playlist|row|stack|log)\b",
    re.IGNORECASE,
)
_DENIED = regex(
    r"\b(?:no|any|arbitrary|random|undefined|unspecified) (?:\w+ )?order\b|\bunordered\b"
    r"|\b(?:not|never|n't)\b[^.;,]{0,40}\b(?:order|sequence|first[ -]come|fifo|first[ -]in)\b"
    r"|\border (?:is|are) (?:not|un)\w*",
    re.IGNORECASE,
)


def told_arrival(told: str) -> str:
    """Return the sentence that says that records come in the order in which they were added; "" without one."""
    for sentence in _SENTENCE.split(told):
        if _TOLD.search(said := " ".join(sentence.split())) and not _DENIED.search(said):
            return said
    return ""
