"""Told links: a description that says that a link is changed in one place, so that it keeps all else it has."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_link"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_LINK = r"(?:urls?|uris?|links?|hyperlinks?|quer(?:y|ies)(?: strings?)?|web address(?:es)?)"
_PARTS = r"(?:quer(?:y|ies)|parameters?|params?|fragments?|links?|urls?|rest|everything else|others?)"
_KEEPS = (
    r"(?:keeps?|kept|preserv\w+|retain\w*|stays?|remains?|unchanged|untouched|left alone|left as|intact|survives?"
    r"|without (?:losing|changing|touching)|(?:not|never) (?:lost|changed|touched|dropped|removed))"
)
_SAID = regex(
    # "Adds a token to a link", "sets parameters in the query of a URL".
    r"\b(?:add|append|attach|set|put|insert|include|extend|tag|decorate|append|sign|mark)(?:s|es|ed|ing)?\b[^.;]{0,60}?"
    rf"\b(?:to|on|onto|in|into|of|with) (?:(?:an?|the|each|every|any|its|all|given|existing) )*(?:\w+ )?{_LINK}\b"
    rf"|\b(?:extend|tag|decorate|sign|mark)s? (?:(?:an?|the|each|every|any|given) )*(?:\w+ )?{_LINK}\b"
    # "Its other parameters are kept", "keeps the query".
    rf"|\b{_PARTS}\b[^.;]{{0,60}}?\b{_KEEPS}\b|\b{_KEEPS}\b[^.;]{{0,60}}?\b{_PARTS}\b",
    re.IGNORECASE,
)
#: What is said of repeated and empty parameters, or of one form for all links.
_OTHERWISE = regex(
    r"\b(?:normali[sz]\w*|canonical\w*|de-?dup\w*|duplicate\w*|repeat\w*|same name|more than once|twice|multiple values"
    r"|(?:last|first) (?:one|value|of)|one value|single value|empt(?:y|ies)|blank\w*|without (?:a |any )?values?"
    r"|equivalent|comparable)\b",
    re.IGNORECASE,
)
_ABOUT_LINKS = regex(rf"\b{_LINK}\b", re.IGNORECASE)


def told_link(told: str) -> str:
    """Return the sentence that says that something is added to a link, or that it keeps the rest; "" without one."""
    if _OTHERWISE.search(told) or not _ABOUT_LINKS.search(told):
        return ""
    sentences = (" ".join(one.split()) for one in _SENTENCE.split(told))
    return next((one for one in sentences if _SAID.search(one)), "")
