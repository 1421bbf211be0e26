"""Schema fit: whether a value fits a schema, by a quick look in plain cases and by jsonschema otherwise."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from .schema_validity import FOREIGN_TYPES, JSON_TYPES
from .schema_view import SchemaView

__all__ = ["fits", "type_fits"]

#: Keywords that do not constrain a value.
_SILENT = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "format",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$comment",
        "optional",
    }
)
_QUICK = _SILENT | {"type", "enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "items"}
_CLASSES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def fits(value: Any, schema: Any, view: SchemaView) -> bool:
    """Return whether *value* is valid against *schema*, a part of the viewed one.

    A broken schema refuses nothing here: another check reports it.
    """
    return _surely_fits(value, schema) or _confirmed(value, schema, view)


def type_fits(value: Any, kind: Any) -> bool:
    """Return whether *value* has the JSON type *kind*, a name or a list of names; unknown names fit any value."""
    names = kind if isinstance(kind, list) else [kind]
    return any(_has_type(value, name) for name in names)


def _has_type(value: Any, name: Any) -> bool:
    classes = _CLASSES.get(name) if isinstance(name, str) else None
    if classes is None:
        return True
    if isinstance(value, bool):
        return bool(name == "boolean")
    if isinstance(value, float) and name == "integer":
        return value.is_integer()
    return isinstance(value, classes)


def _surely_fits(value: Any, schema: Any) -> bool:
    if not isinstance(schema, dict) or not _QUICK.issuperset(schema):
        return False
    if (
        not isinstance(schema.get("type"), str)
        or schema["type"] not in _CLASSES
        or not _has_type(value, schema["type"])
    ):
        return False
    if "enum" in schema and not (isinstance(schema["enum"], list) and value in schema["enum"]):
        return False
    try:
        if isinstance(value, (int, float)):
            return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
        if isinstance(value, str):
            return bool(schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)))
        if isinstance(value, list):
            counted = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
            return bool(counted) and all(_surely_fits(item, schema["items"]) for item in value if "items" in schema)
    except TypeError:
        return False
    return True


def _confirmed(value: Any, schema: Any, view: SchemaView) -> bool:
    from jsonschema.validators import Draft202012Validator, validator_for  # most values need no confirmation

    try:
        root: Any = view.root
        draft = _with_foreign_types(validator_for(root, default=Draft202012Validator))
        return bool(draft(root).evolve(schema=schema).is_valid(value))
    except Exception:  # noqa: BLE001  # a broken schema fails in many ways, and is reported elsewhere
        return True


@cache
def _with_foreign_types(draft: Any) -> Any:
    """Return the validator class of a draft that also knows the type names of other languages."""
    from jsonschema.validators import extend

    known = {
        spelling: partial(_checks_type, stands_for)
        for name, stands_for in FOREIGN_TYPES.items()
        for spelling in (name, name.capitalize(), name.upper())
        if spelling not in JSON_TYPES
    }
    return extend(draft, type_checker=draft.TYPE_CHECKER.redefine_many(known))  # type: ignore[no-untyped-call]  # the stubs leave it out


def _checks_type(stands_for: str | None, _checker: Any, value: Any) -> bool:
    return stands_for is None or _has_type(value, stands_for)
