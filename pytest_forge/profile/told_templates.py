"""Told templates: the keys of records that a description shows between braces, with words in place of the values.

    {"sku": article number, "pieces": whole number}     {'day': str, 'hours': float}     {"start": "HH:MM"}

A template stands for all records; what is written out whole, as in {"kind": "salt", "tons": 4}, is one of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from ..regex import regex

__all__ = ["OPTIONAL", "QUOTED_NAME", "ToldKey", "is_placeholder", "keys_in_braces", "shows_form"]

_MAX_BRACES = 40
_NAME = r"[A-Za-z_]\w{0,39}"
QUOTED_NAME = rf"(?:``|[\"'`\u201c\u2018])(?P<quoted>{_NAME})(?:``|[\"'`\u201d\u2019])"
"""A name in quotes or backticks, as the group ``quoted``."""

OPTIONAL = regex(
    r"\boptional(?:ly)?\b|\bmay\b|\bcan be (?:left out|omitted|missing|absent)\b"
    r"|\bif (?:any|wanted|known|given|there)\b|\bnot required\b|\bNotRequired\b|\bdefaults?\b",
    re.IGNORECASE,
)
"""Words by which a record may lack a key."""

#: An entry: a key, in quotes or before a colon, and what is told of it.
_ENTRY = regex(rf"\s*(?:{QUOTED_NAME}|(?P<open>{_NAME}))\s*(?P<mark>[?*]?)\s*(?::|=(?!=))\s*(?P<told>.*)", re.DOTALL)
_ALONE = regex(rf"\s*{QUOTED_NAME}\s*(?P<mark>\??)\s*(?P<told>\(.*\))?\s*", re.DOTALL)
_BARE = regex(rf"\s*({_NAME})(\??)\s*")
_PASSED_OVER = regex(r"\s*(?:\.\.\.|\u2026|etc\.?)?\s*")
_OPENING, _CLOSING = "([{<", ")]}>"
_EXAMPLE = regex(
    r"(?:\be\.\s?g\.,?|\b(?:for (?:example|instance)|such as|examples?|like)\b)[:,]?\s*\[?\s*$", re.IGNORECASE
)
_FORM = regex(r"(?:YYYY|yyyy|MM|mm|DD|dd|HH|hh|SS|ss)(?:[-/.: T]?(?:YYYY|yyyy|MM|mm|DD|dd|HH|hh|SS|ss))+Z?")
_TYPE = regex(
    r"<[^<>]*>|\.{3}|\u2026|(?:str|string|text|int|integer|float|number|bool|boolean|date|datetime|any)"
    r"(?:\s*[|,]\s*\w+)*|",
    re.IGNORECASE,
)
#: Words that tell of a value, and are none.
_PHRASE = regex(
    r"(?:the|an?|any|one of|how|whole|name|number|text|amount|date|day|time|moment|optional|positive|what|whether)\b"
    r"(?=.*\s)|[a-z][\w-]*(?: [\w-]+)* (?:of|in|as|for|above|below) \S"
)


class ToldKey(Struct, frozen=True):
    """A key of a record.

    Attributes:
        name: The key.
        told: What is told of its value; empty if nothing is.
        is_needed: Whether nothing says that a record may lack it.
        shown: A value that is written out.
    """

    name: str
    told: str = ""
    is_needed: bool = True
    shown: tuple[Any, ...] = ()


def is_placeholder(value: Any, before: str = "") -> bool:
    """Tell whether a value that is written out stands for others, such as "HH:MM" or "name of the item".

    Args:
        value: The value.
        before: The text before it. What follows "such as" may have words of any kind.
    """
    if isinstance(value, dict | list):
        parts = list(value.values()) if isinstance(value, dict) else value
        return any(is_placeholder(part, before) for part in parts)
    if not isinstance(value, str):
        return value is ...
    if _FORM.fullmatch(value) or _TYPE.fullmatch(value):
        return True
    return _EXAMPLE.search(before) is None and _PHRASE.match(value) is not None


def shows_form(told: str) -> bool:
    """Tell whether a text shows the form of a moment in letters: "as HH:MM"."""
    return _FORM.search(told) is not None


def keys_in_braces(told: str) -> list[ToldKey]:
    """Return the keys of the first template in a text."""
    for opened in islice(re.finditer(r"\{", told), _MAX_BRACES):
        end = _end_of(told, opened.start())
        body = told[opened.end() : end - 1] if end else ""
        value = _literal(told[opened.start() : end])
        is_whole = isinstance(value, dict) and not is_placeholder(value, told[: opened.start()])
        if body.strip() and not is_whole and (keys := _entries(body)):
            return keys
    return []


def _literal(text: str) -> Any:
    """Return the value that a text writes out; None if it writes none."""
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _end_of(told: str, start: int) -> int:
    """Return the place after the brace that closes the one at *start*; 0 if none does."""
    depth = 0
    for place in range(start, len(told)):
        depth += {"{": 1, "}": -1}.get(told[place], 0)
        if not depth:
            return place + 1
    return 0


def _entries(body: str) -> list[ToldKey]:
    """Return the keys between braces; none if they are not told of as keys, as in "{name: price}"."""
    pieces = list(_pieces(body))
    if all(_BARE.fullmatch(piece) or _PASSED_OVER.fullmatch(piece) for piece in pieces):
        bare = [found for piece in pieces if (found := _BARE.fullmatch(piece))]
        return [ToldKey(one[1], is_needed=not one[2]) for one in bare] if len(bare) > 1 else []
    parts: list[tuple[re.Match[str], str]] = []
    for piece in pieces:
        entry = _ALONE.fullmatch(piece) or _ENTRY.fullmatch(piece)
        if entry is not None:
            parts.append((entry, entry["told"] or ""))
        elif not parts:
            return []
        elif not _PASSED_OVER.fullmatch(piece):
            # A comma within what is told of a value.
            parts[-1] = (parts[-1][0], f"{parts[-1][1]},{piece}")
    is_map = len(parts) == 1 and parts[0][0]["quoted"] is None
    return [] if is_map else [_key_of(entry, text) for entry, text in parts]


def _key_of(entry: re.Match[str], told: str) -> ToldKey:
    text = " ".join(told.split())
    literal = _literal(text)
    if isinstance(literal, str):
        text = literal
    shown = () if literal in (None, ..., "") or is_placeholder(literal) else (literal,)
    name = entry["quoted"] or entry["open"]
    return ToldKey(name, text, not entry["mark"] and OPTIONAL.search(text) is None, shown)


def _pieces(body: str) -> Iterator[str]:
    """Yield what stands between the commas of a text that are outside of brackets."""
    depth, start = 0, 0
    for place, sign in enumerate(body):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if sign in ",;" and depth <= 0:
            yield body[start:place]
            start = place + 1
    yield body[start:]
