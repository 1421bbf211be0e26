"""Unknown values: whether an error says that a value is not one of those that a tool knows."""

from __future__ import annotations

import re
from typing import Any

from ..regex import regex
from .roles import name_words

__all__ = ["refuses_choice", "says_unknown"]

_UNKNOWN = r"unknown|unsupported|unrecogni[sz]ed|invalid"
_NOT = r"supported|implemented|recogni[sz]ed"
#: More words, which count only beside the value or the name of its argument.
_REFUSED = (
    rf"{_UNKNOWN}|unhandled|unimplemented|unexpected|illegal|bad|no such"
    rf"|not (?:yet )?(?:{_NOT}|handled|known|allowed|valid|available)|no (?:handler|branch)"
)
_ANYWHERE = regex(rf"(?:{_UNKNOWN}|not (?:{_NOT}))\b", re.IGNORECASE)


def says_unknown(text: str) -> bool:
    """Tell whether an error mentions something unknown."""
    return _ANYWHERE.search(text) is not None


def refuses_choice(text: str, name: str, value: Any) -> bool:
    """Tell whether an error says of a value, or of the argument that it was given to, that it is unknown.

    Args:
        text: The error.
        name: Name of the argument; empty for none.
        value: The value.
    """
    words = [word for word in (name, *name_words(name)) if len(word) > 1]
    shown = re.escape(str(value))
    named = "|".join(re.escape(word) for word in dict.fromkeys(words)) or "(?!)"
    pattern = (
        rf"\b(?:{_REFUSED})\W+(?:(?:{named}|the|value|option|type|choice|kind)\W+){{0,3}}['\"`]?{shown}(?!\w)"
        rf"|(?<!\w){shown}['\"`]?\W+(?:is|are)?\W*(?:an?\W+)?(?:{_REFUSED})\b"
        rf"|^\W*(?:there (?:is|was) )?(?:{_REFUSED})\W+(?:{named})\b"
        rf"|\b(?:this|that|such an?|the) (?:{named})\W+(?:is|are)\W+(?:an?\W+)?(?:{_REFUSED})\b"
    )
    return re.search(pattern, text, re.IGNORECASE) is not None
