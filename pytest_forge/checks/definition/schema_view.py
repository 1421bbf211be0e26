"""SchemaView: one traversal of an untrusted schema, shared by every check of the definition.

Any JSON value may occur anywhere. The traversals keep their own stack and follow a reference once, so neither depth nor
recursion can end the run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from forge_harness import SCHEMA_KEYWORDS

from ...report.printable import printable as escaped

__all__ = ["Field", "Path", "SchemaView", "listed", "pointer", "printable"]

#: A place in the schema as (parent's path, key); the root is ``()``. Rendered only when it is reported.
Path = tuple[Any, ...]

_BRANCHES = ("allOf", "anyOf", "oneOf")
_CHILDREN = ("items", "additionalProperties", "contains")
#: A property without any of these holds no further properties.
_HOLDERS = frozenset({"properties", *_BRANCHES, *_CHILDREN, "prefixItems", "patternProperties", "then", "else"})
_LISTED = 5
_MAX_TEXT = 120


@dataclass(frozen=True, slots=True)
class Field:
    """A property that an object declares.

    Attributes:
        path: Where it is declared first.
        schemas: Every schema that the object gives it, in branches and conditions too; never empty.
    """

    path: Path
    schemas: tuple[Any, ...]


@dataclass
class SchemaView:
    """A schema as the checks read it.

    Attributes:
        root: The schema; None if it is missing or not a JSON object.
        nodes: Every object schema in it with its place, the root first.
        strays: Values in the place of a schema, or of a map of schemas, with their place.
        too_deep: Whether it is nested too deeply to be read; root is None then.
    """

    root: dict[str, Any] | None
    nodes: list[tuple[Path, dict[str, Any]]] = field(default_factory=list)
    strays: list[tuple[Path, Any]] = field(default_factory=list)
    too_deep: bool = False

    @classmethod
    def of(cls, schema: Any) -> SchemaView:
        """View *schema*."""
        view = cls(schema if isinstance(schema, dict) else None)
        nodes, strays = view.nodes, view.strays
        waiting: list[tuple[Any, Path]] = [(schema, ())] if view.root is not None else []
        while waiting:
            node, path = waiting.pop()
            if node.__class__ is not dict:
                if not isinstance(node, bool):
                    strays.append((path, node))
                continue
            nodes.append((path, node))
            for key, value in node.items():
                group = SCHEMA_KEYWORDS.get(key)
                if group is None:
                    continue
                here = (path, key)
                if group == "map":
                    if isinstance(value, dict):
                        waiting.extend([(part, (here, name)) for name, part in value.items()])
                    else:
                        strays.append((here, value))
                elif group == "list" or (key == "items" and isinstance(value, list)):
                    if isinstance(value, list):
                        waiting.extend([(part, (here, at)) for at, part in enumerate(value)])
                    else:
                        strays.append((here, value))
                elif not isinstance(value, bool):
                    waiting.append((value, here))
        return view

    def resolve(self, ref: object) -> Any:
        """Return the target of a local reference; None if it does not exist or is outside the schema."""
        if not isinstance(ref, str) or not ref.startswith("#"):
            return None
        if ref in ("#", "#/"):
            return self.root
        if not ref.startswith("#/"):
            return self._anchors.get(ref[1:])
        target: Any = self.root
        for token in ref[2:].split("/"):
            key = unquote(token).replace("~1", "/").replace("~0", "~")
            if isinstance(target, dict) and key in target:
                target = target[key]
            elif isinstance(target, list) and key.isdecimal() and len(key) < 10 and int(key) < len(target):
                target = target[int(key)]
            else:
                return None
        return target

    @cached_property
    def _anchors(self) -> dict[str, Any]:
        return {
            node[key]: node
            for _, node in self.nodes
            for key in ("$anchor", "$dynamicAnchor")
            if isinstance(node.get(key), str)
        }

    @cached_property
    def _referenced(self) -> set[int]:
        """The ids of the schemas that a reference points to."""
        keys = ("$ref", "$dynamicRef", "$recursiveRef")
        return {id(self.resolve(node[key])) for _, node in self.nodes for key in keys if key in node}

    @cached_property
    def fields(self) -> list[Field]:
        """Every declared property, including those of nested objects.

        All that the branches and conditions of one object say about a property is one field: a branch that names the
        property again, only to require or to narrow it, declares nothing new. A definition without a reference to it
        declares no field; generators leave such copies behind.
        """
        found: list[Field] = []
        seen: set[int] = set()
        waiting: list[tuple[Any, Path]] = [(self.root, ())]
        while waiting:
            node, path = waiting.pop()
            if not isinstance(node, dict) or id(node) in seen:
                continue
            seen.add(id(node))
            declared: dict[str, list[tuple[Path, Any]]] = {}
            repeated: dict[str, list[Any]] = {}
            for part, at, declares in self._applied(node, path):
                properties = part.get("properties")
                if isinstance(properties, dict):
                    here = (at, "properties")
                    for name, schema in properties.items():
                        if declares:
                            declared.setdefault(name, []).append(((here, name), schema))
                        else:
                            repeated.setdefault(name, []).append(schema)
                if declares:
                    waiting.extend(_children(part, at, self._referenced))
            for name, places in declared.items():
                schemas = [schema for _, schema in places] + repeated.get(name, [])
                found.append(Field(places[0][0], tuple(schemas)))
                waiting.extend(place[::-1] for place in places if _holds_properties(place[1]))
        return found

    def _applied(self, node: dict[str, Any], path: Path) -> Iterable[tuple[dict[str, Any], Path, bool]]:
        """Yield every schema that applies to the same value as *node*: itself, branches, conditions, and their targets.

        The third member says whether a part declares properties here, or only repeats those declared elsewhere.
        """
        if _PLAIN.isdisjoint(node):
            yield node, path, True
            return
        seen: set[int] = set()
        waiting: list[tuple[Any, Path, bool]] = [(node, path, True)]
        while waiting:
            part, at, declares = waiting.pop()
            if not isinstance(part, dict) or id(part) in seen:
                continue
            seen.add(id(part))
            yield part, at, declares
            for key in _BRANCHES:
                if isinstance(part.get(key), list):
                    waiting.extend((branch, ((at, key), index), declares) for index, branch in enumerate(part[key]))
            waiting.extend((part[key], (at, key), declares) for key in ("then", "else") if key in part)
            if isinstance(part.get("dependentSchemas"), dict):
                waiting.extend(
                    (value, ((at, "dependentSchemas"), name), declares)
                    for name, value in part["dependentSchemas"].items()
                )
            if "if" in part:
                waiting.append((part["if"], (at, "if"), False))
            if "$ref" in part:
                waiting.append((self.resolve(part["$ref"]), at, False))

    def says(self, schema: Any, keywords: frozenset[str]) -> bool:
        """Return whether *schema*, one of its branches, or the target of its reference has one of *keywords*."""
        seen: set[int] = set()
        waiting = [schema]
        while waiting:
            part = waiting.pop()
            if not isinstance(part, dict) or id(part) in seen:
                continue
            if not keywords.isdisjoint(part):
                return True
            seen.add(id(part))
            for key in _BRANCHES:
                if isinstance(part.get(key), list):
                    waiting.extend(part[key])
            if "$ref" in part:
                waiting.append(self.resolve(part["$ref"]))
        return False


_PLAIN = frozenset({*_BRANCHES, "then", "else", "if", "dependentSchemas", "$ref"})


def _children(node: dict[str, Any], path: Path, referenced: set[int]) -> Iterable[tuple[Any, Path]]:
    for key in _CHILDREN:
        if isinstance(node.get(key), dict):
            yield node[key], (path, key)
    for key in ("patternProperties", "$defs", "definitions"):
        if isinstance(node.get(key), dict):
            named = ((value, ((path, key), name)) for name, value in node[key].items())
            yield from (one for one in named if key == "patternProperties" or id(one[0]) in referenced)
    for key in ("prefixItems", "items"):
        if isinstance(node.get(key), list):
            yield from ((value, ((path, key), at)) for at, value in enumerate(node[key]))


def _holds_properties(schema: Any) -> bool:
    return isinstance(schema, dict) and not _HOLDERS.isdisjoint(schema)


def pointer(path: Path) -> str:
    """Render a path as a JSON pointer; the root is ``'the root'``."""
    keys: list[str] = []
    while path:
        path, key = path
        keys.append(str(key).replace("~", "~0").replace("/", "~1"))
    return printable("".join(f"/{key}" for key in reversed(keys))) if keys else "the root"


def listed(items: Iterable[str]) -> str:
    """Join the first few of *items* and count the rest."""
    every = list(dict.fromkeys(items))
    shown = ", ".join(every[:_LISTED])
    return shown if len(every) <= _LISTED else f"{shown} and {len(every) - _LISTED} more"


def printable(text: str) -> str:
    """Return *text* as one short line that any terminal can show."""
    return escaped(text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 3]}...")
