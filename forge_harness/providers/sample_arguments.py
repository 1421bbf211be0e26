"""Minimal arguments that fit a tool's schema, for scripted models.

Required arguments are filled in: from ``const``, ``default``, ``enum`` and ``examples`` if they are given, else with
the smallest value of the type. A ``pattern`` is not solved.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .fields import as_mapping, list_in, mapping_in, text_in

__all__ = ["sample_arguments"]

_FORMATS = {
    "date": "2024-01-01",
    "date-time": "2024-01-01T00:00:00Z",
    "time": "00:00:00Z",
    "duration": "PT1S",
    "email": "someone@example.com",
    "uri": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "hostname": "example.com",
}
_MAX_DEPTH = 12
_MAX_SIZE = 10_000


def sample_arguments(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments for a tool with this input schema."""
    value = _sample(schema, schema, _MAX_DEPTH)
    return value if isinstance(value, dict) else {}


def _sample(schema: Any, root: Mapping[str, Any], depth: int) -> Any:
    node = _resolved(as_mapping(schema), root)
    if depth == 0:
        return None
    for key in ("const", "default"):
        if key in node:
            return node[key]
    for key in ("enum", "examples"):
        if list_in(node, key):
            return node[key][0]
    kind = node.get("type")
    if isinstance(kind, list):
        kind = next((name for name in kind if name != "null"), "null")
    for key in ("anyOf", "oneOf"):
        # An object with both properties and alternatives uses its properties.
        if branches := [as_mapping(branch) for branch in list_in(node, key)]:
            branch = next((one for one in branches if one.get("type") != "null"), branches[0])
            return _sample({**{k: v for k, v in node.items() if k != key}, **branch}, root, depth - 1)
    if kind is None:
        kind = "object" if "properties" in node else "array" if "items" in node else "string"
    if kind == "object":
        properties = mapping_in(node, "properties")
        return {
            name: _sample(properties.get(name, {}), root, depth - 1)
            for name in list_in(node, "required")
            if isinstance(name, str)
        }
    if kind == "array":
        return _array(node, root, depth)
    if kind in ("integer", "number"):
        return _number(node, whole=kind == "integer")
    if kind == "string":
        plain = _FORMATS.get(text_in(node, "format"), "text")
        longest = _count(node, "maxLength", len(plain))
        return plain.ljust(_count(node, "minLength", 0), "x")[: max(longest, _count(node, "minLength", 0))]
    return {"boolean": False}.get(kind) if isinstance(kind, str) else None


def _resolved(node: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *node* with its reference followed and its ``allOf`` merged."""
    for _ in range(_MAX_DEPTH):
        reference = node.get("$ref")
        if isinstance(reference, str) and reference.startswith("#"):
            target: Mapping[str, Any] = root
            for step in reference.lstrip("#/").split("/") if reference != "#" else ():
                target = mapping_in(target, step.replace("~1", "/").replace("~0", "~"))
            node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
        elif parts := list_in(node, "allOf"):
            merged: dict[str, Any] = {key: value for key, value in node.items() if key != "allOf"}
            for part in parts:
                inner = _resolved(as_mapping(part), root)
                merged = {
                    **inner,
                    **merged,
                    "properties": {**mapping_in(inner, "properties"), **mapping_in(merged, "properties")},
                    "required": [*list_in(inner, "required"), *list_in(merged, "required")],
                }
            if not merged["properties"]:
                del merged["properties"]
            node = merged
        else:
            break
    return node


def _array(node: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> list[Any]:
    prefix = list_in(node, "prefixItems")
    made = [_sample(item, root, depth - 1) for item in prefix]
    while len(made) < _count(node, "minItems", 0):
        made.append(_sample(node.get("items", {}), root, depth - 1))
    return made


def _number(node: Mapping[str, Any], *, whole: bool) -> float:
    low = node.get("minimum", node.get("exclusiveMinimum"))
    high = node.get("maximum", node.get("exclusiveMaximum"))
    step = node.get("multipleOf", 1)
    step = step if isinstance(step, int | float) and step > 0 else 1
    value: float = 0
    if isinstance(low, int | float) and low >= value:
        value = math.ceil(low / step) * step
        if "exclusiveMinimum" in node and value <= node["exclusiveMinimum"]:
            value += step
    elif isinstance(high, int | float) and high <= value:
        value = math.floor(high / step) * step
        if "exclusiveMaximum" in node and value >= node["exclusiveMaximum"]:
            value -= step
    if isinstance(high, int | float) and value > high and isinstance(low, int | float) and not whole:
        value = (low + high) / 2
    return int(value) if whole else value


def _count(node: Mapping[str, Any], key: str, fallback: int) -> int:
    value = node.get(key)
    return min(value, _MAX_SIZE) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else fallback
