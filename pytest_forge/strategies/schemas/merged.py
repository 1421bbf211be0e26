"""Merged: the keywords of all nodes of a branch, combined."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeGuard

from msgspec import Struct, field

from .negation import EXCLUDED
from .schema_document import Located, SchemaDocument

__all__ = ["ArrayRule", "Merged", "ObjectRule"]


class ObjectRule(Struct):
    """The field schemas of one node: by name, by pattern, and for all others."""

    properties: dict[str, Located]
    patterns: list[tuple[str, Located]]
    others: Located | None


class ArrayRule(Struct):
    """The item schemas of one node: the first ones by position, and all others."""

    prefix: list[Located]
    others: Located | None


class Merged(Struct):
    """The keywords of a branch, for every type at once.

    Attributes:
        values: The values of ``enum`` and ``const``, or None without them; other keywords may refuse some.
        guessed: Whether it has a keyword that only the whole schema can validate.
    """

    values: list[Any] | None = None
    excluded: list[Any] = field(default_factory=list)
    low: float | None = None
    low_open: bool = False
    high: float | None = None
    high_open: bool = False
    steps: list[Fraction] = field(default_factory=list)
    min_length: int = 0
    max_length: int | None = None
    patterns: list[str] = field(default_factory=list)
    formats: list[str] = field(default_factory=list)
    encoding: str | None = None
    content: Located | None = None
    min_items: int = 0
    max_items: int | None = None
    unique: bool = False
    array_rules: list[ArrayRule] = field(default_factory=list)
    contained: list[tuple[Located, int, int | None]] = field(default_factory=list)
    object_rules: list[ObjectRule] = field(default_factory=list)
    required: dict[str, None] = field(default_factory=dict)
    min_properties: int = 0
    max_properties: int | None = None
    names: list[Located] = field(default_factory=list)
    follows: dict[str, list[str]] = field(default_factory=dict)
    hinted: set[str] = field(default_factory=set)
    opens: bool = False
    guessed: bool = False

    @classmethod
    def of(cls, document: SchemaDocument, nodes: tuple[Located, ...]) -> Merged:
        """Read the keywords of *nodes*."""
        merged = cls()
        for node in nodes:
            if isinstance(node.schema, dict):
                merged._read(document, node)
        for node in nodes:
            merged._read_unevaluated(document, node)
        return merged

    def _read(self, document: SchemaDocument, node: Located) -> None:
        schema = node.schema
        if "const" in schema:
            self._allow([schema["const"]])
        if isinstance(schema.get("enum"), list):
            self._allow(schema["enum"])
        self.excluded += schema.get(EXCLUDED, [])
        self._read_numbers(schema)
        self._read_texts(schema)
        if schema.get("contentMediaType") == "application/json" and isinstance(schema.get("contentSchema"), dict):
            self.content = document.part(node, schema["contentSchema"])
        self._read_arrays(document, node)
        self._read_objects(document, node)

    def _allow(self, values: list[Any]) -> None:
        # The shorter list contains every common value; the validator decides on equality.
        if self.values is None or len(values) < len(self.values):
            self.values = values

    def _read_numbers(self, schema: Mapping[str, Any]) -> None:
        for keyword, strict in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
            bound, exclusive = schema.get(keyword), schema.get(strict)
            if _is_number(bound):
                self._bound(keyword, float_or_int(bound), is_open=exclusive is True)
            if _is_number(exclusive):
                self._bound(keyword, float_or_int(exclusive), is_open=True)
        step = schema.get("multipleOf")
        if _is_number(step) and step > 0:
            self.steps.append(Fraction(str(step)))
        if {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} & schema.keys():
            self.hinted.add("number")

    def _bound(self, keyword: str, value: float, *, is_open: bool) -> None:
        if keyword == "minimum":
            if self.low is None or value > self.low or (value == self.low and is_open):
                self.low, self.low_open = value, is_open
        elif self.high is None or value < self.high or (value == self.high and is_open):
            self.high, self.high_open = value, is_open

    def _read_texts(self, schema: Mapping[str, Any]) -> None:
        self.min_length = max(self.min_length, _count(schema, "minLength") or 0)
        self.max_length = _least(self.max_length, _count(schema, "maxLength"))
        if isinstance(schema.get("pattern"), str) and schema["pattern"] not in self.patterns:
            self.patterns.append(schema["pattern"])
        if isinstance(schema.get("format"), str) and schema["format"] not in self.formats:
            self.formats.append(schema["format"])
        encoding = schema.get("contentEncoding")
        if isinstance(encoding, str):
            self.encoding = encoding
        if {"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"} & schema.keys():
            self.hinted.add("string")

    def _read_arrays(self, document: SchemaDocument, node: Located) -> None:
        schema = node.schema
        self.min_items = max(self.min_items, _count(schema, "minItems") or 0)
        self.max_items = _least(self.max_items, _count(schema, "maxItems"))
        self.unique = self.unique or schema.get("uniqueItems") is True
        items = schema.get("items")
        prefix, others = schema.get("prefixItems"), items
        if isinstance(items, list):
            prefix, others = items, schema.get("additionalItems")
        first = [document.part(node, part) for part in prefix] if isinstance(prefix, list) else []
        rest = document.part(node, others) if isinstance(others, dict | bool) else None
        if first or rest is not None:
            self.array_rules.append(ArrayRule(first, rest))
        if isinstance(schema.get("contains"), dict | bool):
            least = _count(schema, "minContains")
            self.contained.append(
                (
                    document.part(node, schema["contains"]),
                    1 if least is None or document.is_old else least,
                    None if document.is_old else _count(schema, "maxContains"),
                )
            )
        if {"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"} & schema.keys():
            self.hinted.add("array")

    def _read_objects(self, document: SchemaDocument, node: Located) -> None:
        schema = node.schema
        self.required.update(dict.fromkeys(_texts(schema.get("required"))))
        self.min_properties = max(self.min_properties, _count(schema, "minProperties") or 0)
        self.max_properties = _least(self.max_properties, _count(schema, "maxProperties"))
        if isinstance(schema.get("propertyNames"), dict | bool):
            self.names.append(document.part(node, schema["propertyNames"]))
        for keyword in ("dependentRequired", "dependencies"):
            table = schema.get(keyword)
            for name, names in table.items() if isinstance(table, dict) else ():
                needed = [names] if isinstance(names, str) else _texts(names)
                self.follows.setdefault(name, []).extend(needed)
        named, known = schema.get("properties"), schema.get("patternProperties")
        others = schema.get("additionalProperties")
        self.opens = self.opens or others is True or isinstance(others, dict) or isinstance(known, dict)
        rule = ObjectRule(
            {name: document.part(node, part) for name, part in named.items()} if isinstance(named, dict) else {},
            [(p, document.part(node, part)) for p, part in known.items()] if isinstance(known, dict) else [],
            document.part(node, others) if isinstance(others, dict | bool) else None,
        )
        if rule.properties or rule.patterns or rule.others is not None:
            self.object_rules.append(rule)
        words = {"properties", "required", "additionalProperties", "patternProperties", "propertyNames"}
        if (words | {"minProperties", "maxProperties", "dependentRequired", "dependentSchemas"}) & schema.keys():
            self.hinted.add("object")

    def _read_unevaluated(self, document: SchemaDocument, node: Located) -> None:
        """Apply ``unevaluated…`` to names and items that no node of the branch declares."""
        schema = node.schema if isinstance(node.schema, dict) else {}
        if isinstance(schema.get("unevaluatedProperties"), dict | bool):
            named = {name: Located(True, node.base) for rule in self.object_rules for name in rule.properties}
            known = [(pattern, Located(True, node.base)) for rule in self.object_rules for pattern, _ in rule.patterns]
            if all(rule.others is None for rule in self.object_rules):
                others = document.part(node, schema["unevaluatedProperties"])
                self.object_rules.append(ObjectRule(named, known, others))
            self.guessed = True
            self.hinted.add("object")
        if isinstance(schema.get("unevaluatedItems"), dict | bool):
            longest = max((len(rule.prefix) for rule in self.array_rules), default=0)
            if all(rule.others is None for rule in self.array_rules):
                others = document.part(node, schema["unevaluatedItems"])
                self.array_rules.append(ArrayRule([Located(True, node.base)] * longest, others))
            self.guessed = True
            self.hinted.add("array")


def float_or_int(value: float) -> float:
    """Return *value*, as an int if it is whole."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _count(schema: Mapping[str, Any], keyword: str) -> int | None:
    value = schema.get(keyword)
    return int(value) if _is_number(value) and value >= 0 else None


def _least(left: int | None, right: int | None) -> int | None:
    return right if left is None else left if right is None else min(left, right)


def _texts(value: Any) -> Iterator[str]:
    yield from (part for part in value if isinstance(part, str)) if isinstance(value, list) else ()
