"""Told refusals: a description that says that a text which is not of its form as a whole is refused.

"Anything else is refused."     "ValueError: If the text has other characters in it."     "If the text is not a time."
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["refuses_others", "refuses_rest"]

_SENTENCE = regex(r"(?<=[.!?;])\s+|\n\s*\n|\n\s*-\s")
_HEADING = regex(r"(?:Raises|Returns):? ")
_TEXT = r"(?:texts?|strings?|inputs?|values?|forms?|formats?|notations?|spellings?|contents?)"
_SIGNS = r"(?:characters?|signs?|letters?|symbols?|words?|parts?|text|input|content|garbage|junk|units?|pieces)"
#: What is there beside the form.
_ELSE = (
    r"(?:\b(?:any|every|some)thing (?:else|other|more|further|beside|besides|beyond|around|before|after|behind|but"
    r"|except)\b|\ball else\b"
    rf"|\b(?:any|all|every|each|no|with|has|holds|contains) (?:an)?other (?:kind of )?(?:{_TEXT}|{_SIGNS})\b"
    r"|\b(?:extra|stray|unexpected|trailing|leading|surrounding|further|additional|superfluous|surplus|unrecogni[sz]ed"
    rf"|unknown|left[- ]?over|remaining|foreign|odd) {_SIGNS}\b|\bmore than (?:that|this|these|such)\b)"
)
_REFUSED = (
    r"(?:(?:is|are|will be|gets?|must be|be) (?:\w+ )?(?:refused|rejected|turned (?:down|away)|an error|errors|invalid"
    r"|not (?:an? |one\b|accepted|allowed|valid|taken|permitted|understood))|\bfails?\b|\braises?\b|counts? as an error"
    r"|(?:leads?|results?) (?:to|in) an? \w*error|makes? (?:it|the \w+) invalid)"
)
_REFUSES = r"(?:\b(?:refus|reject|rais)(?:e|es|ed|ing)\b|\b\w*(?:Error|Exception)\b)"
_WHOLLY = r"(?:as a whole|in full|entirely|wholly|completely|exactly|purely|solely|nothing but|only)"
_STRONG = regex(
    rf"{_ELSE}[^.;]{{0,60}}?{_REFUSED}|{_REFUSES}[^.;]{{0,80}}?{_ELSE}"
    rf"|\bnothing else (?:is|may|can|counts?|will|passes|does|in (?:it|the))\b"
    rf"|\b(?:refused|rejected|an error)\b[^.;]{{0,20}}\b(?:rather than|instead of being|and (?:never|not)|never|not)"
    r" (?:guess\w*|repaired|corrected|ignored)"
    rf"|\bwhole (?:{_TEXT}) (?:must|has to|needs to)\b"
    rf"|{_REFUSES}[^.;]{{0,60}}?\b(?:is|are|does|do)(?: not|n't) {_WHOLLY}\b"
    rf"|{_REFUSES}[^.;]{{0,60}}?\b(?:is|are|does|do)(?: not|n't) (?:match|consist|fit)\b[^.;]{{0,30}}{_WHOLLY}\b",
    re.IGNORECASE,
)
_BETWEEN = "".join(
    rf"(?<!\b{word} )" for word in ("between", "between the", "around", "around the", "of", "of the", "beside the")
)
_IGNORE = (
    r"\b(?:ignored|skipped|passed over|dropped|removed|stripped|left out|discarded|no matter"
    r"|(?:does|do)(?: not|n't) (?:count|matter|harm))"
)
#: Others are said to do no harm.
_IGNORED = regex(
    rf"(?:{_ELSE}|{_BETWEEN}\b{_SIGNS}\b)[^.;]{{0,40}}?{_IGNORE}"
    r"|\b(?:ignor|skip|drop|strip|remov|discard|overlook)(?:s|es|ing|e)?\b"
    rf"[^.;]{{0,40}}?(?:{_ELSE}|{_BETWEEN}\b{_SIGNS}\b)"
    r"|\bwhat (?:follows|stands|comes|is|goes)\b[^.;]{0,40}?\b(?:does not|doesn't|is not|isn't|never)\b",
    re.IGNORECASE,
)
#: A text that is not of the form at all is refused.
_WEAK = regex(
    rf"{_REFUSES}[^.;]{{0,40}}?\b(?:if|when|where|unless|for)\b[^.;]{{0,60}}?"
    r"(?:(?:is|are)(?: not|n't) (?:an?|one|of the|in the|valid|well[- ]formed)\b"
    r"|cannot be (?:read|parsed|understood|interpreted)\b|\bunless [^.;]{0,30} (?:is|are) an?\b|\bmalformed\b)"
    r"|\b(?:if|when) [^.;]{0,40}(?:is|are)(?: not|n't) (?:an?|valid)\b[^.;]{0,40}?\b(?:refused|rejected|an error)\b",
    re.IGNORECASE,
)
#: The form is looked for in a longer text, or the first one counts.
_FOUND = regex(
    r"\b(?:find|finds|extract\w*|search\w*|look\w* for|pick\w* out|detect\w*|recogni[sz]e\w*|contain\w*|anywhere"
    r"|somewhere|embedded|first|leading|begin\w*|starts?|starting|prefix\w*|lenient\w*|forgiving\w*|tolera\w+"
    r"|sentence|prose|free text|messy|noisy|clean\w*|saniti[sz]e\w*)\b",
    re.IGNORECASE,
)
#: What stands around it is not meant to count.
_TAKEN_OUT = regex(
    r"\b(?:find|finds|extract\w*|search\w*|pick\w* (?:out|up)|take\w* out)\b[^.;]{0,60}"
    r"\b(?:in|from|within|inside|out of)\b|\b(?:anywhere|somewhere|embedded|free text|prose)\b",
    re.IGNORECASE,
)


def refuses_rest(words: str) -> str:
    """Return the sentence that says that what does not belong to the form of a text is refused; "" without one."""
    joined = " ".join(words.split())
    if _IGNORED.search(joined) or _TAKEN_OUT.search(joined):
        return ""
    return next((one for one in _sentences(words) if _STRONG.search(one)), "")


def refuses_others(words: str) -> str:
    """Return the sentence that says that a text without the form is refused, though nothing of longer ones.

    A tool that finds the form in a longer text, or is said to be lenient, has none.
    """
    joined = " ".join(words.split())
    if _FOUND.search(joined) or _IGNORED.search(joined):
        return ""
    return next((one for one in _sentences(words) if _WEAK.search(one)), "")


def _sentences(words: str) -> list[str]:
    plain = (" ".join(one.split()).rstrip(".;") for one in _SENTENCE.split(words))
    return [_HEADING.sub("", one) for one in plain]
