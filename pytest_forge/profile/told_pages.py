"""Told pages: a description that says that the last page leads no further: "next is null when there are no more"."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["counts_pages", "names_page", "tells_of_page", "told_last_page", "value_for_more"]

#: What a number is said to be that is the length of a page.
_OF_PAGE = regex(r"\bpage\b.*\bsize\b|\b(?:per|of a|a|each|one) page\b|\bat most\b|\bhow many\b", re.IGNORECASE)
_SENTENCE = regex(r"(?<=[.!?])\s+|\n\s*\n|\n\s*-\s")
_THINGS = r"(?:more|further|other|another|others|any|anything|something|one|rows|entries|items|pages?)"
_MORE = (
    r"(?:there (?:are|is) (?:still |any )?(?:more|further|another|others?|one)\b"
    rf"|{_THINGS}(?: \w+){{0,2}} (?:remains?|exists?|follows?|(?:is|are) (?:still )?(?:left|to come))\b)"
)
_NONE = (
    r"(?:\b(?:null|none|nothing|empty|absent|missing|omitted|left out|not (?:given|there|present|set|included))\b"
    r"|(?<![\w.])0(?![\w.]))"
)
_END = (
    r"\b(?:(?:no|nothing|none) (?:more|further|other|else|is left|(?:is |are )?left|remains?|follows?)"
    r"|(?:was|is) the (?:last|end)|last \w+|at the end|without further|no (?:\w+ ){0,2}(?:left|remain\w*|follow\w*)"
    r"|the end (?:is|was|has been) (?:reached|hit)|(?:is|are|was|were) (?:exhausted|used up)"
    r"|(?:everything|all(?: \w+){0,2}|every \w+) (?:has|have|is|are|was|were) (?:been )?"
    r"(?:listed|shown|read|returned|given|seen|told))\b"
)
_SAID = regex(
    rf"\bonly (?:if|when|where|while|as long as) {_MORE}|\b(?:if and only if|iff) {_MORE}|{_NONE}[^.;]{{0,50}}{_END}"
    rf"|{_END}[^.;]{{0,50}}{_NONE}|{_NONE}[^.;]{{0,20}}\bunless {_MORE}"
    rf"|\bif (?:{_MORE}|any\b)[^.;]{{0,60}}(?:\b(?:else|otherwise|or)\b[^.;]{{0,20}}{_NONE}"
    rf"|{_NONE},? (?:otherwise|if not|else)\b)",
    re.IGNORECASE,
)
_MAY = regex(r"\b(?:may|might|can|could|usually|normally|empty page|extra page)\b", re.IGNORECASE)
#: What goes on about the sentence before it: "It is null on the last page".
_GOES_ON = regex(rf"(?:it|this|that|{_NONE})\b", re.IGNORECASE)
_WHETHER = regex(r"\b(?:whether|true|if)\b", re.IGNORECASE)
_FURTHER = regex(r"\b(?:more|further|another|next page|follow\w*|remain\w*|left)\b", re.IGNORECASE)
_LAST = regex(rf"\b(?:last|final|end)\b|{_END}", re.IGNORECASE)
_NAMED_MORE = frozenset(("has more", "more available", "has next", "has next page", "has more pages"))
_NAMED_LAST = frozenset(("is last", "is last page", "last page"))
_NAMED_COUNT = frozenset(("total pages", "page count", "pages", "num pages", "pages total", "last page"))
_PLACE = frozenset(("page", "offset", "skip", "cursor", "start", "index", "position"))
_COUNTED = r"""["'`*]*\s*(?:\(|:|-|is|,)?\s*(?:the )?(?:total )?(?:number of|how many) pages\b"""


def told_last_page(words: str, said: str) -> str:
    """Return the words that say that a key leads on only where there are more entries; "" without any.

    Args:
        words: What is said of the tool.
        said: The key of an answer that leads to the next page.
    """
    before = ""
    for sentence in _sentences(words):
        is_meant = _names(sentence, said) or (_GOES_ON.match(sentence) is not None and _names(before, said))
        if is_meant and _SAID.search(sentence) and not _MAY.search(sentence):
            found = re.search(rf"""["'`]?(?<!\w){re.escape(said)}(?!\w)""", sentence)
            # Before a key stands what is said of other keys.
            is_behind = found is not None and _SAID.search(sentence, found.start())
            return sentence[found.start() if found is not None and is_behind else 0 :].rstrip(".;")
        before = sentence
    return ""


def value_for_more(words: str, key: str) -> bool | None:
    """Return the value with which a flag says that there is a further page; None for a flag of something else."""
    named = " ".join(name_words(key))
    about = [sentence for sentence in _sentences(words) if _names(sentence, key)]
    if any(_MAY.search(sentence) for sentence in about):
        return None
    said = re.search(rf"(?<!\w){re.escape(key)}(?P<said>\W[^.;\n]*)", " ".join(about))
    if named in _NAMED_MORE | _NAMED_LAST:
        return named in _NAMED_MORE
    if said is None or not _WHETHER.search(said["said"]):
        return None
    told = _up_to_next_key(said["said"])
    if _LAST.search(told):
        return False
    return True if _FURTHER.search(told) else None


def counts_pages(words: str, key: str) -> bool:
    """Tell whether a number is said, or named, to count the pages."""
    about = [sentence for sentence in _sentences(words) if _names(sentence, key)]
    if any(_MAY.search(sentence) for sentence in about):
        return False
    is_said = any(re.search(rf"(?<!\w){re.escape(key)}{_COUNTED}", sentence, re.IGNORECASE) for sentence in about)
    return is_said or " ".join(name_words(key)) in _NAMED_COUNT


def names_page(argument: str) -> bool:
    """Tell whether an argument is named like the place at which a page begins."""
    return not _PLACE.isdisjoint(name_words(argument))


def _sentences(words: str) -> list[str]:
    return [" ".join(one.split()) for one in _SENTENCE.split(words)]


def _names(sentence: str, key: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(key)}(?!\w)", sentence) is not None


def _up_to_next_key(said: str) -> str:
    """Return what is said of a key, and not of the next one: ``"more": whether there are others, "items": ...``."""
    return re.split(r"""[,;]\s*(?:and )?["'`]\w+["'`]""", said)[0]


def tells_of_page(says: str) -> bool:
    """Tell whether the words on a number say that it is the length of a page."""
    return _OF_PAGE.search(says) is not None
