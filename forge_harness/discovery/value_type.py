"""The types of sampled values, and the type of a column that holds several.

=========  ====================================================
null       nothing but empty values
boolean    true and false
integer    whole numbers; not 007, which would lose its zeros
number     with a fraction or an exponent; or integers with these
date       2024-01-31
datetime   2024-01-31T12:00:00; or dates with these
array      of JSON
object     of JSON
string     any other text, and values of types that do not fit together
=========  ====================================================
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Set
from typing import Any

__all__ = ["common_type", "fit_together", "type_of_text", "type_of_value"]

_MAX_CHARACTERS = 64

_NULLS = frozenset({"", "null", "NULL", "Null", "\\N"})
_BOOLEANS = frozenset({"true", "false"})
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,37})")
_NUMBER = re.compile(r"-?(?:(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?|[0-9]+[eE][+-]?[0-9]{1,3})")
_LEADING_ZERO = re.compile(r"-?0[0-9]")
_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_DATE = re.compile(_DAY)
_DATETIME = re.compile(
    rf"{_DAY}[T ][0-9]{{2}}:[0-9]{{2}}(?::[0-9]{{2}}(?:\.[0-9]{{1,9}})?)?(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}})?"
)


def type_of_text(text: str) -> str:
    """Return the type of a value that is written as text, as in CSV."""
    value = text.strip() if len(text) <= _MAX_CHARACTERS else text
    if value in _NULLS:
        return "null"
    if len(value) > _MAX_CHARACTERS:
        return "string"
    if value.lower() in _BOOLEANS:
        return "boolean"
    if _INTEGER.fullmatch(value):
        return "integer"
    if _NUMBER.fullmatch(value) and not _LEADING_ZERO.match(value):
        return "number"
    return _moment(value)


def type_of_value(value: Any) -> str:
    """Return the type of a value of JSON; a text is a date or datetime if it is written like one."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return _moment(value) if len(value) <= _MAX_CHARACTERS else "string"
    return "array" if isinstance(value, list) else "object"


def common_type(types: Set[str]) -> str:
    """Return the type of a column whose values have *types*."""
    found = types - {"null"}
    if len(found) < 2:
        return next(iter(found), "null")
    if found <= {"integer", "number"}:
        return "number"
    return "datetime" if found <= {"date", "datetime"} else "string"


def fit_together(types: Set[str]) -> bool:
    """Return whether values of JSON of these types are one type of data, and not a mixture."""
    return common_type(types) != "string" or types <= {"null", "string", "date", "datetime"}


def _moment(text: str) -> str:
    kind = "date" if _DATE.fullmatch(text) else "datetime" if _DATETIME.fullmatch(text) else ""
    if not kind:
        return "string"
    try:
        # The day decides, as Python reads fewer forms of times than there are.
        dt.date.fromisoformat(text[:10])
    except ValueError:
        return "string"
    return kind
