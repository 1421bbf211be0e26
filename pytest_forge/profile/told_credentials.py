"""Told credentials: a description that promises to keep the password or the user of an address out of all answers.

"Whatever happens, no part of the password shows up": in an error message neither. "Without the password" speaks of a
result alone.
"""

from __future__ import annotations

import re
from typing import Literal

from ..regex import regex

__all__ = ["Part", "keeps_every_part", "kept_in_errors"]

#: A part of an address that may be secret.
Part = Literal["user", "password"]

_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)[.;!?](?:\s|$)|\n\s*\n")
_SECRETS = r"(?:passwords?|credentials?|secrets?|user ?names?|user ?info|log-?ins?)"
_SHOW = (
    r"(?:show(?:s|n|ed)?(?: up)?|appear(?:s|ed)?|turn(?:s|ed)? up|com(?:e|es) up|reveal(?:s|ed)?|leak(?:s|ed)?"
    r"|quot(?:e|es|ed)|repeat(?:s|ed)?|echo(?:es|ed)?|expos(?:e|es|ed)|disclos(?:e|es|ed)|mention(?:s|ed)?"
    r"|print(?:s|ed)?|giv(?:e|es) away|given away|tell(?:s)?|told|reach(?:es)?|leav(?:e|es)|to be seen|seen|visible)"
)
_NEVER = r"(?:never|not|nowhere|neither|no longer|n't)"
_AWAY = r"(?:secret|hidden|private|out of|to itself|back)"
#: Nothing of the secret is in any answer.
_KEPT = regex(
    rf"\b{_SECRETS}\b(?: (?:or|and|nor) (?:the |a |its )?\w+)?,? "
    rf"(?:(?:does|do|is|are|will|must|may|can|shall) ?)?{_NEVER} (?:be |ever )*{_SHOW}\b"
    rf"|\b{_NEVER} (?:ever )?{_SHOW} (?:any part of |anything of |parts? of )?"
    rf"(?:the |a |an |its |any |their )*(?:\w+ (?:or|nor|and) )?{_SECRETS}\b"
    rf"|\b(?:no part|nothing|not even (?:a )?part) of (?:the |a |any |its )*{_SECRETS}\b"
    rf"|\b{_SECRETS}\b[^,]{{0,12}} (?:stays?|(?:is|are) (?:always )?kept|remains?) {_AWAY}\b"
    rf"|\bkeeps? (?:the |any |its )*{_SECRETS} {_AWAY}\b",
    re.IGNORECASE,
)
#: "The password is left out: neither the result nor the message of an error contains it."
_NOT_IN_ERRORS = regex(
    r"(?=.*\b(?:errors?|(?:error )?messages?|exceptions?|refusals?|failures?)\b)"
    rf"(?=.*\b(?P<secret>{_SECRETS})\b)"
    r".*\b(?:neither|never|nor|no|not|nowhere)\b.{0,60}"
    r"\b(?:contain|hold|includ|carr|show|nam|quot|reveal|mention|repeat|tell|giv|leak|have|has)\w*\b.{0,25}"
    rf"\b(?:it|them|parts?|any of|{_SECRETS})\b",
    re.IGNORECASE,
)
#: A promise that holds for whatever is given.
_ALWAYS = regex(
    r"\bwhatever\b"
    r"|\b(?:in|under) (?:any|all|every|no) (?:case|circumstances?)\b"
    r"|\b(?:no|any|nor any|not even (?:a )?) ?parts? of\b|\bnothing of\b|\beven (?:if|when|for|in|where)\b|\bany part\b"
    r"|\b(?:error|message|refus|exception|fail)\w*\b",
    re.IGNORECASE,
)
_EVEN = regex(r"\beven (?:if|when|where)\b|\bnot only\b", re.IGNORECASE)
_UNLESS = regex(r"\b(?:unless|except|only|if|when|but|otherwise|optional\w*)\b", re.IGNORECASE)
_WORDS: dict[Part, str] = {"password": "password|credential|secret|log-?in", "user": "user ?name|user ?info|log-?in"}


def kept_in_errors(told: str) -> frozenset[Part]:
    """Return the parts of an address that are said, without a condition, to be in no answer of the tool."""
    promises = _promises(told)
    found = [match[0] for one in promises for match in _KEPT.finditer(one)]
    said = " ".join([*found, *(match["secret"] for one in promises if (match := _NOT_IN_ERRORS.search(one)))])
    return frozenset(part for part, words in _WORDS.items() if re.search(rf"\b(?:{words})", said, re.IGNORECASE))


def keeps_every_part(told: str) -> bool:
    """Tell whether the promise is for whatever is given, and so for an address that is not well-formed."""
    return any(_ALWAYS.search(one) for one in _promises(told))


def _promises(told: str) -> list[str]:
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(told))
    promises = (one for one in sentences if _KEPT.search(one) or _NOT_IN_ERRORS.search(one))
    return [one for one in promises if not _UNLESS.search(_EVEN.sub("", one))]
