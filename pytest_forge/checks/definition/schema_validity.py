"""Schema validity: a quick look that clears nearly every schema, and the metaschema for the rest.

The metaschema takes milliseconds for a schema, the quick look microseconds. The quick look may suspect a valid schema,
but never clears an invalid one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from .schema_view import Path, SchemaView, pointer, printable

__all__ = ["FOREIGN_TYPES", "JSON_TYPES", "invalid_places"]

JSON_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
"""The type names of JSON Schema."""

FOREIGN_TYPES: dict[str, str | None] = {
    **dict.fromkeys(("dict", "map", "hashmap", "record", "struct"), "object"),
    **dict.fromkeys(("list", "tuple", "set", "arraylist", "vector"), "array"),
    **dict.fromkeys(("str", "text", "char", "uuid", "date", "datetime", "bytes"), "string"),
    **dict.fromkeys(("float", "double", "decimal"), "number"),
    **dict.fromkeys(("int", "long", "short", "byte", "bigint", "biginteger"), "integer"),
    "bool": "boolean",
    "none": "null",
    "any": None,
    **{name: name for name in JSON_TYPES},
}
"""Type names of programming languages, in lower case, with the JSON type they stand for; None for any."""

#: Drafts whose keywords the quick look knows; other drafts are left to their metaschema.
_KNOWN_DRAFTS = (
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-06/schema",
)
_STRINGS = frozenset(
    {"$ref", "$comment", "title", "description", "format", "pattern", "contentEncoding", "contentMediaType"}
)
_NUMBERS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_COUNTS = frozenset(
    {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"}
)
_FLAGS = frozenset({"deprecated", "readOnly", "writeOnly", "uniqueItems"})
_LISTS = frozenset({"enum", "examples"})
_BRANCHES = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
#: Keywords that are rare or differ between drafts: left to the metaschema.
_ASKED = frozenset(
    {
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "$recursiveRef",
        "$recursiveAnchor",
        "$vocabulary",
        "dependencies",
        "dependentRequired",
        "additionalItems",
    }
)
_KINDS = {
    **dict.fromkeys(_STRINGS, "string"),
    **dict.fromkeys(_NUMBERS, "number"),
    **dict.fromkeys(_COUNTS, "count"),
    **dict.fromkeys(_FLAGS, "flag"),
    **dict.fromkeys(_LISTS, "list"),
    **dict.fromkeys(_BRANCHES, "branches"),
    **dict.fromkeys(_ASKED, "asked"),
    "type": "type",
    "required": "required",
    "items": "items",
}


def invalid_places(view: SchemaView) -> list[str]:
    """Return the objections of the metaschema, one clause each with its JSON pointer; empty for a valid schema.

    Type names of other languages are left out: whether a provider accepts them is a question of portability.
    """
    if view.root is None or not _is_suspect(view):
        return []
    return list(dict.fromkeys(_confirmed(view)))


def _is_suspect(view: SchemaView) -> bool:
    if view.strays:
        return True
    for _, node in view.nodes:
        if "$schema" in node and str(node["$schema"]).removesuffix("#") not in _KNOWN_DRAFTS:
            return True
        for key, value in node.items():
            kind = _KINDS.get(key)
            if kind is None or (kind == "string" and value.__class__ is str):
                continue
            if kind == "type" and value.__class__ is str and value in JSON_TYPES:
                continue
            if not _is_plainly_valid(kind, key, value):
                return True
    return False


def _is_plainly_valid(kind: str, key: str, value: Any) -> bool:
    if kind == "number":
        return value.__class__ in (int, float) and (key != "multipleOf" or value > 0)
    if kind == "count":
        return value.__class__ is int and value >= 0
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "list":
        return isinstance(value, list)
    if kind == "branches":
        return isinstance(value, list) and bool(value)
    if kind == "items":
        return isinstance(value, (dict, bool))
    if kind == "required":
        return (
            isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)
        )
    if kind == "type":
        names = value if isinstance(value, list) else [value]
        strings = [name for name in names if isinstance(name, str)]
        return bool(names) and len(strings) == len(names) == len(set(strings)) and all(map(_is_known, strings))
    return False


def _is_known(name: str) -> bool:
    return name in JSON_TYPES or name.lower() in FOREIGN_TYPES


def _confirmed(view: SchemaView) -> Iterator[str]:
    from jsonschema.validators import Draft202012Validator, validator_for  # most schemas need no confirmation

    root = _as_json_types(view.root)
    try:
        draft: Any = validator_for(root, default=Draft202012Validator)
        errors = list(draft(draft.META_SCHEMA).iter_errors(root))
    except RecursionError:
        yield "it is nested too deeply to be judged"
        return
    except Exception:  # noqa: BLE001  # '$schema' and '$id' may be any value, and may name a document that cannot be looked up
        yield "its '$schema' or '$id' names nothing that can be looked up"
        return
    for error in errors:
        path: Path = ()
        for key in error.absolute_path:
            path = (path, key)
        yield f"{_shown(error.instance)} at {pointer(path)} ({_expected(error)})"


def _expected(error: Any) -> str:
    if error.validator == "type":
        kinds = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
        return f"must be {' or '.join(kinds)}"
    if error.validator in ("enum", "anyOf"):
        return "is not a JSON Schema type" if list(error.absolute_path)[-1:] == ["type"] else "is not an allowed value"
    return f"breaks the rule {error.validator!r} of the metaschema"


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, (str, int, float, bool, type(None))) else f"a {_kind(value)}"
    return printable(text)


def _kind(value: Any) -> str:
    return "list" if isinstance(value, list) else "JSON object"


def _as_json_types(schema: Any) -> Any:
    """Copy a schema with the type names of other languages replaced by JSON's; ``any`` is left out."""
    holder: list[Any] = [schema]
    waiting: list[tuple[Any, Any]] = [(holder, 0)]
    while waiting:
        owner, key = waiting.pop()
        fresh = owner[key] = copy.copy(owner[key])
        if isinstance(fresh, dict):
            kind = fresh.get("type")
            if isinstance(kind, str) and kind not in JSON_TYPES and kind.lower() in FOREIGN_TYPES:
                stands_for = FOREIGN_TYPES[kind.lower()]
                if stands_for is None:
                    del fresh["type"]
                else:
                    fresh["type"] = stands_for
            elif isinstance(kind, list) and any(isinstance(name, str) and name not in JSON_TYPES for name in kind):
                fresh["type"] = [
                    (FOREIGN_TYPES.get(name.lower(), name) or "string") if isinstance(name, str) else name
                    for name in kind
                ]
            waiting.extend((fresh, name) for name, part in fresh.items() if isinstance(part, (dict, list)))
        elif isinstance(fresh, list):
            waiting.extend((fresh, at) for at, part in enumerate(fresh) if isinstance(part, (dict, list)))
    return holder[0]
