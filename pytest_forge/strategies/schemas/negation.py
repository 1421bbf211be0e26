"""Negation: nodes for the values that a node refuses, where they can be expressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .disjoint import ALL_TYPES
from .schema_document import Located, SchemaDocument

__all__ = ["EXCLUDED", "negated"]

EXCLUDED = "\0excluded"
"""A private keyword: a list of forbidden values."""

_SAYS_NOTHING = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "example",
        "$schema",
        "$id",
        "id",
        "$comment",
        "$defs",
        "definitions",
    }
    | {"deprecated", "readOnly", "writeOnly", "$anchor", "contentMediaType", "contentEncoding", "then", "else"}
)
_TURNED_BOUNDS = {
    "minimum": ("number", "exclusiveMaximum", 0),
    "maximum": ("number", "exclusiveMinimum", 0),
    "exclusiveMinimum": ("number", "maximum", 0),
    "exclusiveMaximum": ("number", "minimum", 0),
    "minLength": ("string", "maxLength", -1),
    "maxLength": ("string", "minLength", 1),
    "minItems": ("array", "maxItems", -1),
    "maxItems": ("array", "minItems", 1),
    "minProperties": ("object", "maxProperties", -1),
    "maxProperties": ("object", "minProperties", 1),
}


def negated(document: SchemaDocument, node: Located) -> list[Located] | None:
    """Return nodes such that *node* refuses a value that fits one of them; None if they cannot be expressed.

    Reasons for refusal that cannot be expressed are left out if there are others.
    """
    schema = node.schema
    if isinstance(schema, bool):
        return [] if schema else [Located(True, node.base)]
    cached = _kept(document).get(id(schema))
    if cached is not None:
        return cached
    keywords = [key for key in schema if key not in _SAYS_NOTHING]
    if document.is_old and "$ref" in keywords:
        keywords = ["$ref"]
    if not keywords:
        return []
    found = [part for key in keywords for part in _ways(document, node, key, schema[key])]
    result = found or None
    if result is not None:
        _kept(document)[id(schema)] = result
    return result


def _kept(document: SchemaDocument) -> dict[int, list[Located]]:
    return document.negations


def _ways(document: SchemaDocument, node: Located, key: str, value: Any) -> Iterator[Located]:
    def written(schema: dict[str, Any]) -> Located:
        return document.written(node, schema)

    if key == "type":
        kinds = set(value if isinstance(value, list) else [value])
        left = ALL_TYPES - kinds - ({"integer"} if "number" in kinds else set())
        # "number" would allow integers again.
        left -= {"number"} if "integer" in kinds else set()
        if left:
            yield written({"type": sorted(left)})
    elif key == "const":
        yield written({EXCLUDED: [value]})
    elif key == "enum" and isinstance(value, list):
        yield written({EXCLUDED: value})
    elif key == "required" and isinstance(value, list):
        for name in value:
            yield written({"type": "object", "properties": {name: False}})
    elif key == "properties" and isinstance(value, dict):
        for name, part in value.items():
            if part not in (True, {}):
                yield written({"type": "object", "required": [name], "properties": {name: {"not": part}}})
    elif key in ("anyOf", "oneOf") and isinstance(value, list):
        # A value that fits none; for oneOf, a value that fits several would be refused too.
        yield written({"allOf": [{"not": part} for part in value]})
    elif key == "allOf" and isinstance(value, list):
        for part in value:
            yield written({"not": part})
    elif key == "not":
        yield document.part(node, value)
    elif key == "$ref" and isinstance(value, str):
        yield written({"not": document.resolve(node, value).schema})
    elif key in _TURNED_BOUNDS and not isinstance(value, bool) and isinstance(value, int | float):
        kind, turned, shift = _TURNED_BOUNDS[key]
        if value + shift >= 0 or kind == "number":
            yield written({"type": kind, turned: value + shift})
