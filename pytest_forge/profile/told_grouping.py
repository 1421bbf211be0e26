"""Told grouping: a description by which records that have something in common count together, wherever they stand.

"One row for each month and region."     "Sums up the hours per employee."     hours_by_employee
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ..regex import regex
from .roles import name_words

__all__ = ["grouping_words", "is_grouped_by", "may_stand_anywhere"]

_SENTENCE = regex(r"[.;:](?:\s|$)|\n\s*\n|\n\s*-\s")
#: What is done to a group, and the words before what makes it one.
_TOGETHER = regex(
    r"\b(?:totals?|sum(?:s|med|ming)?|add(?:s|ed|ing)?|count(?:s|ed|ing)?|group(?:s|ed|ing)?|averages?|mean|number of"
    r"|how (?:many|much|often|long)|tally|summar(?:y|ies|ise\w*|ize\w*)|statistics|combin\w+|merg\w+|collect\w*"
    r"|bundl\w+|balances?|(?:one|a|single|an) (?:row|entry|line|item|record|object|result|total|figure))\b",
    re.IGNORECASE,
)
_EACH = regex(
    r"\b(?:for (?:all|one)|of one|each|every|per|by|same)\s+(?P<what>[^.;:,()]{1,60})",
    re.IGNORECASE,
)
#: Records that do not follow one another are other groups, or what is given has an order of its own.
_IN_TURN = regex(
    r"\b(?:consecutive\w*|adjacent|adjoining|neighbou?r\w*|in a row|runs? of|run[- ]length|streaks?|successive"
    r"|stretch(?:es)?|segments?|unbroken|uninterrupted|without (?:a )?(?:break|gap|interruption)|sessions?"
    r"|back[- ]to[- ]back|side by side|following (?:one|each)|each time|time series|sequences?|intervals?)\b",
    re.IGNORECASE,
)
_SORTED = regex(
    r"\b(?:sorted|ordered|ascending|descending|chronological\w*|in (?:the )?order of|(?:old|new|earli|lat)est first)\b",
    re.IGNORECASE,
)
_DAYS = frozenset(("date", "day", "week", "month", "year"))


def grouping_words(told: str, name: str) -> set[str]:
    """Return the words for what records have in common that count together; none if they have to follow one another.

    Args:
        told: The description of a tool.
        name: Its name, which may say it, too.
    """
    if _IN_TURN.search(told):
        return set()
    sentences = (" ".join(one.split()) for one in _SENTENCE.split(told))
    said = [*(one for one in sentences if _TOGETHER.search(one)), name.replace("_", " ")]
    return {word for one in said for found in _EACH.finditer(one) for word in _stems(found["what"])}


def may_stand_anywhere(of_argument: str) -> bool:
    """Tell whether the description of an argument does not say that its records are in an order."""
    return _IN_TURN.search(of_argument) is None and _SORTED.search(of_argument) is None


def is_grouped_by(key: str, words: Collection[str]) -> bool:
    """Tell whether a key of a record is meant by one of the words; a date is meant by "month" as well."""
    meant = _stems(key) - {"id", "name", "code", "number", "key"}
    return not (meant | _DAYS if meant & _DAYS else meant).isdisjoint(words)


def _stems(text: str) -> set[str]:
    words = name_words(text)
    return {f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s") for word in words}
