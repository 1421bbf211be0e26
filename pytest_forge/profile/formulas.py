"""Formulas: whether a text of a table is meant to be one that a spreadsheet computes, or is said to be none."""

from __future__ import annotations

import re

from ..regex import regex
from .argument import Argument
from .roles import Role

__all__ = ["says_formulas_are_guarded", "takes_formulas"]

_WORDS = regex(r"\bformul(?:as?|ae)\b|\bequations?\b|(?<!\w)=[A-Z(\d]", re.IGNORECASE)
#: Words of an argument whose formulas have no effect.
_GUARDED = regex(r"apostrophe|escap|quot|prefix|neutral|harmless|plain text|refus|reject|\bno\b|\bnot\b|never")
#: A sentence in which a tool says that no text of a table is computed, and what makes it another one.
_SENTENCE = regex(r"[.;!?](?:\s|$)|\n\s*\n")
_GUARD = regex(
    r"apostrophe|single quote|neutrali[sz]|harmless|defus|disarm|\bescaped?\b|plain text|as texts?\b"
    r"|\b(?:never|no|not|cannot)\b.*\b(?:run|read|taken|treat\w*|comput\w+|execut\w+|evaluat\w+|interpret\w+|becomes?)\b",
    re.IGNORECASE | re.DOTALL,
)
_NO_GUARD = regex(
    r"\b(?:if|unless|except|only|option\w*|kept|keeps?|caller\w*)\b"
    r"|\b(?:not|never) (?:be )?(?:escap|neutral|guard|chang)|(?<!\w)[\"'`]?[=+@-][\"'`]?(?!\w)",
    re.IGNORECASE,
)


def says_formulas_are_guarded(says: str) -> bool:
    """Tell whether a sentence says, of every formula and without a condition, that a spreadsheet takes it as a text."""
    return any(
        re.search(r"\bformul(?:as?|ae)\b", sentence, re.IGNORECASE)
        and _GUARD.search(sentence)
        and not _NO_GUARD.search(sentence)
        for sentence in _SENTENCE.split(says)
    )


def takes_formulas(argument: Argument) -> bool:
    """Tell whether an argument may be meant to hold a formula."""
    if argument.role is Role.EXPRESSION:
        return True
    says = f"{argument.name} {argument.description}".replace("_", " ")
    return _WORDS.search(says) is not None and _GUARDED.search(says.lower()) is None
