"""Counterexamples: whether a sentence may show what is refused or changed, and not what to send."""

from __future__ import annotations

import re

__all__ = ["may_show_what_is_refused"]

_NO = (
    r"\b(?:no|not|non|never|none|nor|neither|without|unlike|except|instead|cannot|rather than|avoid\w*)\b|n['\u2019]t\b"
)
_REFUSED = (
    r"\b(?:refus|reject|invalid|illegal|forbid|forbad|disallow|unsupport|wrong|den(?:y|ied)|exclu|ignor|fail|error|"
    r"rais|remov|replac|strip|escap|conver|normali[sz]|becom|trim|reserved)\w*"
)
_SHOWN = re.compile(f"{_NO}|{_REFUSED}", re.IGNORECASE)


def may_show_what_is_refused(sentence: str) -> bool:
    """Tell whether a sentence contains a negation, or a word for what is refused or changed."""
    return _SHOWN.search(sentence) is not None
