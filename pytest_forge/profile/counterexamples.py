"""Counterexamples: whether a sentence may show what is refused or changed, and not what to send."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["may_show_what_is_refused", "tells_of_refusals"]

_NO = (
    r"\b(?:no|not|non|never|none|nor|neither|without|unlike|except|instead|cannot|rather than|avoid\w*)\b|n['\u2019]t\b"
)
_REFUSED = (
    r"\b(?:refus|reject|invalid|illegal|forbid|forbad|disallow|unsupport|wrong|den(?:y|ied)|exclu|ignor|fail|error|"
    r"rais|remov|replac|strip|escap|conver|normali[sz]|becom|trim|reserved)\w*"
)
_TOLD = regex(rf"\b(?:not|never|cannot|rather than|instead)\b|n['\u2019]t\b|{_REFUSED}", re.IGNORECASE)
_SHOWN = regex(f"{_NO}|{_REFUSED}", re.IGNORECASE)


def may_show_what_is_refused(sentence: str) -> bool:
    """Tell whether a sentence contains a negation, or a word for what is refused or changed."""
    return _SHOWN.search(sentence) is not None


def tells_of_refusals(sentence: str) -> bool:
    """Tell whether a sentence denies something, or contains a word for what is refused or changed."""
    return _TOLD.search(sentence) is not None
