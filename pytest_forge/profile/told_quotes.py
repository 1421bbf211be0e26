"""Told quotes: what a description promises of the fields of a table that stand in quotes.

"Fields in double quotes may hold commas, quotes and line breaks, and are taken over unchanged."
"""

from __future__ import annotations

import re
from typing import Literal

from ..regex import regex

__all__ = ["Sign", "keeps_fields", "told_signs"]

#: What quotes protect in a field.
Sign = Literal["line", "separator", "quote"]

_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)[.;](?:\s|$)|\n\s*\n")
_WHOLE = regex(r"\bRFC ?4180\b", re.IGNORECASE)
_QUOTES = regex(r"\bquot(?:es?|ed|ing|ation)\b", re.IGNORECASE)
#: What follows says what a field may hold.
_HOLDS = regex(
    r"\b(?:has|have|having|holds?|holding|contain(?:s|ing)?|includ(?:es?|ing)|spans?|spanning|cross(?:es)?"
    r"|protect(?:s|ed)?|run(?:s|ning)? over|with|inside|within|in|for|so that|allow(?:s|ed)?|escap(?:e|es|ed))\b"
    r"(?P<part>.*)",
    re.IGNORECASE,
)
#: What a field may hold, before the word for the quotes: "Commas and line breaks in quotes belong to the field".
_BEFORE = regex(
    r"(?P<part>.*)\b(?:in|inside|within|between|of|are|is) (?:double |quotation )?(?:a )?"
    r"(?:quot(?:es?|ed|ation marks)|marks)\b",
    re.IGNORECASE,
)
_SIGNS: dict[Sign, re.Pattern[str]] = {
    "line": regex(
        r"\bline[ -]?(?:breaks?|feeds?|ends?|endings?)\b|\bnew ?lines?\b|\b(?:several|multiple|many|more) lines\b"
        r"|\bmulti-?line\b",
        re.IGNORECASE,
    ),
    "separator": regex(r"\b(?:commas?|separators?|delimiters?|semicolons?|tabs?)\b", re.IGNORECASE),
    "quote": regex(
        r"\b(?:and|or|,) (?:double |doubled )?quotes\b|\bquotes? (?:and|or)\b|\bdoubled quotes?\b"
        r"|\bquot(?:es?|ation marks?) (?:is |are )?(?:themselves )?(?:written twice|doubled)\b"
        r"|, (?:double )?quotes(?=,| )",
        re.IGNORECASE,
    ),
}
_NOT = regex(
    r"\b(?:no|not|never|cannot|can't|without|except|unless|refus\w+|reject\w+|error|fails?|invalid|remov\w+|dropp\w+)\b",
    re.IGNORECASE,
)

_FIELDS = r"\b(?:fields?|cells?|columns?|values?|contents?|texts?|notes?|strings?|quot(?:ed|es|ation marks))\b"
_SAME = (
    r"\b(?:unchanged|unaltered|unmodified|untouched|verbatim|literally|intact|as[ -]is"
    r"|as (?:it|they) (?:is|are|stands?)"
    r"|(?:exactly |just )?as (?:written|given|found|quoted)|exactly as|(?:sign|character) (?:for|by) (?:sign|character)"
    r"|byte for byte|to the letter|in full"
    r"|(?:not|never) (?:changed|altered|modified|touched|trimmed|stripped|normali[sz]ed|collapsed))\b"
)
_KEPT = regex(rf"{_FIELDS}.*{_SAME}|{_SAME}.*{_FIELDS}", re.IGNORECASE)
_NOT_TRIMMED = regex(r"\b(?:not|never) (?:trimmed|stripped|normali[sz]ed|collapsed)\b", re.IGNORECASE)
#: What becomes of white space or of line breaks all the same, or what is kept is something else.
_OTHERWISE = regex(
    r"\b(?:trim\w*|strip\w*|collaps\w*|normali[sz]\w*|squeez\w*|flatten\w*|tid(?:y|ied)|clean\w*|unified)\b"
    r"|\b(?:white ?space|blanks?|spaces|line[ -]?(?:breaks?|ends?|endings?)|new ?lines?) [^.;]{0,30}?"
    r"\b(?:becomes?|ignored|removed|replaced|dropped|cut|turned|converted|joined)\b"
    r"|\b(?:remov|replac|ignor|drop|convert|join)\w* [^.;]{0,30}?"
    r"\b(?:white ?space|blanks|spaces|line[ -]?(?:breaks?|ends?|endings?)|new ?lines?)\b",
    re.IGNORECASE,
)


def told_signs(told: str) -> frozenset[Sign]:
    """Return the signs that a field in quotes may hold, as a description says."""
    if _WHOLE.search(told):
        return frozenset(_SIGNS)
    found: set[Sign] = set()
    for sentence in _sentences(told):
        if not _QUOTES.search(sentence) or _NOT.search(sentence):
            continue
        parts = [match["part"] for form in (_HOLDS, _BEFORE) if (match := form.search(sentence))]
        found |= {sign for sign, pattern in _SIGNS.items() if any(map(pattern.search, parts))}
    return frozenset(found)


def keeps_fields(told: str) -> bool:
    """Tell whether a description says that fields, which may stand in quotes, are taken over as they are."""
    sentences = [_NOT_TRIMMED.sub("never changed", sentence) for sentence in _sentences(told)]
    if not any(_QUOTES.search(one) or _WHOLE.search(one) for one in sentences) or any(
        map(_OTHERWISE.search, sentences)
    ):
        return False
    return any(_KEPT.search(one) for one in sentences)


def _sentences(told: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in _SENTENCE.split(told)]
