"""Strict JSON: text read by the standard, so that what was read can be written again."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Never

from ..errors import ToolError

__all__ = ["MAX_DEPTH", "read_json"]

#: How deep objects and arrays may nest; Pydantic, which writes results, reads 200 levels.
MAX_DEPTH = 128

#: Python's own limit for converting text to an integer.
_MAX_DIGITS = 4_300

# A string is skipped whole, as brackets in it do not nest; an unclosed one is the reader's matter.
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_FENCE = re.compile(r"^[ \t]*+(?:```|~~~)", re.MULTILINE)
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_json(text: str) -> Any:
    """Return the value that *text* is the JSON of; a byte order mark before it is skipped.

    Integers are exact. Of a key that an object repeats, the last value counts. Half of a surrogate pair, which no
    UTF-8 can hold, becomes U+FFFD.

    Raises:
        ToolError: ``invalid_json``, also for NaN, infinities, and numbers that are too large to be read exactly (an
            integer of more than 4,300 digits) or at all (a float beyond 1.79e308); or ``too_deep``.
    """
    text = text.removeprefix("\ufeff")
    _refuse_depth(text)
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_float, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise ToolError(f"The data {_cause(text, error)}", code="invalid_json") from None
    return _without_surrogates(value) if _SURROGATE_ESCAPE.search(text) else value


def _cause(text: str, error: json.JSONDecodeError) -> str:
    """Return what is wrong with a text that is not JSON, and what to do."""
    # No line within a JSON string begins so, as its line ends are escaped.
    if fence := _FENCE.search(text):
        line = text.count("\n", 0, fence.start()) + 1
        return f"has a Markdown fence in line {line}. Pass only the text between the fences."
    if not text.strip():
        what = "is empty"
    elif _has_value_before(text, error.pos):
        return (
            f"has text after its value, at line {error.lineno}, column {error.colno}. "
            "Pass one value alone, or several as an array."
        )
    else:
        what = f"is not valid JSON at line {error.lineno}, column {error.colno}"
    return f"{what}. Pass one JSON value, with double quotes and without comments and trailing commas."


def _has_value_before(text: str, end: int) -> bool:
    try:
        json.loads(text[:end])
    except ValueError:
        return False
    return True


def _refuse_depth(text: str) -> None:
    """Refuse what would exhaust Python's stack, before anything reads it."""
    depth = 0
    for match in _BRACKET.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ToolError(
                    f"The data nests deeper than {MAX_DEPTH} levels. Pass an inner part of it.", code="too_deep"
                )
        elif match[0] in "]}":
            depth -= 1


def _refuse_constant(name: str) -> Never:
    raise ToolError(f"The data holds {name}, which is not JSON. Write null or a string instead.", code="invalid_json")


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ToolError(
            "The data holds a number beyond 1.79e308, which cannot be read. Write it as a string.", code="invalid_json"
        )
    return value


def _integer(digits: str) -> int:
    try:
        if len(digits) <= _MAX_DIGITS:
            return int(digits)
    except ValueError:
        # The process may have a lower limit.
        pass
    raise ToolError(
        f"The data holds an integer of {len(digits)} digits, which cannot be read. Write it as a string.",
        code="invalid_json",
    )


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, dict):
        return {_SURROGATE.sub("\ufffd", key): _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    return _SURROGATE.sub("\ufffd", value) if isinstance(value, str) else value
