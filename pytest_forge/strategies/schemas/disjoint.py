"""Disjoint: a proof, without trying values, that no value fits two schema nodes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .schema_document import Located, SchemaDocument

__all__ = ["ALL_TYPES", "are_disjoint", "types_in"]

ALL_TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
_MAX_STEPS = 30


def types_in(schema: Any) -> frozenset[str]:
    """Return the types allowed by a node's own ``type``; an integer is a number too."""
    declared = schema.get("type") if isinstance(schema, dict) else None
    if declared is None:
        return ALL_TYPES
    kinds = {kind for kind in (declared if isinstance(declared, list) else [declared]) if isinstance(kind, str)}
    return frozenset(kinds | ({"integer"} if "number" in kinds else set())) & ALL_TYPES


def are_disjoint(document: SchemaDocument, left: Located, right: Located, *, depth: int = 0) -> bool:
    """Tell whether certainly no value fits both nodes."""
    ours, theirs = list(_conjuncts(document, left)), list(_conjuncts(document, right))
    for one in ours:
        for other in theirs:
            if _clash(document, one, other, depth):
                return True
    return False


def _conjuncts(document: SchemaDocument, node: Located) -> Iterator[Located]:
    """Yield *node* and the nodes that apply together with it."""
    waiting = [node]
    seen: set[tuple[int, str]] = set()
    while waiting and len(seen) < _MAX_STEPS:
        current = waiting.pop()
        if current.key in seen or not isinstance(current.schema, dict):
            continue
        seen.add(current.key)
        reference = current.schema.get("$ref")
        if isinstance(reference, str):
            waiting.append(document.resolve(current, reference))
            if document.is_old:
                continue
        yield current
        parts = current.schema.get("allOf")
        waiting += [document.part(current, part) for part in (parts if isinstance(parts, list) else [])]


def _clash(document: SchemaDocument, left: Located, right: Located, depth: int) -> bool:
    ours, theirs = left.schema, right.schema
    kinds, others = types_in(ours), types_in(theirs)
    if not kinds & others:
        return True
    values, choices = _values(ours), _values(theirs)
    if values is not None and choices is not None:
        return not values & choices
    return depth < 4 and (_fields_clash(document, left, right, depth) or _fields_clash(document, right, left, depth))


def _fields_clash(document: SchemaDocument, left: Located, right: Located, depth: int) -> bool:
    """Tell whether *right* refuses a field that *left* requires."""
    ours, theirs = left.schema, right.schema
    if not (types_in(ours) == types_in(theirs) == {"object"}):
        return False
    mine, yours = ours.get("properties"), theirs.get("properties")
    required = ours.get("required")
    tag = ours.get("discriminator", {}).get("propertyName") if isinstance(ours.get("discriminator"), dict) else None
    needed = [*(required if isinstance(required, list) else []), *([tag] if tag else [])]
    yours = yours if isinstance(yours, dict) else {}
    for name in needed:
        if not isinstance(name, str):
            continue
        if name not in yours:
            if theirs.get("additionalProperties") is False and not theirs.get("patternProperties"):
                return True
        elif isinstance(mine, dict) and name in mine:
            one, other = document.part(left, mine[name]), document.part(right, yours[name])
            if are_disjoint(document, one, other, depth=depth + 1):
                return True
    return False


def _values(schema: dict[str, Any]) -> set[str] | None:
    if "const" in schema:
        return {_told(schema["const"])}
    return {_told(value) for value in schema["enum"]} if isinstance(schema.get("enum"), list) else None


def _told(value: Any) -> str:
    # 1 and 1.0 are one value in JSON Schema; true is not.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, sort_keys=True)
