"""Foreign types: non-standard names of types in definitions, translated to JSON Schema's."""

from __future__ import annotations

from typing import Any

__all__ = ["with_json_types"]

_JSON = ("object", "array", "string", "integer", "number", "boolean", "null")
_NAMES = {
    "object": "dict dictionary map hashmap hashtable struct record treemap",
    "array": "list tuple set arraylist sequence vector queue linkedlist hashset array[]",
    "string": "str char character text charsequence path file date datetime byte[] url",
    "integer": "int long short byte biginteger int32 int64 uint bigint integer[]",
    "number": "float double decimal bigdecimal real numeric",
    "boolean": "bool",
    "null": "none nonetype void nil",
}
_BY_NAME = {name: kind for kind, names in _NAMES.items() for name in names.split()} | {kind: kind for kind in _JSON}
_ANYTHING = frozenset({"any", "object[]", "unknown", "mixed", "generic"})
#: Keywords whose value is data, or a map of schemas by name.
_DATA = frozenset({"enum", "const", "default", "example", "examples", "required"})
_TABLES = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})


def with_json_types(schema: Any) -> Any:
    """Return a copy of *schema* with JSON Schema's names of types; unknown names are left out."""
    if isinstance(schema, list):
        return [with_json_types(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "type":
            kinds = _kinds(value)
            if kinds is not None:
                found["type"] = kinds
        elif key in _DATA:
            found[key] = value
        elif key in _TABLES and isinstance(value, dict):
            found[key] = {name: with_json_types(part) for name, part in value.items()}
        else:
            found[key] = with_json_types(value)
    for key in ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"):
        # Gemini sends numbers in schemas as text.
        if isinstance(found.get(key), str) and found[key].isdigit():
            found[key] = int(found[key])
    values = found.get("enum")
    # The values of an enum decide the type: numbers written as texts are texts.
    if found.get("type") in ("integer", "number") and isinstance(values, list) and values:
        found["type"] = "string" if all(isinstance(value, str) for value in values) else found["type"]
    # "required" may be a mark on each property, or null, instead of a list of names.
    if "required" in found and not isinstance(found["required"], list):
        del found["required"]
    properties = schema.get("properties")
    if isinstance(properties, dict):
        marked = [name for name, part in properties.items() if isinstance(part, dict) and part.get("required") is True]
        if marked:
            found["required"] = list(dict.fromkeys([*found.get("required", []), *marked]))
    return found


def _kinds(value: Any) -> Any:
    if isinstance(value, list):
        kinds = [kind for part in value if (kind := _kinds(part)) is not None]
        return list(dict.fromkeys(kinds)) if kinds and len(kinds) == len(value) else None
    if not isinstance(value, str) or value.lower() in _ANYTHING:
        return None
    word = value.lower().split("<")[0].split("[")[0].strip()
    return _BY_NAME.get(word)
