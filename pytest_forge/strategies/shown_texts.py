"""Shown texts: the values that a sentence names after "e.g.", in quotes or bare, and the words around them.

    Key of the ticket: project code and number, e.g. OPS-88 or `INFRA-7`, not the title.
    lead                                             texts              trail

Only lists that end like an apposition count: in "words such as `drop` are refused", they are the subject of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from ..regex import regex

__all__ = ["ShownText", "parallel_codes", "shown_codes", "shown_texts"]

_MAX_TEXT = 4_000
_MARK = regex(r"(?<![\w.])(?:e\.\s?g\.?|eg\.|for (?:example|instance)|such as|examples?:)[:,]?\s+", re.IGNORECASE)
_QUOTED = regex(
    r"`([^`\n]{1,80})`|\"([^\"\n]{1,80})\"|'([^'\n]{1,80})'(?!\w)|\u201c([^\u201d\n]{1,80})\u201d|\u2018([^\u2019\n]{1,80})\u2019"
)
_BARE = regex(r"[^\s,;()\"'`\u201c\u2018]{1,80}")
#: Parts with a digit each, as a day and a time have.
_PART = r"[^\s,;()\"'`\u201c\u2018\d]*\d[^\s,;()\"'`\u201c\u2018]*"
_PARTS = regex(rf"{_PART}(?: {_PART})+")
_BETWEEN = regex(r"\s*(?:,\s*(?:or|and)\b|,|/|\bor\b|\band\b)\s*")
#: Up to three words, then a code.
_CODE = regex(
    r"(?:[a-z]+\s+){1,3}[`'\"]?(?P<code>[A-Za-z]{1,8}[-_/]?\d{1,8}(?:[-_/][A-Za-z0-9]{1,8})*)[`'\"]?(?![\w/-]|\.\w)"
)
#: A code, and the word or the bracket behind it; what separates two of them.
_FOLLOWED_CODE = regex(
    r"(?<![\w/.-])[`'\"]?(?P<code>[A-Za-z]{1,8}[-_/]?\d{1,8}(?:[-_/][A-Za-z0-9]{1,8})*)[`'\"]?\s*(?P<next>[A-Za-z]+|\()"
)
_SEPARATED = regex(r"(?:[,;]\s*(?:(?:or|and)\s+)?|\b(?:or|and)\s+)$")
_WHOLE_SENTENCE = regex(r"[.!?]\s+(?=[A-Z`\"'(])|\n")
#: What may follow an apposition; a full stop only if the sentence ends with it.
_END = regex(r"\s*(?:$|\.(?:\s|$)|[,;:)\]](?!\w)|\n|\u2014|\s[-\u2013]\s|for\s|=\s)")
_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)[.!?]\s+(?=[A-Z`\"'(])|[;\n]")


class ShownText(Struct, frozen=True):
    """A value that a text shows.

    Attributes:
        text: As it stands there, without quotes.
        is_quoted: Whether it stands in quotes or backticks.
        lead: The sentence before the list of values.
        trail: The sentence after it.
        beside: The other values of the list.
    """

    text: str
    is_quoted: bool
    lead: str
    trail: str
    beside: tuple[str, ...] = ()


def shown_texts(description: str) -> Iterator[ShownText]:
    """Yield the values that follow "e.g." and its likes; bare ones need a digit, or are in capitals."""
    told = description[:_MAX_TEXT]
    for mark in _MARK.finditer(told):
        found, place = _list_at(told, mark.end())
        if not found or not _END.match(told, place):
            continue
        lead = _SENTENCE.split(told[: mark.start()])[-1]
        trail = _SENTENCE.split(told[place:].lstrip(" ),:"))[0] if not re.match(r"\.(?:\s|$)", told[place:]) else ""
        for number, (text, is_quoted) in enumerate(found):
            beside = tuple(other for at, (other, _) in enumerate(found) if at != number)
            yield ShownText(text, is_quoted, lead, trail, beside)


def shown_codes(description: str) -> Iterator[ShownText]:
    """Yield the codes of letters and digits that follow "e.g." and its likes a few words later: "e.g. on shelf C7"."""
    told = description[:_MAX_TEXT]
    for mark in _MARK.finditer(told):
        found = _CODE.match(told, mark.end())
        if found is not None:
            lead = _SENTENCE.split(told[: mark.start()])[-1]
            yield ShownText(found["code"], "`" in found[0], lead, _SENTENCE.split(told[found.end() :])[0])


def parallel_codes(description: str) -> Iterator[ShownText]:
    """Yield the codes of a sentence that are told of in the same way: "C-7 in the hall, RF-12 in the reading room"."""
    for sentence in _WHOLE_SENTENCE.split(description[:_MAX_TEXT]):
        found = list(_FOLLOWED_CODE.finditer(sentence))
        for number, one in enumerate(found):
            beside = tuple(
                other["code"]
                for at, other in enumerate(found)
                if at != number
                and other["next"].lower() == one["next"].lower()
                and _SEPARATED.search(sentence[: max(one.start(), other.start())])
            )
            if beside:
                yield ShownText(one["code"], "`" in one[0], sentence[: one.start()], sentence[one.end() :], beside)


def _list_at(told: str, place: int) -> tuple[list[tuple[str, bool]], int]:
    found: list[tuple[str, bool]] = []
    end = place
    while True:
        one, after = _one_at(told, place)
        if one is None:
            return found, end
        found.append(one)
        end = after
        between = _BETWEEN.match(told, end)
        if between is None:
            return found, end
        place = between.end()


def _one_at(told: str, place: int) -> tuple[tuple[str, bool] | None, int]:
    quoted = _QUOTED.match(told, place)
    if quoted is not None:
        return (next(part for part in quoted.groups() if part is not None), True), quoted.end()
    bare = _PARTS.match(told, place) or _BARE.match(told, place)
    text = "" if bare is None else bare[0].rstrip(".!?:")
    if re.search(r"\d", text) or re.fullmatch(r"[A-Z][A-Z_-]+", text):
        return (text, False), place + len(text)
    return None, place
