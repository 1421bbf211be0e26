"""The type of an argument or a result, as a docstring writes it: ``int``, ``list[str], optional``, ``bool = false``."""

from __future__ import annotations

import ast
import difflib
import json
import re
from typing import Any

__all__ = ["read_field_type"]

_INTEGER, _NUMBER, _STRING, _BOOLEAN = {"type": "integer"}, {"type": "number"}, {"type": "string"}, {"type": "boolean"}
_LIST: dict[str, Any] = {"type": "array", "items": {}}
_DICT: dict[str, Any] = {"type": "object", "additionalProperties": True}
#: The names of Python, then those of JSON Schema, which TypeScript nearly shares.
_TYPES: dict[str, dict[str, Any]] = {
    "str": _STRING,
    "int": _INTEGER,
    "float": _NUMBER,
    "bool": _BOOLEAN,
    "list": _LIST,
    "dict": _DICT,
    "any": {},
    "string": _STRING,
    "integer": _INTEGER,
    "number": _NUMBER,
    "boolean": _BOOLEAN,
    "array": _LIST,
    "object": _DICT,
}
_ITEMS = re.compile(r"(?:list|array) *\[(?P<items>.+)\]", re.IGNORECASE)
_VALUES = re.compile(r"dict *\[ *(?:str|string) *,(?P<values>.+)\]", re.IGNORECASE)
_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}
_MAX_DEPTH = 8
#: An argument with one of these as its default may be left out, and has no default.
_NO_DEFAULTS = frozenset({"None", "null", "undefined"})
_NO_VALUE: Any = object()


def read_field_type(text: str) -> tuple[dict[str, Any], bool]:
    """Return the JSON Schema of a type, and whether the field is required.

    Args:
        text: What stands between the parentheses: a type, then "optional" or "required", then "=" and a default.

    Raises:
        ValueError: If it cannot be read; the message is a clause.
    """
    declared, has_default, default_text = _split(text, "=", most=1)
    named, *words = (part.strip() for part in _pieces(declared, ","))
    schema = _schema(named)
    words = [word.lower() for word in words if word]
    if has_default and words[-1:] == ["default"]:
        words.pop()
    unknown = [word for word in words if word not in ("optional", "required")]
    if unknown:
        raise ValueError(f"{unknown[0]!r} after the type is neither 'optional' nor a default such as '= 5'")
    if not has_default:
        return schema, "optional" not in words
    if default_text.strip() not in _NO_DEFAULTS:
        schema["default"] = _default(default_text.strip(), schema)
    return schema, False


def _schema(text: str, depth: int = 0) -> dict[str, Any]:
    if depth > _MAX_DEPTH:
        raise ValueError(f"the type {text!r} is nested too deeply")
    if text.lower() in _TYPES:
        return {key: dict(value) if isinstance(value, dict) else value for key, value in _TYPES[text.lower()].items()}
    items = _ITEMS.fullmatch(text)
    if items is not None or (text.endswith("[]") and text[:-2]):
        return {"type": "array", "items": _schema((items["items"] if items else text[:-2]).strip(), depth + 1)}
    values = _VALUES.fullmatch(text)
    if values is not None:
        return {"type": "object", "additionalProperties": _schema(values["values"].strip(), depth + 1)}
    near = difflib.get_close_matches(text.lower(), _TYPES, n=1)
    hint = f"write {near[0]!r}" if near else "write str, int, float, bool, list, list[T] or dict"
    raise ValueError(f"{text[:40]!r} is not a type; {hint}" if text else f"the type is missing; {hint}")


def _default(text: str, schema: dict[str, Any]) -> Any:
    value = _value(text)
    if value is _NO_VALUE and schema.get("type") == "string":
        # A plain word needs no quotes.
        value = text
    if value is _NO_VALUE or not _fits(value, schema):
        raise ValueError(f"the default {text[:40]!r} is not of its type")
    if value.__class__ is int and schema.get("type") == "number":
        return float(value) if abs(value) < 1 << 53 else value
    return value


def _value(text: str) -> Any:
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text)
            # A set or a tuple of Python, or NaN, is none of JSON's values.
            return value if json.loads(json.dumps(value, allow_nan=False)) == value else _NO_VALUE
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
    return _NO_VALUE


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    wanted = schema.get("type")
    if wanted is None:
        return True
    kinds: Any = _PYTHON_TYPES[wanted]
    if not isinstance(value, kinds) or (isinstance(value, bool) and wanted != "boolean"):
        return False
    if wanted == "array":
        return all(_fits(item, schema["items"]) for item in value)
    inner = schema.get("additionalProperties")
    return not isinstance(inner, dict) or all(_fits(item, inner) for item in value.values())


def _split(text: str, separator: str, *, most: int) -> tuple[str, bool, str]:
    pieces = list(_pieces(text, separator, most=most))
    return pieces[0].strip(), len(pieces) > 1, pieces[1] if len(pieces) > 1 else ""


def _pieces(text: str, separator: str, *, most: int = -1) -> list[str]:
    """Split at a character that stands outside brackets."""
    found: list[str] = []
    depth = begin = 0
    for position, character in enumerate(text):
        depth += (character in "[{(") - (character in "]})")
        if character == separator and depth == 0 and most != len(found):
            found.append(text[begin:position])
            begin = position + 1
    return [*found, text[begin:]]
