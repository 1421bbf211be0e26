"""JSON Schema as decoded JSON: walked, copied, closed at its root, and freed of references.

Every function here returns new values and leaves its argument unchanged. The walks use a stack of their own, because
hand-written schemas may be nested deeper than Python may call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from ..errors import RegistrationError

__all__ = [
    "INJECTED",
    "LIST_KEYWORDS",
    "MAP_KEYWORDS",
    "NODE_KEYWORDS",
    "SCHEMA_KEYWORDS",
    "closed_root",
    "copied",
    "inline_refs",
    "object_root",
    "recursive_refs",
    "resolve_ref",
    "rooted",
    "schema_nodes",
    "without_injected",
]

MAP_KEYWORDS = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
"""Keywords whose value maps free names to schemas."""

LIST_KEYWORDS = ("anyOf", "oneOf", "allOf", "prefixItems")
"""Keywords whose value is a list of schemas."""

NODE_KEYWORDS = (
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
    "contentSchema",
)
"""Keywords whose value is one schema."""

SCHEMA_KEYWORDS = {
    **dict.fromkeys(MAP_KEYWORDS, "map"),
    **dict.fromkeys(LIST_KEYWORDS, "list"),
    **dict.fromkeys(NODE_KEYWORDS, "node"),
}
"""Every keyword that holds schemas, and how: a ``map`` from free names, a ``list``, or one ``node``."""

INJECTED = "workspace_root"
"""The argument that the dispatcher supplies; no schema advertises it."""

_MAX_INLINED_NODES = 20_000
_BESIDE_A_REFERENCE = frozenset(
    {"title", "description", "default", "examples", "$comment", "$schema", "$id", "$defs", "definitions"}
)


def rooted(schema: dict[str, Any]) -> dict[str, Any]:
    """Complete a root that is empty or has only properties; a root that is only a reference becomes its target.

    *schema* is changed. A root of another type stays as it is.
    """
    seen: set[str] = set()
    while isinstance(ref := schema.get("$ref"), str) and ref not in seen:
        seen.add(ref)
        target = resolve_ref(schema, ref)
        if not isinstance(target, dict):
            break
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if any(key in target and target[key] != beside[key] for key in beside if key not in _BESIDE_A_REFERENCE):
            # Both apply, so neither may replace the other.
            schema = {**beside, "allOf": [{"$ref": ref}, *beside.get("allOf", ())]}
        else:
            schema = {**copied(target), **beside}
    if "$ref" not in schema and schema.setdefault("type", "object") == "object":
        schema.setdefault("properties", {})
    return schema


def object_root(schema: dict[str, Any], *, owner: str) -> dict[str, Any]:
    """Return the completed root of *schema*, which is changed; refuse one that does not describe an object.

    Raises:
        RegistrationError: If the root is of another type, or its properties are none.
    """
    schema = rooted(schema)
    if schema.get("type") != "object":
        kind = schema.get("type")
        raise RegistrationError(f"{owner} has a root of type {kind!r}, not an object. Give the tool named arguments.")
    properties = schema["properties"]
    if not isinstance(properties, dict):
        raise RegistrationError(
            f"{owner} has properties {properties!r}, not an object. Map each argument to its schema."
        )
    return schema


def closed_root(schema: dict[str, Any]) -> dict[str, Any]:
    """Close a root, in place, to undeclared arguments and to those that the dispatcher injects."""
    without_injected(schema)
    schema["additionalProperties"] = False
    return schema


def without_injected(node: dict[str, Any]) -> None:
    """Remove the arguments that the dispatcher injects from the properties and required names of *node*."""
    properties, required = node.get("properties"), node.get("required")
    if isinstance(properties, dict):
        properties.pop(INJECTED, None)
    if isinstance(required, list) and INJECTED in required:
        node["required"] = [name for name in required if name != INJECTED]
        if not node["required"]:
            del node["required"]


def copied(value: Any) -> Any:
    """Copy decoded JSON of any depth; tuples become lists and other mappings become dicts.

    Raises:
        ValueError: If it contains a cycle.
    """
    holder: list[Any] = [value]
    waiting: list[tuple[Any, Any]] = [(holder, 0)]
    around: set[int] = set()
    while waiting:
        owner, key = waiting.pop()
        if owner is None:
            around.discard(key)
            continue
        item = owner[key]
        fresh: Any
        if isinstance(item, Mapping):
            fresh = dict(item)
            inner = [(fresh, name) for name, part in fresh.items() if isinstance(part, (Mapping, list, tuple))]
        elif isinstance(item, (list, tuple)):
            fresh = list(item)
            inner = [(fresh, at) for at, part in enumerate(fresh) if isinstance(part, (Mapping, list, tuple))]
        else:
            continue
        owner[key] = fresh
        if inner:
            if id(item) in around:
                raise ValueError("A cycle cannot be copied as JSON.")
            around.add(id(item))
            # The item is left when all of `inner` is done.
            waiting.append((None, id(item)))
            waiting += inner
    return holder[0]


def schema_nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield the root and every schema below it that is a dict, parents first.

    A node may be changed in place while it is yielded; its new content is walked. Values of ``default``,
    ``enum``, ``const`` and ``examples`` are data and are not entered.
    """
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        yield node
        for key, value in node.items():
            if key in NODE_KEYWORDS:
                waiting.append(value)
            elif key in MAP_KEYWORDS:
                if isinstance(value, dict):
                    waiting.extend(value.values())
            elif key in LIST_KEYWORDS and isinstance(value, list):
                waiting.extend(value)


