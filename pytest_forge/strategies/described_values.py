"""Described values: the values that a description shows, as JSON, as Python, or as text in a format."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..profile.told_templates import is_placeholder, shows_form
from ..regex import regex

__all__ = ["broken_forms", "described_values", "quoted_texts", "with_shared_examples"]

_MAX_TEXT = 4_000
_MAX_VALUES = 8
#: A larger number may mean much work.
_MAX_NUMBER = 10_000
_MARK = r"(?:\be\.\s?g\.|\bfor (?:example|instance)|\bsuch as|\bexamples?:|\blike)[:,]?\s+"
_NUMBER_AFTER = regex(rf"{_MARK}(-?\d+(?:\.\d+)?)(?![\w-]|[.,:/]\d)", re.IGNORECASE)
_QUOTED = regex(r"`([^`\n]{1,80})`|\"([^\"\n]{1,80})\"|(?<!\w)'([^'\n]{1,80})'(?!\w)")
#: The text between two examples of a list.
_BETWEEN = regex(r"\s*(?:,|\||/|;|,?\s*(?:or|and))\s*", re.IGNORECASE)
_ENDS_IN_MARK = regex(rf"{_MARK}$", re.IGNORECASE)
_CLOSING = {"[": "]", "{": "}"}
_SAME = regex(r"\b(?:in|of|has|with|uses|takes) the same (?:form|format|way|notation|syntax|shape)\b", re.IGNORECASE)
_DIGITS = regex(r"\d+")
_SEPARATOR = regex(r"[^\w\s.+-]|(?<=\d)[a-zA-Z]+(?=\d)|(?<=\w)-(?=\w)")


def described_values(description: str) -> list[Any]:
    """Return the examples in a description: literal lists and objects, then numbers and texts after "e.g."."""
    text = description[:_MAX_TEXT]
    found: list[Any] = []
    for value in (*_literals(text), *_numbers(text), *_texts(text)):
        if value not in found:
            found.append(value)
    return found[:_MAX_VALUES]


def quoted_texts(description: str) -> list[str]:
    """Return every text in quotes or backticks: often the values that an argument takes."""
    quoted = (next(part for part in parts if part) for parts in _QUOTED.findall(description[:_MAX_TEXT]))
    return list(dict.fromkeys(quoted))[:_MAX_VALUES]


def with_shared_examples(properties: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return properties in which "in the same form" is followed by the description of the argument that it means."""
    shared = dict(properties)
    earlier = ""
    for name, node in properties.items():
        told = node.get("description") if isinstance(node, Mapping) else None
        if not isinstance(told, str):
            continue
        if earlier and _SAME.search(told) and not described_values(told):
            shared[name] = {**node, "description": f"{told} {earlier}"}
        elif described_values(told) or shows_form(told):
            earlier = told
    return shared


def broken_forms(text: str) -> list[str]:
    """Return variants of a text in a format: a number too large, too small or missing, a part missing or repeated."""
    found: list[str] = []
    numbers = list(_DIGITS.finditer(text))[:4]
    for number in numbers:
        before, after = text[: number.start()], text[number.end() :]
        found += [f"{before}{other}{after}" for other in (f"9{number[0]}", "0", f"-{number[0]}", "", "x")]
    for separator in list(_SEPARATOR.finditer(text))[:3]:
        before, after = text[: separator.start()], text[separator.end() :]
        found += [before, after, f"{before}{separator[0]}", f"{text}{separator[0]}{after}"]
    return [other for other in dict.fromkeys(found) if other != text]


def _literals(text: str) -> Iterator[Any]:
    """Yield the lists and objects that are written out, each whole one once."""
    place = 0
    while (opened := re.compile(r"[\[{]").search(text, place)) is not None:
        end = _end_of(text, opened.start())
        written = text[opened.start() : end]
        value = _parsed(written) if end else None
        if isinstance(value, list | dict) and value:
            # "HH:MM" stands for a time, and is none.
            yield from () if is_placeholder(value, text[: opened.start()]) else (value,)
            place = end
        else:
            place = opened.start() + 1


def _end_of(text: str, start: int) -> int:
    """Return the place after the bracket that closes the one at *start*; 0 if none does."""
    waiting: list[str] = []
    quote = ""
    for place in range(start, len(text)):
        character = text[place]
        if quote:
            quote = "" if character == quote and text[place - 1] != "\\" else quote
        elif character in "\"'":
            quote = character
        elif character in _CLOSING:
            waiting.append(_CLOSING[character])
        elif waiting and character == waiting[-1]:
            waiting.pop()
            if not waiting:
                return place + 1
    return 0


def _parsed(written: str) -> Any:
    for parse in (json.loads, ast.literal_eval):
        try:
            value = parse(written)
            # Only what JSON can hold, without nan.
            return json.loads(json.dumps(value, allow_nan=False)) if _has_text_keys(value) else None
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            continue
    return None


def _has_text_keys(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _has_text_keys(part) for key, part in value.items())
    if isinstance(value, list | tuple):
        return all(_has_text_keys(part) for part in value)
    return value is None or isinstance(value, str | int | float)


def _numbers(text: str) -> Iterator[int | float]:
    for written in _NUMBER_AFTER.findall(text):
        number = float(written) if "." in written else int(written)
        if abs(number) <= _MAX_NUMBER:
            yield number


def _texts(text: str) -> Iterator[str]:
    """Yield the quoted texts after "e.g.", and those that continue its list."""
    end = -1
    for quoted in _QUOTED.finditer(text):
        between = text[end : quoted.start()] if end >= 0 else ""
        if _ENDS_IN_MARK.search(text[: quoted.start()]) or (between and _BETWEEN.fullmatch(between)):
            end = quoted.end()
            yield next(part for part in quoted.groups() if part is not None)
        else:
            end = -1
