"""Told damage: a description that says that a file which is there and cannot be understood is an error.

"ValueError: The settings file is damaged."     "A list that is not valid JSON is refused."
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_damage"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n|\n(?=\s*(?:\w+Error|\w+Exception|[-*])\b)")
_DAMAGE = (
    r"(?:damaged|corrupt(?:ed)?|unreadable|malformed|unparsable|unintelligible|garbled|broken|ill-formed"
    r"|(?:invalid|no|not|bad)(?: an?)?(?: \w+)? (?:JSON|YAML|TOML|XML|INI|SQLite)\b"
    r"|(?:cannot|can't|could not) be (?:parsed|decoded|understood|read|loaded|made sense of)|(?:does|do) not parse)"
)
#: The system's errors tell of files that cannot be opened.
_FAILS = (
    r"(?:(?!OSError|IOError|PermissionError|FileNotFoundError|IsADirectoryError)\w+(?:Error|Exception)"
    r"|(?:is|are|counts? as|as) an error|errors?|fails?|refus(?:es|ed)|reject(?:s|ed)|rais(?:es|ed)|report(?:s|ed))"
)
_TOLD = regex(rf"\b{_FAILS}\b[^;]{{0,120}}?\b{_DAMAGE}|\b{_DAMAGE}[^;]{{0,60}}?\b{_FAILS}\b", re.IGNORECASE)
#: It is passed over instead, or nothing is said to fail.
_PASSED = regex(
    r"\b(?:ignor\w+|skip\w*|drop\w*|discard\w*|reset\w*|anew|afresh|fresh|treated|taken for|(?:counts?|as) if|like"
    r"|defaults?|empty|(?:no|not an|never an|without an?) (?:error|exception)"
    r"|(?:not|never) (?:fail|rais|refus|report)\w*|unless|log(?:ged|s)?|warning)\b",
    re.IGNORECASE,
)


def told_damage(told: str) -> str:
    """Return the sentence that says that a call fails if a file is damaged; "" without one.

    Args:
        told: The description, also with the docstring.
    """
    sentences = (" ".join(part.split()) for part in _SENTENCE.split(told))
    return next((one for one in sentences if _TOLD.search(one) and not _PASSED.search(one)), "")
