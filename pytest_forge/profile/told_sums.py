"""Told sums: whether a description says that the numbers of several lines, or calls, are added up."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["limits_all_calls", "sums_lines"]

_LINES = r"(?:lines|entries|rows|records|items|orders|positions|bookings|deliveries|parts)"
_SUMMED = regex(
    rf"\bof all (?:of )?(?:its|their|the) {_LINES}\b"
    r"|\b(?:add(?:s|ed)?|sum(?:s|med)?) (?:up|together)\b[^.;]{0,60}\b(?:by|per|for (?:each|every)"
    r"|of (?:each|every|the same))\b"
    rf"|\b(?:repeated|several|equal|same) [^.;]{{0,30}}\b(?:is|are) (?:added|summed)\b",
    re.IGNORECASE,
)
#: Only one of the lines counts.
_ONE = regex(
    r"\b(?:last|latest|newest|first|highest|lowest|largest|greatest|smallest|replac\w+|overwrit\w+|max\w*|min\w*"
    r"|averages?|mean|median)\b",
    re.IGNORECASE,
)
#: "Several times, but never by more than was paid", "never more than was paid in total".
_NO_MORE = r"\b(?:never|not|no|cannot)\b[^.;]{0,30}?\b(?:more than|exceeds?|above|beyond|over)\b"
_ALL_CALLS = regex(
    rf"\b(?:several|many|multiple|more than one) (?:times|calls|parts|steps|refunds|payments|instal?lments)\b"
    rf"[^.;]{{0,60}}{_NO_MORE}"
    rf"|{_NO_MORE}[^.;]{{0,60}}\b(?:in total|in all|altogether|taken together|all together)\b"
    r"|\b(?:total|sum) of (?:all|the|its)\b[^.;]{0,40}\b(?:never|not|cannot)\b[^.;]{0,20}?\b(?:more than|exceeds?)\b",
    re.IGNORECASE,
)
#: "In several steps", "in parts", "partial refunds are possible".
_SEVERAL = regex(
    r"\b(?:several|many|multiple|more than one|two or more|any number of|repeated|further) "
    r"(?:times|calls|parts|steps|goes|refunds|payments|withdrawals|deliveries|shipments|bookings|instal?lments)\b"
    r"|\b(?:in (?:parts?|portions|stages|steps|instal?lments)|bit by bit|step by step|little by little|partly|partially"
    r"|repeatedly|more than once|as often as)\b"
    r"|\bpartial \w+ (?:is|are|may be|can be) (?:possible|allowed|supported|fine|made)\b",
    re.IGNORECASE,
)
#: What is there for all calls: no more than was paid, at most the amount that is open.
_THERE_IS = regex(
    rf"(?:{_NO_MORE}|\b(?:at most|up to|limited to|only as (?:much|many) as)\b)"
    r"\s+(?:was|were|is|are|has|have|had|what|it|they|there"
    r"|the (?:\w+ )?(?:amount|sum|total|quantity|number|price|value|balance|order|payment|deposit|capacity|stock"
    r"|rest))\b",
    re.IGNORECASE,
)
#: A limit of each call, of a span of time, or of what the last call has set.
_EACH_CALL = regex(
    r"\b(?:at once|at a time|each|every|per|a (?:call|day|week|month|year)"
    r"|(?:change|set|replace|update|correct|edit|adjust|raise)\w*)\b",
    re.IGNORECASE,
)
#: A call has a limit of its own as well.
_OF_ONE_CALL = regex(
    r"\b(?:at once|at a time|a (?:call|time|transaction)|(?:per|each|every|one|single|by a|in a|with a)"
    r" (?:call|time|payment|transaction))\b",
    re.IGNORECASE,
)


def limits_all_calls(description: str) -> bool:
    """Tell whether a description says that several calls together take no more than there is."""
    if _OF_ONE_CALL.search(description):
        return False
    sentences = re.split(r"[.;](?:\s|$)|\n\s*\n", description)
    said = [" ".join(sentence.split()) for sentence in sentences]
    if any(_ALL_CALLS.search(one) and not _EACH_CALL.search(one) for one in said):
        return True
    # One sentence tells of several calls, and another one of what there is.
    told = [one for one in said if _SEVERAL.search(one) or _THERE_IS.search(one)]
    is_for_all = any(_SEVERAL.search(one) for one in told) and any(_THERE_IS.search(one) for one in told)
    return is_for_all and not any(_EACH_CALL.search(one) for one in told)


def sums_lines(told: str) -> bool:
    """Tell whether a description says that numbers of several lines are added up, and nowhere that one line counts."""
    text = " ".join(told.split())
    return _SUMMED.search(text) is not None and _ONE.search(text) is None
