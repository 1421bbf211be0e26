"""SchemaFacts: the facts of one walk over a tool's schema, for the limits of every provider.

The walk is far more expensive than the comparison with limits, so it is made once a definition. Any value is accepted:
the facts describe broken schemas, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .json_schema import SCHEMA_KEYWORDS, resolve_ref
from .limits import JSON_TYPES, UNTRANSLATABLE_KEYWORDS

__all__ = ["ARRAY_TYPES", "OBJECT_TYPES", "Path", "SchemaFacts", "pointer", "schema_facts"]

Path = tuple[Any, ...]
"""A place in the schema as a pair of (parent's path, key); the root is ``()``. Rendered only when it is reported."""

OBJECT_TYPES = ("object", "OBJECT", 6)
"""Values of ``type`` for an object; capitals and numbers are Gemini's."""

ARRAY_TYPES = ("array", "ARRAY", 5)
"""Values of ``type`` for an array."""

_LONG_ENUM = 250
_KINDS = {
    **SCHEMA_KEYWORDS,
    **{key: key for key in ("type", "required", "enum", "const", "$ref", "description")},
}
_UNTANGLED = frozenset({"patternProperties", "allOf", "anyOf", "oneOf", "$ref"})
_MERGEABLE = frozenset(
    {"type", "properties", "required", "additionalProperties", "title", "description", "default", "examples", "$ref"}
)


@dataclass(slots=True)
class SchemaFacts:
    """The facts of one walk over a schema, for every dialect."""

    root: dict[str, Any] | None = None
    malformed: list[tuple[Path, str]] = field(default_factory=list)
    types: list[tuple[Path, Any]] = field(default_factory=list)
    bare_arrays: list[Path] = field(default_factory=list)
    dangling: list[tuple[Path, str]] = field(default_factory=list)
    undeclared: list[tuple[Path, str]] = field(default_factory=list)
    keywords: list[tuple[Path, str]] = field(default_factory=list)
    long_enums: list[tuple[Path, int]] = field(default_factory=list)
    unmergeable: list[Path] = field(default_factory=list)
    references: list[tuple[Path, str, str, int, bool]] = field(default_factory=list)
    depths: dict[str, int] = field(default_factory=dict)
    properties: int = 0
    enum_values: int = 0
    characters: int = 0


def schema_facts(schema: object) -> SchemaFacts:
    """Walk *schema* once and collect its facts; any value is accepted, None means no parameters."""
    facts = SchemaFacts()
    root: Any = {"type": "object", "properties": {}} if schema is None else schema
    if not isinstance(root, dict):
        facts.malformed.append(((), f"the parameters are {_shortened(root)} instead of a JSON object"))
        return facts
    facts.root = root
    # Node, its path, the reference it lies under, the objects above it, whether an optional property leads to it.
    waiting: list[tuple[Any, Path, str, int, bool]] = [(root, (), "#", 0, False)]
    while waiting:
        node, path, owner, depth, optional = waiting.pop()
        if not isinstance(node, dict):
            if not isinstance(node, bool):
                facts.malformed.append((path, f"{_shortened(node)} stands where a schema belongs"))
            continue
        kind = node.get("type")
        properties = node.get("properties")
        if kind in OBJECT_TYPES or properties is not None:
            depth += 1
            if depth > facts.depths.get(owner, 0):
                facts.depths[owner] = depth
        elif kind in ARRAY_TYPES and "items" not in node and "prefixItems" not in node:
            facts.bare_arrays.append(path)
        required = node.get("required")
        required_names = required if isinstance(required, list) else ()
        for key, value in node.items():
            group = _KINDS.get(key)
            if group is None:
                if key in UNTRANSLATABLE_KEYWORDS:
                    facts.keywords.append((path, key))
            elif group == "type":
                if value.__class__ is not str or value not in JSON_TYPES:
                    _read_type(facts, path, node, value)
            elif group == "map":
                if not isinstance(value, dict):
                    facts.malformed.append(((path, key), f"{key!r} is {_shortened(value)} instead of an object"))
                elif key == "properties":
                    here = (path, key)
                    facts.properties += len(value)
                    for name, part in value.items():
                        facts.characters += len(name)
                        waiting.append((part, (here, name), owner, depth, optional or name not in required_names))
                elif key in ("$defs", "definitions"):
                    here = (path, key)
                    for name, part in value.items():
                        facts.characters += len(name)
                        below = f"#/{key}/{name}" if not path else owner
                        waiting.append((part, (here, name), below, 0, False))
                else:
                    if key in UNTRANSLATABLE_KEYWORDS:
                        facts.keywords.append((path, key))
                    waiting.extend((part, ((path, key), name), owner, depth, True) for name, part in value.items())
            elif group == "node":
                if key in UNTRANSLATABLE_KEYWORDS:
                    facts.keywords.append((path, key))
                if value.__class__ is not bool:
                    waiting.append((value, (path, key), owner, depth, optional))
            elif group == "list":
                if not isinstance(value, list) or not value:
                    facts.malformed.append(
                        ((path, key), f"{key!r} is {_shortened(value)} instead of a list of schemas")
                    )
                else:
                    if key == "allOf" and not _merges(root, node, value):
                        facts.unmergeable.append(path)
                    waiting.extend((part, ((path, key), at), owner, depth, optional) for at, part in enumerate(value))
            elif group == "required":
                _read_required(facts, path, node, value)
            elif group == "enum":
                _read_enum(facts, path, value)
            elif group == "const":
                facts.enum_values += 1
                facts.characters += len(value) if isinstance(value, str) else 0
            elif group == "$ref":
                if not isinstance(value, str):
                    facts.malformed.append(((path, key), f"'$ref' is {_shortened(value)} instead of a string"))
                elif resolve_ref(root, value) is None:
                    facts.dangling.append(((path, key), value))
                else:
                    facts.references.append((path, owner, value, depth, optional))
            elif not isinstance(value, str):
                facts.malformed.append(((path, key), f"the description is {_shortened(value)} instead of a string"))
    return facts


def _read_type(facts: SchemaFacts, path: Path, node: Mapping[str, Any], value: Any) -> None:
    if not isinstance(value, list):
        facts.types.append(((path, "type"), value))
        return
    if not value:
        facts.malformed.append(((path, "type"), "'type' is an empty list"))
    facts.types.extend(((path, "type"), name) for name in value if not isinstance(name, str) or name not in JSON_TYPES)
    if "array" in value and "items" not in node and "prefixItems" not in node:
        facts.bare_arrays.append(path)


def _read_required(facts: SchemaFacts, path: Path, node: Mapping[str, Any], value: Any) -> None:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        facts.malformed.append(((path, "required"), f"'required' is {_shortened(value)} instead of a list of names"))
        return
    properties = node.get("properties")
    if isinstance(properties, dict) and _UNTANGLED.isdisjoint(node):
        facts.undeclared.extend(((path, "required"), name) for name in value if name not in properties)


def _read_enum(facts: SchemaFacts, path: Path, value: Any) -> None:
    if not isinstance(value, list) or not value:
        facts.malformed.append(((path, "enum"), f"'enum' is {_shortened(value)} instead of a list of values"))
        return
    length = sum(len(item) for item in value if isinstance(item, str))
    facts.enum_values += len(value)
    facts.characters += length
    if len(value) > _LONG_ENUM:
        facts.long_enums.append(((path, "enum"), length))


def _merges(root: Any, node: Mapping[str, Any], branches: list[Any]) -> bool:
    """Whether ``allOf`` equals one plain schema: a single branch, or objects without a shared property."""
    seen = _names(node)
    if len(branches) == 1 and not seen:
        return True
    for branch in branches:
        target = resolve_ref(root, branch["$ref"]) if isinstance(branch, dict) and "$ref" in branch else branch
        if not isinstance(target, dict) or not _MERGEABLE.issuperset(target):
            return False
        names = _names(target)
        if not seen.isdisjoint(names):
            return False
        seen.update(names)
    return True


def _names(node: Mapping[str, Any]) -> set[str]:
    properties = node.get("properties")
    return set(properties) if isinstance(properties, dict) else set()


def pointer(path: Path) -> str:
    """Render a path as a JSON pointer."""
    keys = []
    while path:
        path, key = path
        keys.append(str(key).replace("~", "~0").replace("/", "~1"))
    return "".join(f"/{key}" for key in reversed(keys))


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
