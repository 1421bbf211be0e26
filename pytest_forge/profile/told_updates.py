"""Told updates: records that a call is said to change where they are: "adds a guest, or updates a known one"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["updates_records"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_UPDATES = regex(
    r"\b(?:updat(?:es?|ed|ing)|upserts?|chang(?:es?|ed|ing)|edit(?:s|ed|ing)?|amend(?:s|ed|ing)?|modif(?:y|ies|ied|ying)"
    r"|correct(?:s|ed|ing)?|adjust(?:s|ed|ing)?|renam(?:es?|ed|ing)|revis(?:es?|ed|ing)|adapt(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
#: What begins a record again, or takes its place.
_ANEW = regex(
    r"\b(?:replac\w+|overwr(?:it|ot)\w*|resets?|resett\w+|clear(?:s|ed|ing)?|eras\w+|wip(?:es?|ed)|anew|afresh|fresh"
    r"|from scratch|start(?:s|ed|ing)? over|discard\w*|delet\w+|remov\w+|drop(?:s|ped)?|lost|new one|instead of"
    r"|in (?:the |its )?place of|supersed\w+|re-?creat\w+|back to|defaults? again|empt(?:y|ied) again)\b",
    re.IGNORECASE,
)
#: A denial makes "nothing is overwritten" a promise, and "cannot be changed" none.
_DENIED = regex(r"\b(?:not|never|nothing|none|no|cannot|without)\b|n't\b", re.IGNORECASE)


def updates_records(told: str) -> str:
    """Return the sentence that says that a known record is changed; "" without one, or if records are begun anew."""
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(told)]
    if any(_ANEW.search(one) and not _DENIED.search(one) for one in sentences):
        return ""
    return next((one for one in sentences if _UPDATES.search(one) and not _DENIED.search(one)), "")
