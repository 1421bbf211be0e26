"""Texts: what a model reads in a schema besides its rules, by place: descriptions, titles, examples and defaults."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["changed_texts"]

_TEXTS = ("description", "title", "default", "examples", "$comment")
#: Keywords that hold a schema, several by name, or several in order.
_ONE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "additionalItems")
_NAMED = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
_LISTED = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAX_DEPTH = 60


def changed_texts(old: Any, new: Any) -> list[tuple[str, str]]:
    """Return the place and the keyword of each text that differs between two schemas, where both have the place."""
    before, after = dict(_places(old, "", 0)), dict(_places(new, "", 0))
    return [
        (place, keyword)
        for place in before.keys() & after.keys()
        for keyword in _TEXTS
        if _told(before[place].get(keyword)) != _told(after[place].get(keyword))
    ]


def _told(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


def _places(schema: Any, place: str, depth: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH:
        return
    yield place, schema
    for keyword in _ONE:
        yield from _places(schema.get(keyword), f"{place}/{keyword}", depth + 1)
    for keyword in _NAMED:
        given = schema.get(keyword)
        for name, inner in given.items() if isinstance(given, Mapping) else ():
            yield from _places(inner, f"{place}/{keyword}/{name}", depth + 1)
    for keyword in _LISTED:
        given = schema.get(keyword)
        for index, inner in enumerate(given if isinstance(given, list) else ()):
            yield from _places(inner, f"{place}/{keyword}/{index}", depth + 1)
