"""Flat schemas: a schema node as alternatives without references, unions and conjunctions at their top.

Made for single values, which are validated afterwards; `alternatives` is the exact form, for the grammar.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # ships no types
from referencing import Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

__all__ = ["CannotMake", "FlatSchema", "is_valid", "types_of"]

_MAX_ALTERNATIVES = 40
_COMBINERS = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else"})
_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
_KEYWORDS_OF = {
    "object": (
        "properties",
        "required",
        "additionalProperties",
        "minProperties",
        "maxProperties",
        "patternProperties",
        "propertyNames",
    ),
    "array": ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"),
    "string": ("pattern", "minLength", "maxLength", "format"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
_LARGER = frozenset({"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"})
_SMALLER = frozenset({"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"})


class CannotMake(Exception):  # noqa: N818  # a verdict on the schema, not a defect
    """No value was found for a schema; possibly none exists."""


#: Valid schemas, as text, with their draft: validating a schema takes longer than using it.
_valid: set[tuple[str, str]] = set()
_MAX_REMEMBERED = 1_000


def _check_schema(validator_class: Any, root: Mapping[str, Any]) -> None:
    key = (validator_class.__name__, json.dumps(root, default=repr))
    if key not in _valid:
        validator_class.check_schema(dict(root))
        if len(_valid) < _MAX_REMEMBERED:
            _valid.add(key)


class FlatSchema:
    """A schema that is flattened node by node, and validates values.

    An invalid schema has no alternatives, and no value fits it.

    Attributes:
        root: The whole schema; empty if it is invalid.

    Args:
        root: The whole schema; read as Draft 2020-12 unless it names another.
    """

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root: Mapping[str, Any] = {}
        self._validator: Validator | None = None
        validator_class = validator_for(root, default=Draft202012Validator)
        try:
            _check_schema(validator_class, root)
            resource = Resource.from_contents(root, default_specification=DRAFT202012)
            self._resolver = REGISTRY.resolver_with_root(resource)
        except Exception:  # noqa: BLE001  # a hand-written schema may be broken in any way
            return
        self.root = root
        self._validator = validator_class(root)

    def fits(self, node: Any, value: Any) -> bool:
        """Tell whether *value* is valid for *node*; no value fits a node that cannot be evaluated."""
        if self._validator is None:
            return False
        if isinstance(node, bool):
            return node
        try:
            return self._validator.evolve(schema=node).is_valid(value)
        except Exception:  # noqa: BLE001  # dangling references, patterns of other dialects, keywords of the wrong type
            return False

    @property
    def arguments(self) -> dict[str, Mapping[str, Any]]:
        """The nodes of the root's properties by name; those that are no objects are left out."""
        properties = self.root.get("properties")
        nodes = properties.items() if isinstance(properties, Mapping) else ()
        return {name: node for name, node in nodes if isinstance(node, Mapping)}

    def choices(self, node: Any) -> list[str]:
        """Return the texts among which a node lets choose; none if it is no object or lets choose none."""
        flats = self.alternatives(node) if isinstance(node, Mapping) else []
        return [one for flat in flats for one in flat.get("enum") or () if isinstance(one, str)]

    def alternatives(self, node: Any) -> list[dict[str, Any]]:
        """Return flat schemas; a valid value fits at least one of them. They are in order of appearance.

        They are a guide for making values, not a proof: ``not`` is kept as it is, and both outcomes of ``if`` are
        returned.
        """
        return [] if self._validator is None else list(self._flatten(node, ()))[:_MAX_ALTERNATIVES]

    def _flatten(self, node: Any, seen: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        if node is True:
            yield {}
            return
        if not isinstance(node, Mapping):
            return
        own = {key: value for key, value in node.items() if key not in _COMBINERS}
        parts: list[list[dict[str, Any]]] = [[own]]
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            reference = node.get(keyword)
            if isinstance(reference, str):
                if reference in seen:
                    return
                parts.append(list(self._flatten(self._target(reference), (*seen, reference))))
        parts += [list(self._flatten(part, seen)) for part in _list(node.get("allOf"))]
        parts += [
            [flat for part in _list(node[keyword]) for flat in self._flatten(part, seen)]
            for keyword in ("anyOf", "oneOf")
            if keyword in node
        ]
        if "if" in node:
            met = {"allOf": [node["if"], node.get("then", True)]}
            parts.append([*self._flatten(met, seen), *self._flatten(node.get("else", True), seen)])
        merged: list[dict[str, Any]] = [{}]
        for part in parts:
            merged = [both for left in merged for right in part if (both := _both(left, right)) is not None]
            del merged[_MAX_ALTERNATIVES:]
        yield from merged

    def _target(self, reference: str) -> Any:
        try:
            return self._resolver.lookup(reference).contents
        except Unresolvable:
            return None


def is_valid(schema: Mapping[str, Any], value: Any) -> bool:
    """Tell whether *value* is valid for a whole schema; no value is for one that is invalid itself."""
    return FlatSchema(schema).fits(schema, value)


def types_of(flat: Mapping[str, Any]) -> list[str]:
    """Return the types that a flat schema allows, those with keywords first and null last."""
    declared = flat.get("type")
    if isinstance(declared, str):
        return [declared]
    allowed = [kind for kind in declared if kind in _TYPES] if isinstance(declared, list) else []
    hinted = [kind for kind, keywords in _KEYWORDS_OF.items() if any(keyword in flat for keyword in keywords)]
    if not allowed:
        return [
            *hinted,
            *(kind for kind in ("string", "object", "integer", "array", "boolean", "null") if kind not in hinted),
        ]
    return sorted(allowed, key=lambda kind: (kind == "null", kind not in hinted, allowed.index(kind)))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _both(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any] | None:
    """Return one schema for the values that fit both, or None for disjoint types."""
    merged = dict(left)
    for key, value in right.items():
        if key not in merged:
            merged[key] = value
            continue
        present = merged[key]
        if key == "type":
            kinds = [
                kind
                for kind in _kinds(present)
                if kind in _kinds(value) or (kind == "integer" and "number" in _kinds(value))
            ]
            if "integer" in _kinds(value) and "number" in _kinds(present) and "integer" not in kinds:
                kinds.append("integer")
            if not kinds:
                return None
            merged[key] = kinds
        elif key in ("properties", "patternProperties"):
            merged[key] = {
                **present,
                **{name: {"allOf": [present[name], part]} if name in present else part for name, part in value.items()},
            }
        elif key == "required":
            merged[key] = list(dict.fromkeys([*present, *value]))
        elif key == "enum":
            merged[key] = [item for item in present if item in value]
        elif key in ("dependentRequired", "dependentSchemas", "dependencies", "$defs", "definitions"):
            merged[key] = {**value, **present}
        elif key in ("items", "additionalProperties", "contains", "propertyNames"):
            merged[key] = present if present == value else {"allOf": [present, value]}
        elif key == "not":
            merged[key] = {"anyOf": [present, value]}
        elif key in _LARGER and _comparable(present, value):
            merged[key] = max(present, value)
        elif key in _SMALLER and _comparable(present, value):
            merged[key] = min(present, value)
        elif key == "uniqueItems":
            merged[key] = present or value
        elif key == "const" and present != value:
            return None
    if "const" in merged and "enum" in merged and merged["const"] not in merged["enum"]:
        return None
    return merged


def _kinds(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _comparable(left: Any, right: Any) -> bool:
    return all(isinstance(value, int | float) for value in (left, right))
