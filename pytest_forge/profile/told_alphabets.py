"""Told alphabets: a description by which capitals and small letters count as the same in all alphabets.

It may say so in a list: "Two names are the same if they differ only in", and below it "- upper and lower case".
"""

from __future__ import annotations

import re

from ..regex import regex
from .letter_cases import says_case_is_ignored

__all__ = ["told_alphabets"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
#: A list behind words that lead to it, and its items.
_LIST = regex(r"(?P<lead>[^.;\n][^.;]*?)(?P<items>(?:\n\s*[-*] [^\n]+(?:\n(?!\s*[-*] |\s*\n)[^\n]+)*)+)")
_ITEM = regex(r"\n\s*[-*] ")
#: Accented letters and umlauts have small letters of their own, so that more than these must be told of.
_WIDE = regex(
    r"\b(?:all|any|every|each|whatever|whichever|regardless of|other)(?: (?:the|of the|living|written|human))?"
    r" (?:alphabets?|scripts?|languages?|writing systems?)\b"
    r"|\bcaseless\b|\bunicode (?:rules?|standard|caseless)\b|\b(?:in|for|of) german\b|\bgerman (?:names|words|texts?)\b"
    r"|\bsharp s\b|\beszett\b|\u00df",
    re.IGNORECASE,
)
_FOLDED = regex(
    r"\b(?:unicode|full)(?:['\u2019]s)?(?: \w+)? case[- ]?fold\w*"
    r"|\bcase[- ]?fold\w* (?:by|of|as in|in) (?:the )?unicode|\bunicode caseless\b",
    re.IGNORECASE,
)
#: Both spellings of a word are named: "Stra\u00dfe" and "STRASSE".
_SPELLINGS = regex(r"\b(?P<before>\w*)\u00df(?P<after>\w*)\b")
_SAME = regex(r"\b(?:same|equal|alike|match(?:es|ed)?|one|find|finds|found|recogni[sz]ed)\b", re.IGNORECASE)
_NOT = regex(
    r"\b(?:except|unless|apart from|other than|excluding|(?:is|are|stays?|remains?|counts? as|not the same as)"
    r" (?:not the same|different|distinct|other)|distinguish\w*|simple case|case matters|case[- ]sensitive)\b"
    r"|(?<!non-)(?<!beyond )\bascii\b",
    re.IGNORECASE,
)


def told_alphabets(told: str) -> str:
    """Return the sentence by which letter case makes no difference in all alphabets; "" without one.

    Args:
        told: The description, also with the docstring.
    """
    texts = [told, *_items(told)]
    sentences = (" ".join(sentence.split()) for text in texts for sentence in _SENTENCE.split(text))
    return next((one for one in sentences if _says(one) and not _NOT.search(one)), "")


def _items(told: str) -> list[str]:
    """Return the items of lists, each behind the words that lead to it."""
    lists = [(found["lead"].strip().split("\n\n")[-1], found["items"]) for found in _LIST.finditer(told)]
    return [f"{lead} {item.strip().rstrip(',')}" for lead, items in lists for item in _ITEM.split(items)[1:]]


def _says(sentence: str) -> bool:
    if _FOLDED.search(sentence) or (says_case_is_ignored(sentence) and _WIDE.search(sentence)):
        return True
    found = _SPELLINGS.search(sentence)
    is_shown = found is not None and f"{found['before']}ss{found['after']}".lower() in sentence.lower()
    return is_shown and _SAME.search(sentence) is not None
