"""Fields of foreign JSON, read by type; a field of another type counts as absent.

A provider, a proxy or an older version of either may leave fields out, set them to null, or nest them differently. A
reader of one field must not fail because of another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from pydantic_core import from_json

__all__ = [
    "as_mapping",
    "content_in",
    "count_in",
    "list_in",
    "mapping_in",
    "mappings_in",
    "said_in",
    "strict_json",
    "text_in",
]


def as_mapping(value: Any) -> Mapping[str, Any]:
    """Return *value* if it is a mapping, else an empty one."""
    # Nearly every value is a dict, and that test is far cheaper than one for `Mapping`.
    return value if type(value) is dict or isinstance(value, Mapping) else {}


def mapping_in(owner: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the mapping under *key*, or an empty one."""
    value = owner.get(key)
    return value if type(value) is dict else as_mapping(value)


def list_in(owner: Mapping[str, Any], key: str) -> list[Any]:
    """Return the list under *key*, or an empty one."""
    value = owner.get(key)
    return value if isinstance(value, list) else []


def mappings_in(owner: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the mappings in the list under *key*."""
    return [item for item in list_in(owner, key) if type(item) is dict or isinstance(item, Mapping)]


def text_in(owner: Mapping[str, Any], key: str) -> str:
    """Return the string under *key*, or an empty one."""
    value = owner.get(key)
    return value if isinstance(value, str) else ""


def content_in(owner: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the parts of the content under *key*: a list of parts, a single part, or a text as a part."""
    content = owner.get(key)
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    parts = content if isinstance(content, list) else [content]
    found = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return [part for part in found if type(part) is dict or isinstance(part, Mapping)]


def said_in(owner: Mapping[str, Any], key: str) -> str:
    """Return the text under *key*; hosts that decode structured replies put an object there, which is told as JSON."""
    value = owner.get(key)
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return ""
    for inner in ("text", "value"):
        if isinstance(value.get(inner), str):
            return text_in(value, inner)
    if parts := [part for inner in ("parts", "content") for part in content_in(value, inner)]:
        return "".join(text_in(part, "text") for part in parts)
    return json.dumps(value, ensure_ascii=False, default=str)


def count_in(owner: Mapping[str, Any], *keys: str) -> int:
    """Return the first whole number of zero or more under one of *keys*, or 0."""
    for key in keys:
        value = owner.get(key)
        if value is None:
            continue
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return 0


def strict_json(text: str | bytes) -> Any:
    """Decode standard JSON, without NaN and infinities.

    Raises:
        ValueError: If *text* is not JSON, is nested too deeply, or holds bytes that are not UTF-8.
    """
    try:
        # The standard library accepts more: a lone surrogate, another encoding.
        return from_json(text, allow_inf_nan=False, cache_strings="keys")
    except (ValueError, TypeError):
        pass
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    elif text.startswith("\ufeff"):
        raise ValueError("a byte order mark is not JSON")
    try:
        return _decode(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


# `json.loads` with an argument makes a decoder each time.
_decode = json.JSONDecoder(parse_constant=_refuse).decode
