"""Told atomicity: a description that says that a call does everything or nothing, also when it is cancelled."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["acts_as_a_whole"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_NOTHING = r"(?:not at all|nothing|none(?: of (?:it|them))?|not)"
_CANCELLED = r"\b(?:cancel(?:l?ed|ling|lation|s)?|abort(?:ed|s|ing)?|interrupt(?:ed|s|ion)?|withdraw[ns]?|taken back)\b"
_TELLS = regex(
    # "a delivery is booked whole or not at all", "all or nothing", "either every line or none"
    rf"\b(?:whole|wholly|entirely|completely|fully|as a whole|in full|all(?: of (?:it|them))?|everything"
    rf"|every \w+|each \w+)(?: \w+){{0,4}},? or (?:else )?{_NOTHING}\b|\ball[- ]or[- ](?:nothing|none)\b"
    r"|\b(?:is|are|acts|works|runs|happens?|applied|done|written|stored|booked|moved) (?:\w+ )?atomic(?:ally)?\b"
    r"|\batomically\b|\ban? atomic \w+|\b(?:in|as|within) (?:one|a single) transaction\b"
    # "if the call is cancelled, nothing changes", "a cancelled call leaves no trace"
    rf"|{_CANCELLED}[^.;]{{0,80}}\b(?:nothing|neither|no \w+|none|unchanged|untouched|not \w+"
    r"|as (?:it|they) (?:was|were)|rolled back|rolls back|undone|undoes|reverted)\b"
    rf"|\b(?:nothing|neither|no \w+|none)\b[^.;]{{0,60}}\b(?:if|when|after|of|by)\b[^.;]{{0,40}}{_CANCELLED}"
    rf"|\b(?:rolled back|undone|reverted)\b[^.;]{{0,60}}{_CANCELLED}",
    re.IGNORECASE,
)
_NOT = regex(
    r"\bnot (?:\w+ )?atomic|\bnon-?atomic|\b(?:so far|until then|up to (?:then|there)|already \w+|before (?:it|that))\b"
    r"[^.;]{0,40}\b(?:stays?|remains?|kept)\b|\b(?:cannot|can't|can not|not be|never) (?:be )?cancel|\bno refund"
    r"|\bnot cancel",
    re.IGNORECASE,
)


def acts_as_a_whole(told: str) -> str:
    """Return the sentence that says that a call does all of its work or nothing; "" without one."""
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(told)]
    if any(_NOT.search(one) for one in sentences):
        return ""
    return next((one for one in sentences if _TELLS.search(one)), "")
