"""Told zones: a description that says that a day is one of a place or a user, and not one of UTC."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_local_day"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n|\n\s*[-*] ")
_DAY = r"(?:days?|dates?|midnights?|today|tomorrow|calendar)"
_OF_A_PLACE = (
    r"(?:time ?zones?|zones?|tz|local\w*|(?:user|reader|caller|customer|visitor|client|owner|person|guest)s?'?s?)"
)
_SAID = regex(
    rf"\b{_DAY}\b[^.;]{{0,60}}?\b(?:{_OF_A_PLACE}|their|your)\b|\b(?:{_OF_A_PLACE}|their|your)\b[^.;]{{0,40}}?\b{_DAY}\b"
    rf"|\b\w+'s? (?:own |local )?{_DAY}\b|\b(?:own|his or her) {_DAY}\b"
    rf"|\b{_DAY}\b[^.;]{{0,30}}?\bas (?:\w+ ){{1,3}}(?:sees?|knows?|lives?|counts?|experiences?|has|reads?)\b"
    rf"|\b{_DAY}\b[^.;]{{0,30}}?\b(?:there|at that place|in that (?:place|city|country))\b",
    re.IGNORECASE,
)
#: The default of a zone is no promise about days.
_DEFAULT = regex(
    r"\b(?:defaults? (?:is |to )?|by default,? |default:? )[\"'`]*(?:UTC|GMT)\b|[\"'`](?:UTC|GMT)[\"'`]", re.IGNORECASE
)
_OF_UTC = regex(
    rf"\b(?:UTC|GMT)\b[^.;]{{0,30}}?\b{_DAY}\b|\b{_DAY}\b[^.;]{{0,30}}?\b(?:UTC|GMT|server|venue|office|store)\b"
    r"|\b(?:only|just|merely|solely)\b[^.;]{0,30}?\b(?:display\w*|show\w*|output|format\w*|presentation|print\w*)\b"
    rf"|\b{_DAY}\b[^.;]{{0,30}}?\b(?:regardless|whatever|independent)\b",
    re.IGNORECASE,
)


def told_local_day(told: str) -> str:
    """Return the sentence that says that a day is one of a zone or of somebody; "" without one."""
    text = _DEFAULT.sub("", told)
    if _OF_UTC.search(" ".join(text.split())):
        return ""
    sentences = (" ".join(one.split()) for one in _SENTENCE.split(text))
    return next((one for one in sentences if _SAID.search(one)), "")
