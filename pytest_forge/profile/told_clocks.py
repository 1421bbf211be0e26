"""Told clocks: whether a description says that hours pass as they really do, also while clocks are changed.

Or that the time on the clock stays, as that of a weekly meeting does.
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["counts_real_hours", "keeps_local_time", "takes_utc"]

#: What is done to the clocks twice a year.
_CHANGES = (
    r"(?:clock[- ]changes?|changes? of (?:the )?clocks?"
    r"|(?:daylight[- ](?:savings?|time)|summer[- ]time|dst)\b(?: time)?"
    r"(?: changes?| transitions?| boundar(?:y|ies)| shifts?| switch(?:es)?)?)"
)
_MINDED = (
    r"(?:count(?:s|ed)?|heeded|considered|observed|allowed for|respected|honou?red|handled|included"
    r"|(?:taken|takes?|taking) (?:\w+ ){0,2}?into account|(?:accounted|adjusted) for)"
)
_HOURS_OF_CHANGE = r"(?:7|9|11|13|23|25|seven|nine|eleven|thirteen|twenty-(?:three|five))"
_REAL = regex(
    r"\b(?:really|actually|truly) (?:pass(?:es|ed)?|elaps(?:es?|ed)|go(?:es)? by|went by)\b"
    r"|\bhours? of real time\b|\breal(?:ly)? (?:elapsed|hours?)\b|\b(?:true|actual|physical) elapsed\b"
    r"|\b(?:also|even) (?:in|on|over|across|during|when|if|while) [^.;:]{0,30}\bclocks?\b"
    rf"|\bexactly\b[^.;:]{{0,40}}\bapart\b|\b{_CHANGES}\b[^.;:]{{0,30}}\b{_MINDED}\b|\bdst[- ]aware\b"
    rf"|\b(?:(?:account|allow|adjust|compensat)(?:s|e|es|ed|ing)? for|(?:heed|respect|mind|consider)(?:s|ing)?"
    rf"|(?:observ|handl)(?:es|ing)|tak(?:es|ing)) (?:the |any |all )?{_CHANGES}\b"
    rf"|\b(?:across|over|through|on|at|during|including) (?:a |the |any )?{_CHANGES}\b"
    r"|\bclocks? (?:(?:are|is) (?:changed|put|set|turned|moved)|go(?:es)?|change|turn|move|jump|spring|fall)\b"
    rf"[^.;]{{0,60}}\b(?:longer|shorter|hours? (?:more|less|fewer|later|earlier)|{_HOURS_OF_CHANGE}(?:[- ]hours?| h)\b)"
    r"|\b(?:longer|shorter|hours? (?:more|less|fewer))\b[^.;]{0,60}\b(?:clocks? (?:are|is|go|goes|change)|"
    rf"{_CHANGES})\b|\b(?:lost|gained|skipped|repeated|missing|extra) hour\b[^.;:]{{0,40}}\bcount(?:s|ed)\b",
    re.IGNORECASE,
)
#: The same in words that are said of other hours as well: they count where a zone or a change of the clocks is told of.
_LENGTH = r"(?:hours?|minutes?|seconds?|durations?|lengths?|spans?|intervals?)"
_ELAPSED = regex(
    rf"\b(?:elapsed|physical|absolute|actual|true|real|genuine)(?: \w+)? {_LENGTH}\b"
    rf"|\b(?:elapsed|physical) time\b|\b(?:time|{_LENGTH}) (?:that |which )?(?:(?:have|has|had|is|are) )?"
    r"(?:actually|really|truly|elapsed)\b"
    r"|\b(?:actually|really|truly) (?:elapsing|work(?:ed|s)?|lasts?|spent|lived|passing)\b"
    # "The local time at which the shift has lasted that long", "when the given minutes have passed".
    r"|\b(?:has|have|had) (?:been (?:running|going on|working|asleep|on|open)|lasted|run|worked|burnt|burned|slept)"
    r" (?:for )?(?:exactly |fully )?(?:(?:that|so|this|as) (?:long|many|much)"
    rf"|the (?:given |full |whole ){{1,2}}(?:time|{_LENGTH}))\b"
    rf"|\b{_LENGTH}\b[^.;:]{{0,20}} (?:has|have) (?:fully )?(?:passed|elapsed|gone by|run out|been worked)\b"
    rf"|\b{_LENGTH}\b[^.;:]{{0,30}}\bas (?:(?:it|they|one) )?(?:(?:is|are|was|were) )?"
    r"(?:actually |really )?(?:worked|lived|experienced|spent|slept|driven|flown|walked)\b"
    r"|\b(?:longer|shorter|later|earlier|more|less) (?:by|on|according to) the (?:local )?clocks?\b"
    r"|\bstop[- ]?watch\w*\b|\bas (?:it|they|time) (?:really |actually )(?:elapses?|pass(?:es)?)\b",
    re.IGNORECASE,
)
_ZONE = regex(r"\b(?:time ?zones?|zones?|daylight|dst|summer time|clocks?|iana|tz)\b", re.IGNORECASE)
_NOT = regex(
    r"\b(?:not|never|ignor\w+|disregard\w*|without|unless|except|regardless|approximate\w*|wall|nominal)\b"
    # A local time that stays is another promise.
    r"|\b(?:keep|kept|stay|remain|preserv|retain|maintain|same|unchanged)\w*\b[^.;]{0,40}"
    r"\b(?:local|wall|clock|time of (?:the )?day|o'clock)\b",
    re.IGNORECASE,
)
#: What is said not to count is the clock on the wall: "elapsed hours, not wall-clock hours".
_NOT_BY_WALL = regex(
    r"[(,]?\s*(?:\b(?:and |but )?(?:not|never|rather than|instead of|as opposed to|unlike)"
    r"(?: (?:by|of|on|in|as|to|the|two|those|that|it|what|hours?|time|differences?|between)){0,6} "
    r"(?:wall|local|naive|nominal|clock|calendar)\b(?:[- ](?:clock|on the wall|times?|hours?|readings?|shows?))*"
    rf"|\b(?:regardless|irrespective|independent(?:ly)?) of (?:the |any )?(?:wall[- ]clock|{_CHANGES})\b)",
    re.IGNORECASE,
)
#: Whatever else is said not to count, until the sentence ends: "hours by the clock, not those that really pass".
_INSTEAD = regex(
    r",? (?:and |but )?(?:not|rather than|instead of|never) (?:the|a|by|of|what|just|simply|merely|those|from|as)\b.*$",
    re.IGNORECASE,
)
_UTC = regex(r"\b(?:UTC|GMT|Zulu(?: time)?)\b")
_LOCAL = regex(r"\b(?:local\w*|wall|IANA|time ?zones?)\b", re.IGNORECASE)
#: The time that the clocks of a place show, and days that follow one another.
_OF_PLACE = (
    r"(?:(?:the|that|this|its|their|his|her|your|a|given|chosen) )+(?:time ?zone|zone|place|city|location|wall)\b"
)
_SHOWN = (
    r"(?:(?:local|wall|civil)(?:[- ]clock)?[- ](?:start(?:ing)? |clock )?(?:times?|hours?)|clock times?"
    r"|times? of (?:the )?day"
    rf"|(?:start(?:ing)? )?times? (?:in|of|on|by) {_OF_PLACE})(?: of (?:the )?day)?"
)
_DAYS = (
    r"(?:(?:every|each) (?:(?:other|second|single|working) )?"
    r"(?:days?|weeks?|months?|weekdays?|mornings?|evenings?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
    r"|daily|weekly|monthly|fortnightly|bi-?weekly)"
)
_KEPT = r"(?:keep|kept|stay|remain|preserv|retain|maintain|hold|held)\w*"
_SAME_TIME = regex(
    rf"\b(?:same|identical|fixed|constant|unchanged) {_SHOWN}\b|\b{_KEPT}\b[^.;:]{{0,40}}\b{_SHOWN}\b"
    rf"|\b{_SHOWN}\b[^.;:]{{0,30}}\b(?:{_KEPT}|constant|unchanged|the same)\b"
    rf"|\bsame time {_DAYS}\b|\b{_DAYS}\b[^.;:]{{0,30}}\bat (?:exactly )?the same time\b"
    rf"|\bat [^.;]{{1,30}}\blocal time,? {_DAYS}\b|\b{_DAYS} at [^.;]{{1,30}}\blocal time\b"
    # "09:00 stays 09:00 when the clocks are changed."
    r"|\b(\d{1,2}[:.]\d\d)\b[^.;]{0,30}\b(?:stays?|remains?|is still|means)\b[^.;:]{0,10}\b\1",
    re.IGNORECASE,
)
_SERIES = regex(
    rf"\b(?:{_DAYS}|every|each|all|always|recur\w*|repeat\w*|occurrences?|series|{_CHANGES}|clocks)\b", re.IGNORECASE
)
_UNMOVED = regex(
    rf"\b{_SHOWN}\b[^.;:]{{0,20}}\b(?:(?:does|do|will|must) not|doesn't|don't|never|without) (?:\w+ )?"
    r"(?:chang|shift|mov|drift|jump|slip)\w*",
    re.IGNORECASE,
)
_OTHERWISE = regex(
    r"\b(?:not|never|ignor\w+|unless|except|rather than|instead of|unlike|may|might|approximate\w*|if|two)\b|n't\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")


def counts_real_hours(description: str) -> bool:
    """Tell whether a sentence says that the hours count which really pass, or speaks of changes of the clocks."""
    flat = (" ".join(one.split()) for one in _SENTENCE.split(description))
    said = (_INSTEAD.sub("", _NOT_BY_WALL.sub("", one)) for one in flat)
    told = [one for one in said if not _NOT.search(one)]
    has_zone = _ZONE.search(description) is not None
    return any(_REAL.search(one) or (has_zone and _ELAPSED.search(one)) for one in told)


def keeps_local_time(description: str) -> bool:
    """Tell whether a sentence says that moments which repeat have the same time on the clocks of a place."""
    told = [" ".join(one.split()) for one in _SENTENCE.split(description)]
    return any(
        _SERIES.search(one) and (_UNMOVED.search(one) or (_SAME_TIME.search(one) and not _OTHERWISE.search(one)))
        for one in told
    )


def takes_utc(description: str) -> bool:
    """Tell whether a description speaks of moments in UTC, and not of local ones or of zones."""
    return bool(_UTC.search(description)) and not _LOCAL.search(description)
