"""Told offsets: a description that says that a moment may have an offset from UTC, and that it counts."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_answer_in_utc", "told_offset"]

_SENTENCE = regex(r"[.](?:\s|$)|\n\s*\n|\n\s*[-*] ")
#: A moment with an offset, or words on such.
_TOLD = regex(
    r"\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?[+-](?!00:?00)[01]\d:?[0-5]\d\b|\boffsets?\b|\bRFC ?-?3339\b|[+-]HH:?MM\b"
    r"|\b(?:time ?zone|tz|offset)[- ]?aware\b|\bzoned\b|\bany (?:time ?)?zone\b"
    r"|\bwith (?:a |an |its |the )?(?:time ?)?zone\b",
    re.IGNORECASE,
)
#: An offset that does not count, or is no moment's.
_IGNORED = regex(
    r"\b(?:ignor|drop|discard|disregard|strip|cuts? (?:it )?off|remov|unused|regardless|informative|irrelevant)"
    r"|\bnot (?:used|looked at|considered|taken into account|read|needed)\b|\bonly for\b",
    re.IGNORECASE,
)
_OF_MOMENT = regex(r"\b(?:offsets?|zones?|tz)\b|[+-]\d\d:?\d\d\b", re.IGNORECASE)
_OTHERWISE = regex(
    r"\b(?:wall|face value|as (?:it is )?(?:written|given|typed|shown)|time of (?:the )?day|by the clock|clock time)\b"
    r"|\bclocks? (?:shows?|on the wall)\b|\bkeeps? the (?:time|hour|clock)\b|[,(] no offset\b"
    r"|\b(?:pages?|results?|rows?|bytes?|lines?|characters?|records?)\b[^.;]{0,20}\boffset\b"
    r"|\boffset\b[^.;]{0,20}\b(?:pages?|results?|rows?|bytes?|lines?|characters?|records?|skip)\b",
    re.IGNORECASE,
)
#: "UTC if there is no offset" tells of what is given, and nothing of the answer.
_LACKING = regex(
    r"\b(?:no|without|unless|missing|naive|lacks?|lacking|default\w*|assum\w+|absent|omitted)\b", re.IGNORECASE
)
_UTC = r"(?:UTC|GMT|(?:Unix|epoch) (?:time(?:stamp)?|seconds))"
_ANSWER = (
    r"(?:convert\w*|normali[sz]\w+|translat\w+|return\w*|answers?|results?|output\w*|shown?|written|stored?|tells?)"
)
_IN_UTC = regex(
    rf"\b{_ANSWER}\b[^.;]{{0,60}}?\b{_UTC}\b|\b{_UTC}\b[^.;]{{0,30}}?\b(?:is|are) {_ANSWER}\b"
    rf"|\b(?:times?|moments?|all)\b[^.;]{{0,20}}?\bare (?:in )?{_UTC}\b",
    re.IGNORECASE,
)


def told_offset(of_argument: str, of_tool: str) -> bool:
    """Tell whether a moment is said to have an offset, and nothing says that it does not count.

    Args:
        of_argument: The description of the argument for the moment.
        of_tool: All else that is said of the tool.
    """
    texts = [" ".join(text.split()) for text in (of_argument, of_tool)]
    sentences = [sentence for text in (of_argument, of_tool) for sentence in _sentences(text)]
    is_ignored = any(_IGNORED.search(one) and _OF_MOMENT.search(one) for one in sentences)
    return any(map(_TOLD.search, texts)) and not is_ignored and not any(map(_OTHERWISE.search, texts))


def told_answer_in_utc(of_tool: str) -> bool:
    """Tell whether the moments of an answer are said to be in UTC."""
    return any(_IN_UTC.search(one) and not _LACKING.search(one) for one in _sentences(of_tool))


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in _SENTENCE.split(text)]
