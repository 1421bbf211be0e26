"""Told attachments: what a call is said to leave alone, though it belongs to the record: "Tags are not touched"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..regex import regex

__all__ = ["Attachments", "attachments_in", "stem"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_CLAUSE = regex(r"[,:()]|\s[-\u2013\u2014]+\s|\b(?:but|while|whereas|so|though|although)\b", re.IGNORECASE)
_AS_IT_IS = r"(?:alone|untouched|unchanged|intact|in place|in peace|as (?:it|they)\b|where (?:it|they)\b)"
_LOST = r"(?:touch|chang|affect|alter|modif|remov|delet|los|overwrit|clear|reset|drop|disturb|discard|replac|eras)"
_LOST_NOW = r"(?:lost|reset|overwritten|touched|changed|affected|altered|modified|removed|deleted|cleared|dropped"
_LOST_NOW += r"|disturbed|discarded|replaced|erased)"
#: What is told stands before it: "the tags stay", "notes are never removed".
_BEFORE = regex(
    r"\b(?:stays?|remains?|survives?|persists?)\b"
    rf"|\b(?:is|are|will be|were|was) (?:not|never) (?:ever )?{_LOST_NOW}\b"
    rf"|\b(?:is|are|will be) (?:always |all )?(?:kept|preserved|retained|carried over|left {_AS_IT_IS})",
    re.IGNORECASE,
)
#: What is told stands behind it: "does not touch the tags", "leaves notes alone", "keeping its votes".
_BEHIND = regex(
    rf"\b(?:does not|do not|doesn't|don't|never|without|will not|won't) (?:ever )?{_LOST}\w* (?P<one>.+)"
    rf"|\bleav(?:e|es|ing) (?P<two>.+?) {_AS_IT_IS}"
    r"|\b(?:keeps?|keeping|preserv(?:es?|ing)|retain(?:s|ing)?) (?P<three>(?:its|their|his|the|all|any|existing) .+)",
    re.IGNORECASE,
)
#: "No tag is lost".
_NONE = regex(rf"\bno (?P<none>[\w -]+?) (?:is|are|gets?) (?:ever )?{_LOST_NOW}\b", re.IGNORECASE)
_ALL = regex(
    r"\b(?:everything|anything|all|whatever|nothing) else\b|\bthe rest\b|\bwhat(?:ever)? other (?:tools|calls)\b",
    re.IGNORECASE,
)
#: What is said of other cases than a call that works, or of a time.
_HEDGE = regex(
    r"\b(?:fail\w*|refus\w*|reject\w*|errors?|invalid|unknown|unless|until|cancel\w*|dry|preview|without effect"
    r"|(?:for|within|after) (?:an?|one|\d+|some|several)? ?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?))\b",
    re.IGNORECASE,
)
#: Where the words for the thing end, and where they begin.
_END = regex(
    r"\b(?:of|on|in|at|to|for|by|from|with|about|that|which|who|when|if|as|it|they|already|attached|added|made|given)\b",
    re.IGNORECASE,
)
_BEGIN = regex(r"\b(?:is|are|was|were|be|been|has|have|had|can|will|may|and its|with its)\b", re.IGNORECASE)
#: "Comments that were made on it": its verb is none of the sentence.
_RELATIVE = regex(r"\b(?:that|which|who) (?:is|are|was|were|has|have|had)\b", re.IGNORECASE)
_WORD = regex(r"[a-z]{3,}")
_NO_THINGS = frozenset(
    (
        *("the", "its", "their", "his", "her", "all", "any", "and", "nor", "other", "existing", "earlier", "old"),
        *("this", "that", "these", "those", "each", "every", "own", "current", "present", "else", "everything"),
        *("anything", "nothing", "whatever", "rest", "what", "thing", "things", "same", "one", "call", "tool", "not"),
        *("record", "records", "entry", "entries", "value", "values", "item", "items", "field", "fields", "data"),
        *("stored", "saved", "known", "also", "always", "however", "then", "only", "both", "such", "new"),
        *("none", "others"),
    )
)


class Attachments(NamedTuple):
    """What a call is said to leave alone.

    Attributes:
        told: The sentence; "" without one.
        things: The stems of the words for it; none for "everything else".
    """

    told: str
    things: frozenset[str]


def attachments_in(told: str, own: str) -> Attachments:
    """Return what a description says a call leaves alone.

    Args:
        told: The description.
        own: Names of the tool and of its arguments, which are none of it.
    """
    without = {stem(word) for word in _WORD.findall(own.casefold().replace("_", " "))}
    for sentence in (" ".join(one.split()) for one in _SENTENCE.split(told)):
        if _HEDGE.search(sentence):
            continue
        said = list(_said(sentence))
        words = [word for part in said for word in _WORD.findall(part.casefold()) if not word.endswith("ed")]
        things = frozenset(stem(word) for word in words if word not in _NO_THINGS) - without
        if things or any(_ALL.search(part) for part in said):
            return Attachments(sentence, things)
    return Attachments("", frozenset())


def stem(word: str) -> str:
    """Return what a word has in common with its plural and its verb: "ratings", "rated" and "rating"."""
    short = re.sub(r"(?:ies|y)$", "i", word)
    return re.sub(r"(?:ings?|ed|es|s|e)$", "", short)[:6] if len(short) > 3 else short


def _said(sentence: str) -> Iterator[str]:
    for clause in _CLAUSE.split(_RELATIVE.sub("that", sentence)):
        before, behind, none = _BEFORE.search(clause), _BEHIND.search(clause), _NONE.search(clause)
        if none is not None:
            yield none["none"]
        elif behind is not None:
            yield _END.split(next(part for part in behind.groups() if part), maxsplit=1)[0]
        elif before is not None:
            yield _END.split(_BEGIN.split(clause[: before.start()])[-1].strip(), maxsplit=1)[0]
