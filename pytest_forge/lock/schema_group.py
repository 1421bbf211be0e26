"""SchemaGroup: schemas that a value must all fit, without allOf and references, and its view as an object.

A group is what is left of ``{"allOf": [A, {"$ref": B}], ...}``: a list of plain schemas. `narrowing` compares groups.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["ANNOTATIONS", "TYPES", "SchemaGroup", "group_of"]

TYPES = ("null", "boolean", "number", "string", "array", "object")
#: Keywords that do not decide whether a value is valid.
ANNOTATIONS = frozenset(
    {
        "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment",
        "$schema", "$id", "$anchor", "$defs", "definitions", "discriminator", "contentEncoding", "contentMediaType",
        "contentSchema", "nullable",
    }
)  # fmt: skip
#: Keywords that may declare properties besides ``properties``.
_DECLARING = ("patternProperties", "anyOf", "oneOf", "if", "dependentSchemas", "unevaluatedProperties")
_MAX_STEPS = 200


@dataclass(frozen=True, slots=True)
class SchemaGroup:
    """Schemas that a value must all fit.

    Attributes:
        parts: Each an object without allOf and $ref, or False for a schema that no value fits.
        root: The document that references lead into.
        is_closed: Whether an object that declares properties refuses all others, unless it says otherwise.
    """

    parts: tuple[Any, ...]
    root: Any = field(repr=False)
    is_closed: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no value fits."""
        return any(part is False for part in self.parts)

    @property
    def key(self) -> str:
        """The same for equal groups of one document."""
        return json.dumps([_bare(part) for part in self.parts], sort_keys=True, default=repr)

    def values(self, keyword: str) -> list[Any]:
        """Return the value of a keyword in each part that has it."""
        return [part[keyword] for part in self.parts if isinstance(part, dict) and keyword in part]

    def types(self) -> set[str]:
        """Return the types of values that may fit, with ``integer`` in place of ``number`` if only integers do."""
        found = {*TYPES}
        only_integers = False
        for given in self.values("type"):
            names = {given} if isinstance(given, str) else {name for name in given if isinstance(name, str)}
            if "integer" in names and "number" not in names:
                only_integers = True
                names = names - {"integer"} | {"number"}
            found &= names
        if only_integers and "number" in found:
            found = found - {"number"} | {"integer"}
        return found

    def maps(self, keyword: str) -> list[dict[str, Any]]:
        """Return the value of a keyword in each part where it is an object."""
        return [given for given in self.values(keyword) if isinstance(given, dict)]

    def with_type(self, name: str) -> SchemaGroup:
        """Return the group of its values of one type."""
        if {"type": name} in self.parts:
            return self
        return SchemaGroup((*self.parts, {"type": name}), self.root, self.is_closed)

    def without(self, keyword: str, index: int, schema: Any) -> SchemaGroup:
        """Return the group with *schema* in place of a keyword of one part."""
        part = {key: value for key, value in self.parts[index].items() if key != keyword}
        others = (*self.parts[:index], part, *self.parts[index + 1 :])
        return SchemaGroup((*others, *group_of(schema, self.root).parts), self.root, self.is_closed)

    def of(self, schemas: Iterable[Any]) -> SchemaGroup:
        """Return the group of several schemas of the same document."""
        parts = tuple(part for schema in schemas for part in group_of(schema, self.root).parts)
        return SchemaGroup(parts, self.root, self.is_closed)

    def document(self) -> Any:
        """Return one schema that says the same."""
        root = self.root if isinstance(self.root, Mapping) else {}
        return {**{key: root[key] for key in ("$defs", "definitions") if key in root}, "allOf": list(self.parts)}

    def properties(self) -> list[str]:
        """Return the names of all declared properties, in order."""
        return list(dict.fromkeys(name for given in self.maps("properties") for name in given))

    def required(self) -> set[str]:
        """Return the names of the required properties."""
        return {name for given in self.values("required") if isinstance(given, list) for name in map(str, given)}

    def property(self, name: str) -> SchemaGroup:
        """Return the group of a property, declared or not."""
        return self.of(self._of_property(name))

    def others(self) -> SchemaGroup:
        """Return the group of properties that are neither declared nor matched by a pattern."""
        return self.of(self._others())

    def _others(self) -> list[Any]:
        given = self.values("additionalProperties")
        closes = self.is_closed and not given and self.properties() and not any(map(self.values, _DECLARING))
        return [False] if closes else given

    def _of_property(self, name: str) -> Iterator[Any]:
        is_declared = name in self.properties()
        for part in self.parts:
            if not isinstance(part, dict):
                continue
            declared, patterns = part.get("properties"), part.get("patternProperties")
            here = isinstance(declared, dict) and name in declared
            known = patterns if isinstance(patterns, dict) else {}
            matching = [schema for pattern, schema in known.items() if _matches(pattern, name)]
            if isinstance(declared, dict) and name in declared:
                yield declared[name]
            yield from matching
            if not here and not matching and "additionalProperties" in part:
                yield part["additionalProperties"]
        if not is_declared and not self.values("additionalProperties"):
            yield from self._others()


def group_of(schema: Any, root: Any, *, is_closed: bool = False) -> SchemaGroup:
    """Return the group of one schema.

    Args:
        schema: The schema.
        root: Its document.
        is_closed: Whether objects that declare properties refuse all others, unless they say otherwise.
    """
    return SchemaGroup(tuple(_flat(schema, root, set())), root, is_closed)


def _flat(schema: Any, root: Any, seen: set[str]) -> Iterator[Any]:
    if schema is False:
        yield False
        return
    if not isinstance(schema, Mapping):
        return
    plain = {key: value for key, value in schema.items() if key not in ("allOf", "$ref")}
    if plain.keys() - ANNOTATIONS:
        yield plain
    conjuncts = schema.get("allOf")
    for part in conjuncts if isinstance(conjuncts, list) else ():
        yield from _flat(part, root, seen)
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in seen and len(seen) < _MAX_STEPS:
        target = _resolved(reference, root)
        if target is None:
            # It cannot be followed; two equal ones are the same.
            yield {"$ref": reference}
        else:
            yield from _flat(target, root, seen | {reference})


def _resolved(reference: str, root: Any) -> Any:
    if not reference.startswith("#"):
        return None
    found = root
    for step in reference[1:].split("/")[1:] if reference != "#" else ():
        step = step.replace("~1", "/").replace("~0", "~").replace("%25", "%")
        if isinstance(found, Mapping) and step in found:
            found = found[step]
        elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            return None
    return found


def _bare(value: Any) -> Any:
    """Return a schema without what does not decide whether a value is valid."""
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for key, one in value.items():
        if key in ANNOTATIONS:
            continue
        if key in ("properties", "patternProperties", "dependentSchemas") and isinstance(one, dict):
            found[key] = {name: _bare(schema) for name, schema in one.items()}
        elif isinstance(one, list) and key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            found[key] = [_bare(schema) for schema in one]
        elif key in ("required", "type", "enum") and isinstance(one, list):
            found[key] = sorted(one, key=repr)
        else:
            found[key] = one if key in ("const", "enum") else _bare(one)
    return found


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False
