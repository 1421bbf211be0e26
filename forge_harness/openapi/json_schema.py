"""A document's schemas as JSON Schema 2020-12, for arguments or for replies.

Each reference becomes one of ``$defs``, so cycles stay cycles. What OpenAPI 3.0 and Swagger say in their own way is
written as JSON Schema says it: ``nullable``, bounds that are exclusive by a flag, and one ``example``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Literal

from .document import OpenApiDocument
from .left_out import LeftOut
from .pattern import is_usable_pattern

__all__ = ["SchemaReader"]

#: The most schemas that one tool may consist of; a request to a model holds all of them.
MAX_NODES = 20_000
_MAX_DEPTH = 60
_MAX_TEXT = 1_000
_MAX_EXAMPLE = 500

_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_NUMBERS = frozenset({"multipleOf", "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"})
_COUNTS = frozenset(
    {"maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties", "minContains", "maxContains"}
)
_MAPS = frozenset({"properties", "patternProperties", "dependentSchemas"})
_LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NODES = frozenset(
    {"items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"}
    | {"unevaluatedItems", "unevaluatedProperties"}
)
_BITS = {"int32": 32, "int64": 64}
_NAME = re.compile(r"[^A-Za-z0-9_.-]+")


class SchemaReader:
    """Reads the schemas of one operation.

    Args:
        document: The document.
        side: ``request`` leaves out what only replies hold (``readOnly``), and ``reply`` what only requests hold.

    Attributes:
        definitions: What ``$defs`` of a schema that was read has to hold.
    """

    def __init__(self, document: OpenApiDocument, *, side: Literal["request", "reply"]) -> None:
        self._document = document
        self._hidden = "readOnly" if side == "request" else "writeOnly"
        self._is_old = document.version in ("2.0", "3.0")
        self._names: dict[str, str] = {}
        self._nodes = 0
        self.definitions: dict[str, Any] = {}

    def read(self, schema: Any) -> Any:
        """Return a schema as JSON Schema; references lead to `definitions`.

        Raises:
            LeftOut: If it cannot be written so, or is not a schema.
        """
        return self._read(schema, 0)

    def whole(self, schema: Any) -> Any:
        """Return a schema that `read` has returned with the definitions that it needs."""
        return {**schema, "$defs": self.definitions} if self.definitions and isinstance(schema, dict) else schema

    def expanded(self, schema: Any) -> Any:
        """Return what a schema is, if it is only a reference to another one.

        Raises:
            LeftOut: If it leads to another document, to nothing, or to itself.
        """
        return self._document.resolved(schema)

    def _read(self, schema: Any, depth: int) -> Any:
        self._nodes += 1
        if self._nodes > MAX_NODES or depth > _MAX_DEPTH:
            raise LeftOut("its schemas are too large")
        if isinstance(schema, bool) and not self._is_old:
            return schema
        if not isinstance(schema, Mapping):
            raise LeftOut("one of its schemas is not an object")
        if isinstance(schema.get("$ref"), str):
            beside = {} if self._is_old else {key: value for key, value in schema.items() if key != "$ref"}
            return {"$ref": self._reference(schema["$ref"], depth), **(self._keywords(beside, depth) if beside else {})}
        return self._keywords(schema, depth)

    def _reference(self, ref: str, depth: int) -> str:
        name = self._names.get(ref)
        if name is None:
            target = self._document.target(ref)
            own = _NAME.sub("_", ref.rpartition("/")[2])[:40].strip("_") or "schema"
            name, number = own, 1
            while name in self.definitions:
                number += 1
                name = f"{own}_{number}"
            self._names[ref] = name
            # Before it is read: it may refer to itself.
            self.definitions[name] = {}
            self.definitions[name] = self._read(target, depth + 1)
        return f"#/$defs/{name}"

    def _keywords(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        if "$dynamicRef" in schema:
            raise LeftOut("one of its schemas has a dynamic reference")
        if schema.get("type") == "file":
            raise LeftOut("it takes or returns a file")
        found: dict[str, Any] = {}
        for key, value in schema.items():
            self._keyword(found, str(key), value, schema, depth)
        self._nullable(found, schema)
        self._hide(found, schema)
        self._range(found)
        odd = [pattern for pattern in found.get("patternProperties", {}) if not is_usable_pattern(pattern)]
        for pattern in odd:
            del found["patternProperties"][pattern]
        if odd:
            # Which keys these would have allowed is not known.
            found.pop("additionalProperties", None)
        if "array" in _types(found) and "items" not in found and "prefixItems" not in found:
            found["items"] = {}
        return found

    def _keyword(self, found: dict[str, Any], key: str, value: Any, schema: Mapping[str, Any], depth: int) -> None:
        if key == "type":
            kinds = value if isinstance(value, list) else [value]
            if not kinds or not all(isinstance(kind, str) and kind in _TYPES for kind in kinds):
                raise LeftOut(f"one of its schemas has the type {value!r:.100}")
            found[key] = value
        elif key in _NUMBERS:
            self._bound(found, key, value, schema)
        elif key in _COUNTS:
            if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and value == int(value):
                found[key] = int(value)
        elif key in _MAPS and isinstance(value, Mapping):
            found[key] = {str(name): self._read(part, depth + 1) for name, part in value.items()}
        elif key in _LISTS and isinstance(value, list) and value:
            found[key] = [self._read(part, depth + 1) for part in value]
        elif key in _NODES and (isinstance(value, Mapping | bool)):
            # A boolean is a schema here in every version.
            found[key] = value if isinstance(value, bool) else self._read(value, depth + 1)
        elif key == "pattern":
            if is_usable_pattern(value):
                found[key] = value
        elif key == "enum" and isinstance(value, list) and value:
            found[key] = [_plain(item) for item in value]
        elif key == "const" and not self._is_old:
            found[key] = _plain(value)
        elif key == "required" and isinstance(value, list):
            names = list(dict.fromkeys(name for name in value if isinstance(name, str)))
            found.update({key: names} if names else {})
        elif key == "dependentRequired" and isinstance(value, Mapping):
            found[key] = {
                str(name): [str(part) for part in parts] for name, parts in value.items() if isinstance(parts, list)
            }
        elif key == "uniqueItems" and isinstance(value, bool):
            found[key] = value
        elif key in ("description", "title", "format") and isinstance(value, str) and value.strip():
            found[key] = value.strip()[:_MAX_TEXT]
        elif key == "default" or (key == "example" and "examples" not in schema):
            _add_example(found, key, value)
        elif key == "examples" and isinstance(value, list):
            _add_example(found, "example", value[0] if value else None)

    def _bound(self, found: dict[str, Any], key: str, value: Any, schema: Mapping[str, Any]) -> None:
        inclusive = {"exclusiveMaximum": "maximum", "exclusiveMinimum": "minimum"}.get(key)
        if inclusive is not None and isinstance(value, bool):
            if value and _is_number(schema.get(inclusive)):
                found[key] = schema[inclusive]
                found.pop(inclusive, None)
            return
        is_replaced = any(schema.get(flag) is True for flag in _flags_of(key))
        if _is_number(value) and not is_replaced and not (key == "multipleOf" and value <= 0):
            found[key] = value

    def _range(self, found: dict[str, Any]) -> None:
        """Write out the range of integers of a format."""
        bits = _BITS.get(str(found.get("format")))
        if bits is None or "integer" not in _types(found):
            return
        if "minimum" not in found and "exclusiveMinimum" not in found:
            found["minimum"] = -(2 ** (bits - 1))
        if "maximum" not in found and "exclusiveMaximum" not in found:
            found["maximum"] = 2 ** (bits - 1) - 1

    def _nullable(self, found: dict[str, Any], schema: Mapping[str, Any]) -> None:
        flag = "nullable" if self._document.version == "3.0" else "x-nullable"
        if not (self._is_old and schema.get(flag) is True) or not isinstance(found.get("type"), str):
            return
        found["type"] = [found["type"], "null"]

    def _hide(self, found: dict[str, Any], schema: Mapping[str, Any]) -> None:
        """Remove the properties that only the other side has."""
        properties = schema.get("properties")
        hidden = [
            str(name)
            for name, part in (properties.items() if isinstance(properties, Mapping) else ())
            if self._is_hidden(part)
        ]
        for name in hidden:
            found["properties"].pop(name, None)
        if hidden and "required" in found:
            found["required"] = [name for name in found["required"] if name not in hidden]
            if not found["required"]:
                del found["required"]

    def _is_hidden(self, part: Any) -> bool:
        if not isinstance(part, Mapping):
            return False
        if part.get(self._hidden) is True:
            return True
        ref = part.get("$ref")
        target = self._document.target(ref) if isinstance(ref, str) else None
        return isinstance(target, Mapping) and target.get(self._hidden) is True


def _flags_of(key: str) -> tuple[str, ...]:
    return {"maximum": ("exclusiveMaximum",), "minimum": ("exclusiveMinimum",)}.get(key, ())


def _types(schema: Mapping[str, Any]) -> list[Any]:
    kind = schema.get("type")
    return kind if isinstance(kind, list) else [kind]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _add_example(found: dict[str, Any], key: str, value: Any) -> None:
    try:
        plain = _plain(value)
    except LeftOut:
        return
    if len(repr(plain)) <= _MAX_EXAMPLE:
        found.update({"default": plain} if key == "default" else {"examples": [plain]})


def _plain(value: Any, depth: int = 0) -> Any:
    """Return a value of JSON types.

    Raises:
        LeftOut: If it is not one.
    """
    if depth > _MAX_DEPTH:
        raise LeftOut("one of its values is nested too deeply")
    if isinstance(value, Mapping):
        return {str(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    if value is None or isinstance(value, str | bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise LeftOut("one of its values is not JSON")