def resolve_ref(root: Any, ref: str) -> Any:
    """Return the target of a local JSON pointer reference, or None if it does not exist."""
    if not ref.startswith("#"):
        return None
    target = root
    for token in unquote(ref[1:]).split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(target, dict) and key in target:
            target = target[key]
        elif isinstance(target, list) and key.isdecimal() and int(key) < len(target):
            target = target[int(key)]
        else:
            return None
    return target if target is not root or ref == "#" else None


def recursive_refs(schema: Mapping[str, Any]) -> frozenset[str]:
    """Return the references whose target leads back to themselves."""
    edges: dict[str, set[str]] = {}
    waiting = list(_refs_below(schema))
    while waiting:
        ref = waiting.pop()
        if ref not in edges:
            edges[ref] = _refs_below(resolve_ref(schema, ref))
            waiting.extend(edges[ref])
    return frozenset(ref for ref in edges if ref in _reachable(edges, ref))


def _refs_below(schema: Any) -> set[str]:
    return {node["$ref"] for node in schema_nodes(schema) if isinstance(node.get("$ref"), str)}


def _reachable(edges: Mapping[str, set[str]], start: str) -> set[str]:
    reached: set[str] = set()
    waiting = list(edges[start])
    while waiting:
        ref = waiting.pop()
        if ref not in reached:
            reached.add(ref)
            waiting.extend(edges[ref])
    return reached


def inline_refs(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Copy a schema with every reference replaced by its target, unless it is recursive.

    Recursive and dangling references stay, with the definitions they need; keywords beside a reference win over the
    target's. A schema that would grow past 20,000 nodes keeps the references that are left.
    """
    fresh: dict[str, Any] = copied(schema)
    definitions = {key: fresh.pop(key) for key in ("$defs", "definitions") if isinstance(fresh.get(key), dict)}
    recursive = recursive_refs(schema)
    for nodes, node in enumerate(schema_nodes(fresh)):
        while isinstance(ref := node.get("$ref"), str) and ref not in recursive and nodes < _MAX_INLINED_NODES:
            target = resolve_ref(schema, ref)
            if not isinstance(target, dict):
                break
            beside = {key: value for key, value in node.items() if key != "$ref"}
            node.clear()
            node.update({**copied(target), **beside})
    needed: set[str] = set()
    waiting = _refs_below(fresh)
    while waiting:
        ref = waiting.pop()
        if ref not in needed:
            needed.add(ref)
            waiting |= _refs_below(resolve_ref(schema, ref))
    for key, members in definitions.items():
        kept = {name: member for name, member in members.items() if f"#/{key}/{_escaped(name)}" in needed}
        if kept:
            fresh[key] = kept
    return fresh


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
