"""Told updates: records that a call is said to change where they are: "adds a guest, or updates a known one"."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["says_where_it_stands", "updates_records"]

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
#: Words in the names of fields of a record that a call may begin again, with what belongs to them.
_STATES = frozenset(
    ("status", "state", "stage", "phase", "step", "active", "archived", "closed", "deleted", "removed", "cancelled",
     "canceled", "confirmed", "verified", "approved", "checked", "valid", "done", "error", "sent", "synced", "expired")
)  # fmt: skip


def says_where_it_stands(name: str) -> bool:
    """Tell whether the name of a field says how far a record has come, as "status" and "is_verified" do."""
    return not _STATES.isdisjoint(name_words(name))


def updates_records(told: str) -> str:
    """Return the sentence that says that a known record is changed; "" without one, or if records are begun anew."""
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(told)]
    if any(_ANEW.search(one) and not _DENIED.search(one) for one in sentences):
        return ""
    return next((one for one in sentences if _UPDATES.search(one) and not _DENIED.search(one)), "")
