"""Told cases: names that are said to be different, and differ in letter case alone: "Mb (megabit), MB (megabyte)".

A description may also say of all texts that their letter case counts.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from msgspec import Struct

from ..regex import regex
from .letter_cases import says_case_is_ignored

__all__ = ["case_counts", "told_names", "told_pairs"]

_NAME = r"[^\W\d_][\w/.+%-]{0,11}(?<![.+/-])"
_QUOTED = rf"(?P<quote>[\"'`])(?P<name>{_NAME})(?P=quote)"
_BARE = rf"(?<![\w.\"'`(])(?P<name>{_NAME})(?![\w\"'`])"
#: "b or bit for bits": another name for the same.
_ALIAS = rf"(?:(?:,? or |/)(?P<mark>[\"'`]?)(?P<alias>{_NAME})(?P=mark))?"
_WORDS = r"[^\W\d_][\w-]*(?: (?!(?:and|or|for|is|are|means|but)\b)[\w-]+){0,3}"
_MEANS = r"(?:\s*(?:=|:|\u2013|\u2014|->)\s*| - | (?:for|means|is|stands for|denotes|as in) )(?:the |an? )?"
#: A name and what it means; what stands in brackets behind a word may be a name as well.
_FORMS = [
    regex(form)
    for name in (_QUOTED, _BARE)
    for form in (rf"{name}{_ALIAS} ?\((?P<means>{_WORDS})\)", rf"{name}{_ALIAS}{_MEANS}(?P<means>{_WORDS})")
]
_FORMS.append(regex(rf"(?P<means>{_WORDS}) \((?P<quote>[\"'`]?)(?P<name>{_NAME})(?P=quote)\)"))
_SENTENCE = regex(r"(?<=[.!?])\s+|\n\s*\n")
#: A name at the beginning of a sentence has a capital for another reason.
_LONGEST_LETTERS = 2
#: Single letters that are words as well.
_OWN_WORDS = frozenset("aAiI")
_SHORTEST = 4

_DIFFERENT = r"(?:different|distinct|other|not the same|told apart)"
_COUNTS = regex(
    r"\bcase[- ]?sensitive\b|\b(?:letter[- ]?|upper[- ]?(?:and|or|/)[- ]?lower[- ]?)?case (?:matters|counts"
    r"|is (?:significant|relevant)|makes a difference|must match|has to match)\b"
    r"|\b(?:capitals?|upper[- ]?case)(?: letters?)? and (?:small|lower[- ]?case)(?: letters?)?(?: ones)?"
    rf" (?:are|count as) {_DIFFERENT}|\bdiffer\w* (?:only )?in (?:letter )?case (?:are|is) {_DIFFERENT}",
    re.IGNORECASE,
)
_DEPENDS = regex(
    r"\b(?:whether|if|unless|optional\w*|by default|default|not case|in[- ]?sensitive|except|part|parts)\b",
    re.IGNORECASE,
)


class _Named(Struct, frozen=True):
    """A name, and what it is said to mean.

    Attributes:
        name: The name.
        means: What it means, in small letters.
        sentence: The number of the sentence.
        is_sure: Whether it stands in quotes, or cannot be a word that begins a sentence.
    """

    name: str
    means: str
    sentence: int
    is_sure: bool


def told_pairs(words: str) -> list[tuple[str, str]]:
    """Return names that differ in letter case alone, each of which is said to mean something else."""
    found = list(_named(words))
    pairs = [
        (one.name, other.name)
        for one, other in itertools.combinations(found, 2)
        if one.name != other.name
        and one.name.casefold() == other.name.casefold()
        and not _may_be_same(one.means, other.means)
        and (one.sentence == other.sentence or (one.is_sure and other.is_sure))
    ]
    meanings: dict[str, set[str]] = {}
    for one in found:
        meanings.setdefault(one.name, set()).add(one.means)
    # What is said to mean several things is no name of one.
    return [pair for pair in dict.fromkeys(pairs) if not meanings[pair[0]] & meanings[pair[1]]]


def told_names(words: str) -> list[str]:
    """Return all names that are said to mean something."""
    return list(dict.fromkeys(one.name for one in _named(words)))


def case_counts(words: str) -> str:
    """Return the sentence that says that letter case counts; "" without one, or if it depends on something."""
    if says_case_is_ignored(" ".join(words.split())):
        return ""
    sentences = (" ".join(one.split()) for one in _SENTENCE.split(words))
    return next((one.rstrip(".") for one in sentences if _COUNTS.search(one) and not _DEPENDS.search(one)), "")


def _named(words: str) -> Iterator[_Named]:
    for number, sentence in enumerate(" ".join(one.split()) for one in _SENTENCE.split(words)):
        for form in _FORMS:
            for found in _matches(form, sentence):
                name, is_quoted = found["name"], bool(found.groupdict().get("quote"))
                begins = found.start("name") == 0 and name[0].isupper()
                if not is_quoted and (name in _OWN_WORDS or (begins and len(name) > 1) or not _is_symbol(name)):
                    continue
                yield _Named(name, found["means"].lower().strip(), number, is_quoted)
                if found.groupdict().get("alias"):
                    yield _Named(found["alias"], found["means"].lower().strip(), number, is_quoted)


def _matches(form: re.Pattern[str], sentence: str) -> Iterator[re.Match[str]]:
    """Yield matches, also of a name that stands in what the name before it means: "units: b for bits"."""
    found = form.search(sentence)
    while found is not None:
        yield found
        found = form.search(sentence, found.end("name"))


def _is_symbol(name: str) -> bool:
    """Tell whether a name without quotes is no word of a sentence: short, or with capitals within it."""
    return len(name) <= _LONGEST_LETTERS or any(sign.isupper() or not sign.isalpha() for sign in name[1:])


def _may_be_same(one: str, other: str) -> bool:
    """Tell whether two meanings may be the same: one begins with the words of the other, as in "day" and "days"."""
    first, second = sorted((one, other), key=len)
    return second.startswith(first.removesuffix("s")) and len(second.split()) == len(first.split())
