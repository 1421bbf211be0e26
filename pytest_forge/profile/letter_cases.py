"""Letter cases: whether words say that capitals and small letters count as the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..regex import regex
from .roles import name_words

__all__ = ["counts_in_changed_text", "is_of_all_ways", "is_told_of", "says_case_is_ignored"]

_CASES = (
    r"(?:letter[- ]?case|(?:upper|lower)(?:[- ]?case)?(?:[- ](?:and|or)[- ](?:lower|upper)[- ]?case)?|capitals?"
    r"(?:[- ]letters?)?(?: and small letters)?|case)"
)
_OF = r"(?:(?<!in case) of (?:(?:the|its|their|an?) )?\w+)?"
_SAID = regex(
    r"\bcase[- ]?insensitiv\w+"
    rf"|\b(?:ignor\w+|regardless of|whatever) (?:the |its |their )?{_CASES}\b"
    rf"|\b{_CASES}{_OF} (?:is|are|will be) (?:ignored|not (?:significant|relevant|considered))"
    rf"|\b{_CASES}{_OF} (?:make|makes|does|do)(?:n't| not| no) (?:any )?(?:matter|difference)"
    rf"|\b{_CASES} (?:count|counts|is|are) (?:as )?(?:the same|equal|alike)"
    rf"|(?<!not )\b(?:the same|equal|alike) (?:in|with) (?!case\b){_CASES}"
    r"|\bhowever\b[^.;]*\b(?:written|typed|spelt|spelled)\b[^.;]*\b(?:upper|lower|letter)[- ]case"
    rf"|\bin (?:any|either|whatever|whichever) {_CASES}"
    rf"|\b(?:differ\w*|different) (?:only )?(?:in|by) (?:the |their |its )?{_CASES}(?: only| alone)?"
    r"(?: or (?:in |by )?[^.;,]{1,40}?)? (?:is|are|count)"
    r"(?:s)? (?:as )?(?:the same|equal|alike|one)"
    # "Two entries are the same name if they differ only in letter case."
    r"|(?<!not )\b(?:the same|equal|alike|one|duplicates?)(?: \w+){0,3} (?:also |even )?(?:if|when|where) (?:they|both)"
    rf" differ\w* (?:only |at most )?(?:in|by) (?:the |their )?{_CASES}",
    re.IGNORECASE,
)
_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;")
#: "(?i) at its beginning ignores case" tells of a sign that a caller may set.
_CHOSEN = regex(r"\(\?[a-z]+\)|\b(?:flags?|options?|switch(?:es)?|modifiers?)\b|(?<!\w)-i\b", re.IGNORECASE)
#: "Names of rooms are kept as given and found in any letter case."
_CLAUSE = regex(r"[,:]\s|\band (?!(?:small|lower|upper|capital))", re.IGNORECASE)
_SHORTEST_WORD = 4
#: "Offsets are those of the case-folded text."
_CHANGED = regex(
    r"\b(?:positions?|offsets?|ind(?:ex(?:es)?|ices)|places?|starts?|ends?|counted|count|refer|passages?|matches)\b"
    r"[^.;]{0,60}\b(?:case[- ]?folded|folded|normali[sz]ed|lower[- ]?cased|upper[- ]?cased|converted|stripped"
    r"|(?:lower|upper)[- ]case (?:text|form|copy|version))\b",
    re.IGNORECASE,
)
#: What may ignore letter case while texts of different letter cases are kept.
_LOOKING = regex(r"\b(?:search|find|look|match|filter|sort|order|compar)\w*", re.IGNORECASE)


def says_case_is_ignored(says: str) -> bool:
    """Tell whether words, such as an argument's description, say that letter case makes no difference."""
    return any(_said(sentence) is not None for sentence in _SENTENCE.split(says))


def counts_in_changed_text(says: str) -> bool:
    """Tell whether words say that positions are those of a text that was changed, such as one in small letters."""
    return any(_CHANGED.search(" ".join(sentence.split())) for sentence in _SENTENCE.split(says))


def is_told_of(name: str, told: str, description: str, *, is_only: bool) -> bool:
    """Tell whether words say of an argument that letter case makes no difference.

    Args:
        name: The argument.
        told: Its description.
        description: That of the tool. A sentence in it has a word of the argument.
        is_only: Whether the tool has no other argument that may be meant.
    """
    if says_case_is_ignored(" ".join(told.split())):
        return True
    words = _long_words(f"{' '.join(name_words(name))} {told}")
    sentences = (" ".join(one.split()) for one in _SENTENCE.split(description))
    return any(
        is_only or not words.isdisjoint(_long_words(clause))
        for sentence in sentences
        if (clause := _clause_on_case(sentence))
    )


def is_of_all_ways(told: str, ways: Iterable[str], way: str) -> bool:
    """Tell whether words on an argument say that letter case makes no difference, and not of other ways alone.

    Args:
        told: The description of the argument.
        ways: The ways in which the tool may be called, such as the actions "add" and "search".
        way: One of them.
    """
    for sentence in (one for one in _SENTENCE.split(told) if _said(one) is not None):
        named = {one for one in ways if re.search(rf"\b{re.escape(one)}", sentence, re.IGNORECASE)}
        if way in named or not (named or _LOOKING.search(sentence)):
            return True
    return False


def _clause_on_case(sentence: str) -> str:
    """Return the part of a sentence that says of something that letter case makes no difference; "" without one."""
    before = ""
    for clause in _CLAUSE.split(sentence):
        found = _said(clause)
        if found is not None:
            # "A label is given once, in any letter case" says it of what stands before.
            return clause if _long_words(clause[: found.start()]) or "however" in clause else f"{before} {clause}"
        before = clause
    return sentence if _said(sentence) is not None else ""


def _said(sentence: str) -> re.Match[str] | None:
    """Return where a sentence says it of every call; None if it says nothing, or that a caller may choose it."""
    return None if _CHOSEN.search(sentence) else _SAID.search(" ".join(sentence.split()))


def _long_words(text: str) -> set[str]:
    return {word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) >= _SHORTEST_WORD}
