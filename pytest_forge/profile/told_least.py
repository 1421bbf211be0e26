"""Told least: a list that is said to hold at least one item, or to name all that a tool removes."""

from __future__ import annotations

import re

from .told_ranges import told_ranges

__all__ = ["needs_an_item"]

_SENTENCE = re.compile(r"[.;](?:\s|$)|\n")
#: "At least one of" several arguments is another rule.
_ONE = re.compile(r"\b(?:at least|not less than|minimum of) (?:one|1)\b(?! of\b)", re.IGNORECASE)
_ONLY = re.compile(
    r"\bonly\b.*\b(?:named|given|listed|passed)\b.*\b(?:cancel|delet|remov|clos|archiv|dropp|revok|purg|eras|discard)",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:empty|none|without|omit|omitted|leave out|left out|no (?:\w+ )?(?:is|are|given|named))\b", re.IGNORECASE
)
#: A range of something else than of items.
_OF_EACH = re.compile(r"\b(?:each|every|characters?|letters?|digits?|long|bytes?)\b", re.IGNORECASE)
_ALL = re.compile(r"\b(?:all|every|everything|any)\b", re.IGNORECASE)


def needs_an_item(description: str, of_argument: str) -> str:
    """Return the sentence that says that a list needs an item, or that what it does not name stays; "" without one.

    Nothing is said if a sentence tells what no item means.

    Args:
        description: The description of the tool.
        of_argument: That of the list.
    """
    own, all_told = _sentences(of_argument), [*_sentences(of_argument), *_sentences(description)]
    if any(_NONE.search(one) and _ALL.search(one) and not _ONE.search(one) for one in all_told):
        return ""
    counted = (one for one in own if not _OF_EACH.search(one) and any(low == 1 for low, _ in told_ranges(one)))
    said = (one for one in all_told if _ONE.search(one) or _ONLY.search(one))
    return next(counted, "") or next(said, "")


def _sentences(text: str) -> list[str]:
    flat = re.sub(r"\n(?!\s*\n)", " ", re.sub(r"\be\.g\.", "such as", text))
    return [" ".join(one.split()) for one in _SENTENCE.split(flat) if one.strip()]
