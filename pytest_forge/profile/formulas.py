"""Formulas: whether a text of a table is meant to be one that a spreadsheet computes."""

from __future__ import annotations

import re

from .argument import Argument
from .roles import Role

__all__ = ["takes_formulas"]

_WORDS = re.compile(r"\bformul(?:as?|ae)\b|\bequations?\b|(?<!\w)=[A-Z(\d]", re.IGNORECASE)
#: Words of an argument whose formulas have no effect.
_GUARDED = re.compile(r"apostrophe|escap|quot|prefix|neutral|harmless|plain text|refus|reject|\bno\b|\bnot\b|never")


def takes_formulas(argument: Argument) -> bool:
    """Tell whether an argument may be meant to hold a formula."""
    if argument.role is Role.EXPRESSION:
        return True
    says = f"{argument.name} {argument.description}".replace("_", " ")
    return _WORDS.search(says) is not None and _GUARDED.search(says.lower()) is None
