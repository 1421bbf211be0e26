"""Shown examples: the texts that a refusal shows as examples of what it would take.

invalid amount 'hello', expected something like -12.50     -12.50
Unknown colour. Try one such as "red" or "blue".           red
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["examples_in"]

_MAX_TEXT, _MAX_EXAMPLES = 2_000, 4
_MARK = r"(?:\be\.\s?g\.,?|\bfor (?:example|instance)|\bsuch as|\bas in|\blike|\bexamples?:)[:,]?\s+"
_TEXT = r"""(?:"(?P<a>[^"\n]+)"|'(?P<b>[^'\n]+)'|`(?P<c>[^`\n]+)`|(?P<d>[^\s,;()"'`]+))"""
_EXAMPLE = regex(f"{_MARK}{_TEXT}", re.IGNORECASE)
#: What follows "like" is a word of the sentence, and no example.
_WORD = regex(r"(?:an?|the|this|that|these|those|to|it|in|one|any|some|other|another|your|its)\b", re.IGNORECASE)


def examples_in(refusal: str) -> list[str]:
    """Return the examples of a refusal, as they are written there, without a final full stop."""
    found = []
    for match in _EXAMPLE.finditer(refusal[:_MAX_TEXT]):
        quoted = match["a"] or match["b"] or match["c"]
        bare = "" if quoted or _WORD.match(match["d"]) else match["d"].rstrip(".:!?")
        found += [quoted or bare] if quoted or bare else []
    return list(dict.fromkeys(found))[:_MAX_EXAMPLES]
