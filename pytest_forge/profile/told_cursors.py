"""Told cursors: an argument that takes a value of the last entry shown: "id of the last ticket of the page before"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..regex import regex
from .roles import name_words

__all__ = ["takes_last_entry", "told_cursor"]

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n\s*\n|\n\s*-\s")
_LAST = r"\b(?:last|final)\b"
_LAST_WORD = regex(_LAST, re.IGNORECASE)
#: Where "last" stands: "the weight of the last box", and only then "the last weight", since a box may be a key as well.
_PLACES = (("", rf"[^.;]{{0,40}}{_LAST}"), (rf"{_LAST}[^.;]{{0,40}}", ""))
#: Between the words of a key.
_BETWEEN = r"[\s_-]?"
#: What tells of a list that goes on, and not of the last entry of all.
_GOES_ON = regex(
    r"\b(?:page|pages|shown|seen|listed|received|returned|given|got|read|so far|previous|before|already|earlier"
    r"|continues?|carry on|goes? on|resumes?|begins?|starts?|after|behind|beyond|next|you have|you know)\b",
    re.IGNORECASE,
)


def takes_last_entry(text: str) -> bool:
    """Tell whether a description of an argument speaks of the last entry of a list that goes on."""
    return any(_LAST_WORD.search(sentence) and _GOES_ON.search(sentence) for sentence in _SENTENCE.split(text))


def told_cursor(text: str, keys: Iterable[str]) -> str:
    """Return the key of an entry whose value, of the last entry shown, an argument takes; "" if there is none.

    Args:
        text: The description of the argument.
        keys: The keys of an entry.
    """
    sentences = [one for one in _SENTENCE.split(" ".join(text.split())) if _GOES_ON.search(one)]
    named = {key: name_words(key) for key in keys}
    for before, behind in _PLACES:
        for key, words in named.items():
            # "id of the last ticket" may be its "ticket_id".
            is_only = sum(other[-1:] == words[-1:] for other in named.values()) == 1
            for form in [words, words[-1:]] if is_only else [words]:
                name = _BETWEEN.join(map(re.escape, form))
                said = re.compile(rf"{before}\b{name}\b{behind}", re.IGNORECASE)
                if form and any(said.search(sentence) for sentence in sentences):
                    return key
    return ""
