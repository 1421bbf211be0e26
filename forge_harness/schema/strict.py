"""The schema OpenAI's strict mode takes, made from any schema (seed 003, OpenAI strict-schema mode).

====================================  ======================================================
in the schema                         in strict mode
====================================  ======================================================
an object with properties             closed, every property required
an optional property                  required and nullable
an object with free keys, any value   a string that holds JSON, and says so
free keys beside declared properties  one more property, a string that holds them as a JSON object, or null
``oneOf``                             ``anyOf``
``allOf``                             merged into one
a tuple                               an array of any of its items, of the same length
a reference with keywords beside it   ``anyOf`` with the reference alone
a keyword strict mode lacks           left out; plain limits move into the description
====================================  ======================================================

A union of plain text and JSON text becomes one JSON text, so that a model's value is unambiguous. The root stays an
object, and recursion stays recursion. Hardening a hardened schema changes nothing.

An object without an explicit permission for free keys is closed, since few authors mean to accept them.

Null is ambiguous if an optional property accepts it as a value. It then stays null, and the description must give the
default. If null is the default itself, it means that the property is left out, since a model that must name every
property does not mean to set it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .json_schema import resolve_ref, schema_nodes
from .strict_node import (
    ANNOTATIONS,
    allowed_values,
    any_item,
    merge_into,
    only_requires,
    properties_of,
    supported_limits,
    takes_free_keys,
    types_of,
    values_of_type,
)
from .strict_text import JSON_OBJECT_NOTE, JSON_VALUE_NOTE, as_list, described, free_keys_text, settle_union

__all__ = ["JSON_OBJECT_NOTE", "JSON_VALUE_NOTE", "Hardened", "harden", "harden_schema"]

# Keywords beside a reference that change properties or values; a mere limit beside it is left out.
_STRUCTURE = frozenset({"properties", "required", "allOf", "anyOf", "oneOf", "enum", "const", "items", "prefixItems"})

_MOST_MERGES = 12

#: Extended by underscores until it differs from every declared property.
_FREE_KEYS = "additional_properties"


@dataclass(frozen=True, slots=True)
class Hardened:
    """A hardened schema, and the nodes that need translation, by their `id`.

    Attributes:
        schema: The schema for strict mode; it must not be changed.
        json_texts: The strings that hold JSON, with the JSON types of their values; None for any.
        left_out: For each object, the properties that null leaves out.
        free_keys: For each object with free keys, the property that holds them.
    """

    schema: dict[str, Any]
    json_texts: Mapping[int, frozenset[str] | None]
    left_out: Mapping[int, frozenset[str]]
    free_keys: Mapping[int, str]


def harden(schema: Mapping[str, Any]) -> Hardened:
    """Rewrite the parameters of a tool for strict mode, and record the rewrites; see `harden_schema`."""
    run = _Hardening(schema)
    return Hardened(run.result(), run.json_texts, run.left_out, run.free_keys)


def harden_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Rewrite the parameters of a tool for strict mode; *schema* is not changed.

    Keywords that cannot be expressed (see `portability_problems`) are left out, so the result is always accepted; the
    arguments are validated against the whole schema when they arrive.
    """
    return harden(schema).schema


