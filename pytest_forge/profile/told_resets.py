"""Told resets: a description that says that a file which cannot be read is given up: "A damaged list is begun anew"."""

from __future__ import annotations

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of

__all__ = ["tells_of_reset"]

_FACT = "reports_failures"
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_UNREADABLE = regex(
    r"\b(?:damaged|corrupt\w*|unreadable|broken|malformed|invalid|unparsable"
    r"|(?:cannot|can't|could not|not) be (?:read|parsed|decoded|loaded))\b"
)
_GIVEN_UP = regex(
    r"\b(?:anew|afresh|fresh|empty|none|missing|reset|restart\w*|(?:re)?starts? (?:over|again)|replac\w+|overwr\w+"
    r"|discard\w*|ignor\w+|drop\w*|recreat\w+|rebuil\w+|lost|new one)\b"
)
_DENIED = regex(r"\b(?:never|not (?!be\b)|nothing|nobody|errors?|refus\w+|rais\w+|fails?|failed|kept|keeps?)\b")


def tells_of_reset(tool: ToolFacts) -> Claim:
    """Return the claim that a file which cannot be read is replaced by a new one."""
    for sentence in _SENTENCE.split((tool.description or "").lower()):
        found = _GIVEN_UP.search(sentence) if _UNREADABLE.search(sentence) else None
        if found is not None and _DENIED.search(sentence) is None:
            return claim_of(tool, _FACT, word=found[0], place="its description")
    return claim_of(tool, _FACT)
