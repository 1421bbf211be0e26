"""Told ends: a range whose description says that its last day or its limit belongs to it, or may begin another one."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["included_limits", "includes_end", "lists_end", "may_share_end"]

#: A line that goes on with a small letter belongs to the one before, unless it is that of an argument.
_SENTENCE = regex(r"[.;](?:\s|$)|\n(?!\s*[a-z(])|\n(?=\s*\w+\s*(?:\([^)]*\)\s*)?:)")
#: Several lines may be one sentence.
_LIMIT_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_LAST_DAY = r"(?:last|final|latest|end|closing)[ -](?:calendar )?(?:day|date)"
_INCLUDED = regex(
    r"\binclusive\b|\b(?:is|are|days?|dates?|ends?|both) included\b|\bincluding (?:both|the (?:last|end|final))\b"
    r"|\bboth (?:days|dates|ends) (?:belong|count|are (?:a )?part)\b"
    r"|\b(?:last|end|final) (?:day|date) (?:belongs|counts|is (?:a )?part)\b"
    r"|\b(?:still|also|itself) (?:belongs|counts)\b"
    # "Last day, YYYY-MM-DD, included": a form of days may stand between.
    r"|\b(?:day|date|end)(?: of(?: \w+){1,3})?(?:,? \(?[YMD]+(?:[-./][YMD]+)+\)?)?"
    r"(?:, (?:also |itself )?| \()incl(?:uded)?\b"
    r"|\bup to,? \(?(?:and )?including\b",
    re.IGNORECASE,
)
#: The last day of a list: a period has it, while a stay may end at noon of its last day.
_LISTED = regex(
    rf"\b{_LAST_DAY} (?:of|in) (?:the|a|this|your) (?:\w+ )?"
    r"(?:period|range|interval|window|span|timespan|timeframe|report|statement|summary)\b"
    rf"|\b{_LAST_DAY} (?:(?:to|that (?:is|will be)|which (?:is|will be)) )?(?:be )?"
    r"(?:count|cover|report|includ|summari[sz])(?:e|ed|ted)?\b"
    r"|\bfirst (?:day )?(?:to|till|until|through) (?:the )?last day\b"
    r"(?! of (?:\w+ )?(?:\w+ )?(?:stay|trip|visit|journey|rental|loan|booking|reservation)s?\b)"
    r"|\b(?:from|since|starts?|begins?|first|day|date)\b[^.;]* through (?:the )?`?(?:end|last|final|until)(?:_\w+|\b)"
    r"|\bsame (?:day |date )?(?:as|for)\b[^.;]*\b(?:a|one|that)(?: single| one)? day\b"
    rf"|\b(?:end|whole|all|entire|full)(?: of)? (?:the |its )?{_LAST_DAY}\b"
    r"|\bon or before\b",
    re.IGNORECASE,
)
_BESIDE = regex(rf"\b(?:after|before|behind|beyond|following) (?:the |its )?{_LAST_DAY}\b", re.IGNORECASE)
#: The first day alone may be included, and so may something else than days.
_RANGE = regex(r"(?:\b|_)(?:days?|dates?|range|period|between|from|ends)\b", re.IGNORECASE)
_END = regex(r"\b(?:both|last|ends?|final|until|inclusive)(?:\b|_)", re.IGNORECASE)
_EXCLUDED = regex(r"\b(?:exclu|half-open|not inclu|non-inclu|open-ended|up to but)", re.IGNORECASE)
_SHARED = regex(
    r"\bsame day\b|\bchange-?over|\bhand(?:ed|s|ing)?[- ]?over\b|\bback[- ]to[- ]back\b|\bturn-?(?:over|around)"
    r"|\b(?:begins?|starts?) (?:again )?on (?:that|the last)\b|\b(?:may|can) (?:touch|meet|share|adjoin)\b",
    re.IGNORECASE,
)
_NONE = regex(r"\b(?:no|nobody|refused|twice)\b", re.IGNORECASE)
_NOT = regex(r"\b(?:not(?! (?:be )?(?:before|earlier|precede))|without|never)\b", re.IGNORECASE)
_NUMBER = r"(\d+(?:\.\d+)?)(?![\d.]*\d|[-:/]\d)"
_UP_TO_AND = r"\bup to,? \(?and including\)?,?"
#: "Up to and including 5 kg", "up to 5 kg inclusive".
_LIMIT = regex(rf"{_UP_TO_AND} {_NUMBER}|\bup to {_NUMBER}(?: \w+)? inclusive\b", re.IGNORECASE)
#: "A rate holds up to and including its limit: 2 kg, 5 kg, 10 kg."
_LIMITS = regex(
    rf"{_UP_TO_AND} (?:its|the|their|each|every|that|this) (?:\w+ )?(?:limit|bound|maximum|end|weight|value)s?\b:?(.*)",
    re.IGNORECASE | re.DOTALL,
)
_BEGUN = regex(
    rf"\b(?:from|below|under|less than|least|starting (?:at|with)|before|until) {_NUMBER}"
    rf"|{_NUMBER}(?: \w+)? (?:or|and) (?:more|above|over|up)\b",
    re.IGNORECASE,
)


def included_limits(sentences: str) -> list[float]:
    """Return the numbers that are said to be limits which still belong to what is below them.

    One from which something else begins, as in "from 5 kg", is none.
    """
    begun = {float(one or other) for one, other in _BEGUN.findall(sentences)}
    found: list[float] = []
    for sentence in _LIMIT_SENTENCE.split(sentences):
        named = [float(one or other) for one, other in _LIMIT.findall(sentence)]
        listed = _LIMITS.search(sentence)
        if not named and listed is not None:
            named = [float(number) for number in re.findall(_NUMBER, listed[1])]
        found += named
    return [limit for limit in dict.fromkeys(found) if limit not in begun]


def includes_end(description: str, of_end: str) -> bool:
    """Tell whether the last day of a range is said to belong to it.

    Args:
        description: The description of the tool.
        of_end: The description of the argument for the last day.
    """
    return any(_INCLUDED.search(sentence) for sentence in _sentences_of_end(description, of_end))


def lists_end(description: str, of_end: str) -> bool:
    """Tell whether what happens on the last day of a range is said to be listed or counted.

    Args:
        description: The description of the tool.
        of_end: The description of the argument for the last day.
    """
    sentences = _sentences_of_end(description, of_end)
    return any(
        _INCLUDED.search(sentence) or (_LISTED.search(sentence) and not _BESIDE.search(sentence))
        for sentence in sentences
    )


def _sentences_of_end(description: str, of_end: str) -> list[str]:
    """Return the sentences that may tell whether the last day is included; none where one says that it is not."""
    if _EXCLUDED.search(description) or _EXCLUDED.search(of_end):
        return []
    told = [sentence for sentence in _SENTENCE.split(description) if _RANGE.search(sentence) and _END.search(sentence)]
    sentences = [" ".join(sentence.split()) for sentence in (*told, *_SENTENCE.split(of_end))]
    return [sentence for sentence in sentences if not _NOT.search(sentence)]


def may_share_end(description: str) -> bool:
    """Tell whether a sentence speaks of ranges that may share a day, so that one may begin where another ends."""
    told = [sentence for sentence in _SENTENCE.split(description) if _SHARED.search(sentence)]
    return any(_NOT.search(sentence) is None and _NONE.search(sentence) is None for sentence in told)