class _Hardening:
    """One run. Nodes wait in a list instead of on Python's stack, so depth is not limited."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root
        self.definitions: dict[str, Any] = {}
        self.names: dict[str, str] = {}
        # The place of the hardened node (owner, key), the node, and the number of merges before it.
        self.waiting: list[tuple[Any, Any, Any, int]] = []
        self.json_texts: dict[int, frozenset[str] | None] = {}
        self.left_out: dict[int, frozenset[str]] = {}
        self.free_keys: dict[int, str] = {}

    def result(self) -> dict[str, Any]:
        node = self._merged({key: value for key, value in self.root.items() if key not in ("$defs", "definitions")})
        for key in ("anyOf", "oneOf"):
            for branch in as_list(node.pop(key, None)):
                # The root must stay one object, so the properties of a branch become optional.
                other = self._merged(branch) if isinstance(branch, dict) else {}
                node["properties"] = {**properties_of(other), **properties_of(node)}
                if takes_free_keys(other):
                    node.setdefault("additionalProperties", True)
        hardened = self._closed(node, 0)
        while self.waiting:
            owner, key, part, merges = self.waiting.pop()
            owner[key] = self._hardened(part, merges)
        if self.definitions:
            hardened["$defs"] = dict(sorted(self.definitions.items()))
        # The removed nodes stay alive until here, so that their `id` is not reused.
        taken_out = [settle_union(part, self.json_texts, self.definitions) for part in list(schema_nodes(hardened))]
        taken_out.clear()
        return hardened

    def _json_text(self, node: Mapping[str, Any], note: str, kinds: frozenset[str] | None = None) -> dict[str, Any]:
        text = described({"type": "string"}, node, note)
        self.json_texts[id(text)] = kinds
        return text

    def _wait(self, owner: Any, key: Any, node: Any, merges: int) -> None:
        owner[key] = None
        self.waiting.append((owner, key, node, merges))

    def _hardened(self, node: Any, merges: int) -> dict[str, Any]:
        """Rewrite one node; its children are queued."""
        if not isinstance(node, dict):
            return self._json_text({}, JSON_VALUE_NOTE)
        if "$ref" in node and _STRUCTURE.isdisjoint(node):
            return self._reference(node)
        if "allOf" in node or "$ref" in node:
            merges += 1
            node = self._merged(node) if merges <= _MOST_MERGES else {}
        for key in ("anyOf", "oneOf"):
            branches = [branch for branch in as_list(node.get(key)) if branch is not False]
            if branches and not only_requires(branches):
                return self._union(node, key, branches, merges)
        return self._typed(node, merges)

    def _reference(self, node: Mapping[str, Any]) -> dict[str, Any]:
        ref = node["$ref"]
        target = resolve_ref(self.root, ref) if isinstance(ref, str) else None
        if target is None:
            return self._json_text(node, JSON_VALUE_NOTE)
        if target is self.root:
            plain = {"$ref": "#"}
        else:
            if ref not in self.names:
                self.names[ref] = self._new_name(ref)
                self._wait(self.definitions, self.names[ref], target, 0)
            plain = {"$ref": f"#/$defs/{self.names[ref]}"}
        told = described({}, node)
        return {"anyOf": [plain], **told} if told else plain

    def _new_name(self, ref: str) -> str:
        stem = re.sub(r"[^A-Za-z0-9_.-]", "_", ref.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")) or "_"
        name, count = stem, 1
        while name in self.definitions:
            count += 1
            name = f"{stem}_{count}"
        return name

    def _merged(self, node: Mapping[str, Any]) -> dict[str, Any]:
        """Merge ``allOf``, and a reference with keywords beside it, into one node."""
        merged: dict[str, Any] = {}
        seen: set[str] = set()
        parts: list[Any] = [node]
        while parts:
            part = parts.pop(0)
            if not isinstance(part, dict):
                continue
            ref = part.get("$ref")
            below = list(part["allOf"]) if isinstance(part.get("allOf"), list) else []
            if isinstance(ref, str) and ref not in seen:
                seen.add(ref)
                below.insert(0, resolve_ref(self.root, ref))
            parts = below + parts
            merge_into(merged, {key: value for key, value in part.items() if key not in ("$ref", "allOf", "$defs")})
        return merged

    def _union(self, node: Mapping[str, Any], key: str, branches: list[Any], merges: int) -> dict[str, Any]:
        base = {
            name: value
            for name, value in node.items()
            if name not in ANNOTATIONS and name not in (key, "discriminator")
        }
        union: list[Any] = [None] * len(branches)
        for at, branch in enumerate(branches):
            self._wait(union, at, {"allOf": [base, branch]} if base else branch, merges)
        return described({"anyOf": union}, node)

    def _typed(self, node: Mapping[str, Any], merges: int) -> dict[str, Any]:
        values = allowed_values(node)
        types = types_of(node, values)
        if not types or (values is not None and any(isinstance(value, (dict, list)) for value in values)):
            return self._json_text(node, JSON_VALUE_NOTE)
        plain = [kind for kind in types if kind != "null"]
        if len(plain) > 1 or (len(types) > 1 and plain[0] in ("object", "array")):
            base = {key: value for key, value in node.items() if key not in ANNOTATIONS and key != "nullable"}
            union: list[Any] = [None] * len(types)
            for at, kind in enumerate(types):
                self._wait(union, at, {**base, "type": kind, **values_of_type(kind, values)}, merges)
            return described({"anyOf": union}, node)
        kind = plain[0] if plain else "null"
        if kind == "object":
            if not properties_of(node) and (node.get("additionalProperties") is not False or takes_free_keys(node)):
                return self._json_text(node, JSON_OBJECT_NOTE, frozenset({"object"}))
            return self._closed(node, merges)
        hardened: dict[str, Any] = {"type": [kind, "null"] if len(types) > 1 else kind}
        if values is not None:
            hardened["enum"] = values
        hardened |= supported_limits(kind, node)
        if kind == "array":
            self._wait(hardened, "items", any_item(node), merges)
        return described(hardened, node, kept=hardened)

    def _closed(self, node: Mapping[str, Any], merges: int) -> dict[str, Any]:
        properties = properties_of(node)
        required = node.get("required")
        demanded = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
        hardened: dict[str, Any] = {"type": "object", "properties": {}}
        left_out = set()
        for name, part in properties.items():
            if part is not False:
                nullable = part if name in demanded else self._nullable(part)
                if nullable is not part or (name not in demanded and _is_null_the_default(part)):
                    left_out.add(name)
                self._wait(hardened["properties"], name, nullable, merges)
        named = hardened["properties"]
        if takes_free_keys(node):
            name = _FREE_KEYS
            while name in properties:
                name += "_"
            named[name] = free_keys_text(node)
            self.free_keys[id(hardened)] = name
        hardened["required"] = [*dict.fromkeys(name for name in demanded if name in named)]
        hardened["required"] += [name for name in named if name not in hardened["required"]]
        hardened["additionalProperties"] = False
        self.left_out[id(hardened)] = frozenset(left_out)
        return described(hardened, node)

    def _nullable(self, part: Any) -> Any:
        """Let an optional property be null; one that already accepts null is returned unchanged."""
        if self._takes_null(part):
            return part
        node = part if isinstance(part, dict) else {}
        values = allowed_values(node)
        kinds = types_of(node, values)
        complex_keys = {"$ref", "anyOf", "oneOf", "allOf"}
        if len(kinds) == 1 and kinds[0] not in ("object", "array") and complex_keys.isdisjoint(node):
            rest = {key: value for key, value in node.items() if key not in ("const", "enum")}
            return {**rest, "type": [kinds[0], "null"], **({} if values is None else {"enum": [*values, None]})}
        told = {key: node[key] for key in ("description", "default") if key in node}
        inner = {key: value for key, value in node.items() if key not in told}
        return {"anyOf": [inner, {"type": "null"}], **told}

    def _takes_null(self, part: Any) -> bool:
        waiting, seen = [part], set()
        while waiting:
            node = waiting.pop()
            if not isinstance(node, dict):
                continue
            ref = node.get("$ref")
            if isinstance(ref, str) and ref not in seen:
                seen.add(ref)
                waiting.append(resolve_ref(self.root, ref))
            values = allowed_values(node)
            if "null" in types_of(node, values) and (values is None or None in values):
                return True
            for key in ("anyOf", "oneOf"):
                if isinstance(node.get(key), list):
                    waiting.extend(node[key])
        return False


def _is_null_the_default(part: Any) -> bool:
    return isinstance(part, dict) and "default" in part and part["default"] is None
