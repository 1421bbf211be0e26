"""Told replacements: words that give signs of a replacement a meaning, such as `$1` or `$&`."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["gives_signs_meaning"]

_SAID = regex(
    r"\$(?:[&\d`'<$]|\{\d)|(?<!\\)\\(?:[0-9]|g<)|\bback-?\s?references?\b|\bcaptur\w+|\b(?:numbered|named) groups?\b"
    r"|\bgroups? of the (?:match|pattern)\b|\bmatch(?:ed)? groups?\b|\breg(?:ular )?ex\w*|\bpatterns?\b|\bsed\b"
    r"|\bsubstitution (?:pattern|syntax|string)s?\b|\bstring\.replace\b|\bre\.sub\b",
    re.IGNORECASE,
)


def gives_signs_meaning(says: str) -> bool:
    """Tell whether the words of a tool or its arguments may give signs of a replacement a meaning.

    Args:
        says: The names and descriptions of the tool and of its arguments.
    """
    return _SAID.search(says) is not None
