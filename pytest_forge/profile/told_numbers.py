"""Told numbers: a description that says that a value of the answer is given out once and never again, or for good."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..regex import regex
from .roles import name_words

__all__ = ["told_for_good", "told_once"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;|\n\s*-\s")
_ONCE = regex(
    r"\b(?:never|not|no|without)\b[^.;]{0,40}"
    r"\b(?:twice|again|re-?us\w*|repeat\w*|re-?assigned|recycled|more than once|duplicat\w*)\b"
    r"|\bunique\b|\bonly once\b|\b(?:ris|increas|grow|go|count)\w* (?:up )?by (?:one|1)\b",
    re.IGNORECASE,
)

_NOT = r"\b(?:never|not|no|nor|neither|without|cannot|can't|won't|isn't|aren't|nobody|none)\b"
_GIVE = (
    r"(?:giv(?:e|es|en|ing)|hand(?:s|ed|ing)?|issu(?:e|es|ed|ing)|assign(?:s|ed|ing)?|allocat\w+|allott?\w*|us(?:e|es|ed)"
    r"|pass(?:es|ed)?|go(?:es)?|tak(?:e|es|en)|mov(?:e|es|ed)|transferr?\w*|grant(?:s|ed)?|attach\w*|appl(?:y|ies|ied)"
    r"|appears?|occurs?|comes?|returns?|returned|drawn|dealt|free|freed|stands?|means?|mints?|minted)"
)
_OTHER = r"(?:another|other|others|a (?:new|different|later|second|further)|anything else|someone else|anyone else)"
_HAS = r"\b(?:gets?|has|have|shares?|receives?|carry|carries|bears?|takes?|is given|are given)\b"
_EVER = r"\b(?:for good|for ever|forever|permanently)\b"
_END = (
    r"\b(?:after|when|once|if|though|although|because)\b[^.;]{0,50}\b(?:remov|delet|withdr|struck|strik|cancel|clos|gone"
    r"|revok|retir|return|taken|dropp|discard|expire|scrap|sold|end|leav|left)\w*"
)
#: What is more than "unique", which may hold for what there is alone: the number of a removed record stays taken.
_FOR_GOOD = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NOT}[^.;]{{0,40}}\b(?:re-?us\w*|re-?issued?|re-?assigned|re-?allocated|recycled?|repeat(?:s|ed)?)\b",
        rf"{_NOT}[^.;]{{0,30}}\b{_GIVE}\b[^.;]{{0,30}}\b(?:again|twice|anew|a second time|more than once|back)\b",
        rf"{_NOT}[^.;]{{0,30}}\b{_GIVE}\b[^.;]{{0,20}}\b{_OTHER}\b",
        rf"\bno (?:other|two|later|new|further|second) [\w ]{{0,30}}{_HAS}",
        r"\b(?:given|handed|issued|assigned|allotted|used) (?:out )?(?:only|just|exactly) once\b",
        rf"\b(?:belongs?|reserved|retired|stays?|remains?|keeps?|kept|its own|taken)\b[^.;]{{0,40}}{_EVER}",
        r"\b(?:stays?|remains?|is|are) (?:reserved|taken|retired|blocked|spent|used up)\b[^.;]{0,30}" + _END,
    )
)
_PRONOUN = regex(r"\s*(?:it|they|this|these|which)\b", re.IGNORECASE)
_GENERIC = frozenset(("number", "id", "identifier", "no", "code", "reference"))
_DETERMINERS = frozenset(
    ("the", "a", "an", "it", "this", "that", "these", "each", "every", "any", "no", "same", "one", "of", "new", "and")
)


def told_for_good(told: str, names: Collection[str]) -> str:
    """Return the sentence that says that a number stays that of its record also when this is gone; "" without one.

    Args:
        told: What is said of a tool, or of several.
        names: The names that the number has in answers and arguments. Without any, each such sentence counts.
    """
    own = {stem for name in names for stem in _stems(name)}
    # A ticket_id is an id: that a ticket is not used again says nothing of it.
    heads = {_stem(words[-1]) for words in map(name_words, names) if words}
    before = ""
    for sentence in _SENTENCE.split(told):
        named = f"{before} {sentence}" if _PRONOUN.match(sentence) else sentence
        if any(part.search(sentence) for part in _FOR_GOOD) and (
            not own or not heads.isdisjoint(_stems(named)) or _is_of_own(named, own)
        ):
            return " ".join(sentence.split())
        before = sentence
    return ""


def _is_of_own(sentence: str, own: set[str]) -> bool:
    """Return whether a sentence tells of a number, and not of one of another kind such as a phone number."""
    words = name_words(sentence)
    return any(
        _stem(word) in _GENERIC and (not at or _stem(words[at - 1]) in _DETERMINERS | own)
        for at, word in enumerate(words)
    )


def told_once(told: str, key: str) -> str:
    """Return the sentence that says that the values of a key of the answer are given out once; "" without one."""
    words = _stems(key)
    for sentence in _SENTENCE.split(told):
        if _ONCE.search(sentence) and not words.isdisjoint(_stems(sentence)):
            return " ".join(sentence.split())
    return ""


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in name_words(text)}


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 2 and word.endswith("s") else word
