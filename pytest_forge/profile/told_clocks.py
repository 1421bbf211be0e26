"""Told clocks: whether a description says that hours pass as they really do, also while clocks are changed."""

from __future__ import annotations

import re

__all__ = ["counts_real_hours"]

_CHANGES = (
    r"(?:clock changes?|changes? of (?:the )?clocks?|(?:daylight[- ]saving|summer time|dst)\b(?: time)?"
    r"(?: changes?| transitions?| boundar(?:y|ies)| shifts?| switch(?:es)?)?)"
)
_MINDED = (
    r"(?:count(?:s|ed)?|heeded|considered|observed|allowed for|respected|honou?red|handled|included"
    r"|(?:taken|takes?|taking) (?:\w+ ){0,2}?into account|accounted for)"
)
_REAL = re.compile(
    r"\b(?:really|actually) pass(?:es|ed)?\b|\bhours? of real time\b|\breal(?:ly)? (?:elapsed|hours?)\b"
    r"|\b(?:also|even) (?:in|on|over|across|during|when) [^.;:]{0,30}\bclocks?\b|\bexactly\b[^.;:]{0,40}\bapart\b"
    rf"|\b{_CHANGES}\b[^.;:]{{0,30}}\b{_MINDED}\b"
    rf"|\b(?:account(?:s|ing)? for|allow(?:s|ing)? for|heed(?:s|ing)?|respect(?:s|ing)?|mind(?:s|ing)?|handl(?:es|ing)"
    rf"|tak(?:es|ing)|consider(?:s|ing)?) (?:the |any |all )?{_CHANGES}\b"
    rf"|\b(?:across|over|through|on|at|during) (?:a |the |any )?{_CHANGES}\b"
    r"|\bclocks? (?:(?:are|is) (?:changed|put|set|turned|moved)|go(?:es)?|change|turn|move|jump|spring|fall)\b"
    r"[^.;]{0,60}\b(?:longer|shorter|hours? (?:more|less|fewer)|(?:23|25|7|9)(?:[- ]hours?| h)\b)"
    r"|\b(?:longer|shorter|hours? (?:more|less|fewer))\b[^.;]{0,60}\b(?:clocks? (?:are|is|go|goes|change)|"
    rf"{_CHANGES})\b",
    re.IGNORECASE,
)
#: The same in words that are said of other hours as well: they count where a zone or a change of the clocks is told of.
_LENGTH = r"(?:hours?|minutes?|seconds?|durations?|lengths?|spans?|intervals?)"
_ELAPSED = re.compile(
    rf"\b(?:elapsed|physical|absolute|actual|true|real|genuine)(?: \w+)? {_LENGTH}\b"
    rf"|\b(?:elapsed|physical) time\b|\b(?:time|{_LENGTH}) (?:that |which )?(?:(?:have|has|had|is|are) )?"
    r"(?:actually|really|truly|elapsed)\b"
    r"|\b(?:actually|really|truly) (?:elaps\w+|work(?:ed|s)?|lasts?|spent|lived|passing|go(?:es)? by|went by)\b"
    r"|\bstop[- ]?watch\w*\b|\bas (?:it|they|time) (?:really |actually )(?:elapses?|pass(?:es)?)\b",
    re.IGNORECASE,
)
_ZONE = re.compile(r"\b(?:time ?zones?|zones?|daylight|dst|summer time|clocks?|iana|tz)\b", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:not|never|ignor\w+|disregard\w*|without|unless|except|regardless|approximate\w*|wall|nominal)\b"
    r"|\b(?:keep|stay|remain|preserv|retain|maintain|same|unchanged)\w*\b[^.;]{0,40}"
    r"\b(?:local|wall|clock|time of (?:the )?day|o'clock)\b",
    re.IGNORECASE,
)
#: What is said not to count is the clock on the wall: "elapsed hours, not wall-clock hours".
_NOT_BY_WALL = re.compile(
    r"[(,]?\s*(?:\b(?:and |but )?(?:not|never|rather than|instead of|as opposed to|unlike)"
    r"(?: (?:by|of|on|in|as|to|the|those|that|it|what|hours?|time|differences?|between)){0,4} "
    r"(?:wall|local|naive|nominal|clock|calendar)\b(?:[- ](?:clock|on the wall|times?|hours?|readings?|shows?))*"
    rf"|\b(?:regardless|irrespective|independent(?:ly)?) of (?:the |any )?(?:wall[- ]clock|{_CHANGES})\b)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.;](?:\s|$)|\n\s*\n")


def counts_real_hours(description: str) -> bool:
    """Tell whether a sentence says that the hours count which really pass, or speaks of changes of the clocks."""
    flat = [_NOT_BY_WALL.sub("", " ".join(one.split())) for one in _SENTENCE.split(description)]
    told = [one for one in flat if not _NOT.search(one)]
    has_zone = _ZONE.search(description) is not None
    return any(_REAL.search(one) or (has_zone and _ELAPSED.search(one)) for one in told)
