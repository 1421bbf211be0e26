"""Told paging: a promise that pages lose and repeat nothing while entries come and go between them.

You can archive mails while paging: each that stays in the box is listed exactly once.
Cursors stay valid when rows are added or removed in between.
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_comings", "told_steady_pages"]

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n\s*\n|\n\s*[-*]\s")
_PAGES = regex(r"\b(?:pag(?:e|es|ing|inat\w+)|cursors?)\b", re.IGNORECASE)
_CHANGE = (
    r"(?:add|creat|insert|open|clos|delet|remov|archiv|cancel|resolv|finish|complet|chang|updat|modif|edit|arriv|join"
    r"|leav|mov|com(?:e|es|ing) and go)\w*"
)
_CHANGES = regex(rf"\b{_CHANGE}\b", re.IGNORECASE)
_COMES = regex(r"\b(?:add|creat|insert|open|arriv|join|new\b|com(?:e|es|ing) and)\w*", re.IGNORECASE)
_GOES = regex(
    r"\b(?:clos|delet|remov|archiv|cancel|resolv|finish|complet|leav(?!\w* out)|and go(?:es)?\b)\w*", re.IGNORECASE
)
#: That changes fall between two pages.
_BETWEEN = regex(
    r"\b(?:whil(?:e|st)|during|between|meanwhile|meantime|as you|when|if|even|the whole time|concurrent\w*|throughout"
    r"|mid-?\w*|after)\b",
    re.IGNORECASE,
)
_LOSE = (
    r"(?:skip\w*|miss(?:ed|es|ing)?|los(?:e|es|t|ing)|drop\w*|omit\w*|left out|leav\w+ out|pass\w* over|overlook\w*)"
)
_REPEAT = r"(?:repeat\w*|duplicat\w*|list\w* twice|show\w* twice|seen twice|return\w* twice|appear\w* twice|twice)"
_WRONG = rf"(?:{_LOSE}|{_REPEAT})"
_KEEPS = regex(
    r"\b(?:exactly|just) once\b|\bonce and only once\b"
    rf"|\b(?:never|neither|nor|no|not|nothing|none|without|cannot|(?:ca|wo|do|does)n't)\b[^.;:]{{0,60}}?\b{_WRONG}\b"
    r"|\b(?:stays?|remains?|(?:is|are)(?: kept)?|keeps?) (?:valid|stable|consistent|correct|(?:in|its|their) place)"
    rf"|\b(?:you|callers?|clients?) (?:can|may) (?:also |freely |safely )?{_CHANGE}\b"
    rf"|\bsafe(?:ly)? (?:to )?{_CHANGE}\b",
    re.IGNORECASE,
)
#: What takes the promise back, or warns.
_DENIES = regex(
    rf"\b(?:may|might|can|could|will|would)(?: be| get| then)? {_WRONG}\b"
    rf"|\b(?:cause|make|lead|result)\w* [^.;]{{0,40}}{_WRONG}\b"
    r"|\b(?:not|no longer|never|isn't|aren't|un)\s?(?:safe|valid|stable|consistent|guaranteed|supported)\b"
    r"|\b(?:avoid|unless|except|provided|as long as|start (?:over|again)|invalid\w*|expires?|snapshot)\b"
    rf"|\b(?:do not|don't|must not|should not|shouldn't|cannot|can't) {_CHANGE}\b",
    re.IGNORECASE,
)
_NOT_CAUSE = regex(r"\b(?:never|not|cannot|can't|won't|don't|doesn't) (?:cause|make|lead|result)\w*", re.IGNORECASE)


def told_steady_pages(words: str) -> str:
    """Return the sentence that promises that pages agree with one another while entries are added or removed; or "".

    Args:
        words: What is said of the tool.
    """
    for sentence in _SENTENCE.split(words):
        told = " ".join(sentence.split())
        if not (_PAGES.search(told) and _CHANGES.search(told) and _BETWEEN.search(told) and _KEEPS.search(told)):
            continue
        if not _DENIES.search(_NOT_CAUSE.sub("never", told)):
            return told
    return ""


def told_comings(sentence: str) -> tuple[bool, bool]:
    """Return whether a promise speaks of entries that are added, and of those that are taken away; both if of neither.

    Args:
        sentence: The promise.
    """
    comes, goes = _COMES.search(sentence) is not None, _GOES.search(sentence) is not None
    return comes or not goes, goes or not comes
