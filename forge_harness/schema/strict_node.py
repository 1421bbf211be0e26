"""Facts about a node of any schema for strict mode: its types, values, items and properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from .limits import JSON_TYPES
from .strict_text import as_list

__all__ = [
    "ANNOTATIONS",
    "allowed_values",
    "any_item",
    "only_requires",
    "properties_of",
    "supported_limits",
    "takes_free_keys",
    "types_of",
    "values_of_type",
]

#: Keywords that do not restrict values.
ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment", "$schema", "$id"}
)

_NUMBER = ("multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_SUPPORTED: dict[str, tuple[str, ...]] = {
    "string": ("pattern", "format"),
    "number": _NUMBER,
    "integer": _NUMBER,
    "array": ("minItems", "maxItems"),
}
_FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})
_LOOKAROUND = re.compile(r"\(\?<?[=!]|\\[1-9]")
_IMPLIED_TYPES = (
    ("object", ("properties", "additionalProperties", "patternProperties", "required", "propertyNames")),
    ("array", ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains")),
    ("string", ("pattern", "format", "minLength", "maxLength")),
    ("number", _NUMBER),
)


def types_of(node: Mapping[str, Any], values: list[Any] | None) -> list[str]:
    """Return the JSON types of a node; empty if it allows any value or the type is unknown."""
    named = [kind.lower() if isinstance(kind, str) and kind.isupper() else kind for kind in as_list(node.get("type"))]
    types = [kind for kind in dict.fromkeys(kind for kind in named if isinstance(kind, str)) if kind in JSON_TYPES]
    if not types and not named:
        if values is not None:
            types = list(dict.fromkeys(_type_of(value) for value in values))
        else:
            types = [kind for kind, keys in _IMPLIED_TYPES if any(key in node for key in keys)][:1]
    if types and node.get("nullable") is True and "null" not in types:
        types.append("null")
    return types


def allowed_values(node: Mapping[str, Any]) -> list[Any] | None:
    """Return the enumerated values of a node, or None without an enum."""
    if "const" in node:
        return [node["const"]]
    values = node.get("enum")
    return list(values) if isinstance(values, list) and values else None


def values_of_type(kind: str, values: list[Any] | None) -> dict[str, Any]:
    """Return the enum of one branch, if the values of an enum have several types."""
    if values is None:
        return {}
    wanted = {kind, "integer"} if kind == "number" else {kind}
    return {"enum": [value for value in values if _type_of(value) in wanted] or values}


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    for kind, classes in (("string", str), ("integer", int), ("number", float), ("array", list)):
        if isinstance(value, classes):
            return kind
    return "object"


def any_item(node: Mapping[str, Any]) -> Any:
    """Return the schema of the items of an array; for a tuple, of any of its items."""
    items = node.get("items", True)
    prefix = node.get("prefixItems") or (items if isinstance(items, list) else None)
    if not isinstance(prefix, list):
        return items
    choices: list[Any] = []
    for item in prefix + ([items] if isinstance(node.get("items"), dict) else []):
        if item not in choices:
            choices.append(item)
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def only_requires(branches: Iterable[Any]) -> bool:
    """Whether a union only restricts which properties are required, which is moot when all are."""
    return all(
        isinstance(branch, dict) and ANNOTATIONS.union(("required", "not")).issuperset(branch) for branch in branches
    )


def supported_limits(kind: str, node: Mapping[str, Any]) -> dict[str, Any]:
    """Return the limits of a node of one type that strict mode supports."""
    return {key: node[key] for key in _SUPPORTED.get(kind, ()) if key in node and _is_supported(key, node[key])}


def _is_supported(key: str, value: Any) -> bool:
    if key == "format":
        return isinstance(value, str) and value in _FORMATS
    return key != "pattern" or (isinstance(value, str) and not _LOOKAROUND.search(value))


def properties_of(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return the declared properties of an object."""
    properties = node.get("properties")
    return properties if isinstance(properties, dict) else {}


def takes_free_keys(node: Mapping[str, Any]) -> bool:
    """Whether an object explicitly accepts undeclared keys."""
    others, patterns = node.get("additionalProperties"), node.get("patternProperties")
    if others is True or isinstance(others, dict):
        return True
    return isinstance(patterns, dict) and any(part is not False for part in patterns.values())


def merge_into(into: dict[str, Any], part: Mapping[str, Any]) -> None:
    """Add the keywords of *part*; a property that both have must satisfy both."""
    for key, value in part.items():
        if key not in into:
            into[key] = dict(value) if key == "properties" and isinstance(value, dict) else value
        elif key == "properties" and isinstance(value, dict) and isinstance(into[key], dict):
            for name, schema in value.items():
                known = into[key].setdefault(name, schema)
                if known is not schema and known != schema:
                    into[key][name] = {"allOf": [known, schema]}
        elif key == "required" and isinstance(value, list) and isinstance(into[key], list):
            into[key] = [*into[key], *(name for name in value if name not in into[key])]
        elif key in ("type", "enum"):
            mine, theirs = as_list(into[key]), as_list(value)
            both = [item for item in mine if item in theirs or (item == "integer" and "number" in theirs)]
            into[key] = both or mine
        elif key == "additionalProperties" and value is False:
            into[key] = False
