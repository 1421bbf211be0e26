"""Told rest: a description that promises that a change leaves the rest of a file as it is."""

from __future__ import annotations

import re

__all__ = ["told_rest"]

_SENTENCE = re.compile(r"[.;](?:\s|$)|\n\s*\n")
_PART = r"(?:bytes?|characters?|lines?|signs?)"
_STAYS = (
    r"(?:stays?|remains?|(?:is|are) (?:always )?(?:left|kept|preserved)|(?:is|are) (?:not|never) (?:\w+ )?"
    r"(?:changed|touched|altered|modified|rewritten)|keeps?|survives?)"
)
_SAID = re.compile(
    rf"\b(?:every|all|any|each|no|the) (?:of the )?other {_PART}\b[^.;]{{0,40}}"
    rf"\b(?:{_STAYS}|changes?|changed|touched)\b"
    rf"|\b(?:the rest|everything else) (?:of|in) (?:the|this|that|its) (?:\w+ )?file\b[^.;]{{0,20}}\b{_STAYS}"
    r"|\bnothing else (?:of|in) (?:the|this|that|its) (?:\w+ )?file\b"
    rf"|\bonly (?:the|that|this|one|its) (?:\w+ )?line\b[^.;]{{0,40}}"
    r"\b(?:changes|is (?:changed|replaced|touched|rewritten))"
    rf"|\bline ends?(?:ings?)?\b[^.;]{{0,40}}\b{_STAYS}"
    rf"|\b(?:keeps?|preserves?|leaves?) (?:\w+ )?(?:the )?(?:line ends?(?:ings?)?|all other lines|every other line"
    rf"|the other lines|(?:the rest|everything else) (?:of|in) the (?:\w+ )?file)\b",
    re.IGNORECASE,
)


def told_rest(description: str) -> str:
    """Return the sentence that promises that other lines of a file stay as they are; "" without one."""
    told = (" ".join(sentence.split()) for sentence in _SENTENCE.split(description))
    return next((sentence for sentence in told if _SAID.search(sentence)), "")
