"""The reasons why a provider refuses a tool definition.

The facts of one walk are compared with the limits of each dialect. Anything that `shapes` rewrites without loss is
fine: optional fields, defaults, bounds, titles, references, tuples and free-form objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .limits import DIALECTS, Dialect
from .schema_facts import OBJECT_TYPES, Path, SchemaFacts, pointer, schema_facts

__all__ = ["DIALECTS", "Dialect", "Problem", "portability_problems", "portability_report"]

_SUGGESTED_TYPES = {
    "object": ("dict", "hashmap", "map", "record", "struct", "hashtable"),
    "array": ("list", "tuple", "set", "arraylist", "linkedlist", "vector", "queue"),
    "string": ("str", "string", "char", "text", "date", "datetime", "uuid", "bytes"),
    "number": ("float", "double", "decimal", "number", "bigdecimal"),
    "integer": ("int", "long", "short", "byte", "integer", "bigint", "biginteger"),
    "boolean": ("bool", "boolean"),
    "null": ("none", "nil", "void"),
}
_ROOT_TYPE = ((), "type")
_SUGGESTIONS = {name: good for good, names in _SUGGESTED_TYPES.items() for name in names}


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a provider refuses a tool definition.

    Attributes:
        rule: A key of the dialect's ``references``.
        path: JSON pointer into the schema; empty for its root, and for the tool's name and description.
        message: One sentence.
    """

    rule: str
    path: str
    message: str


def portability_problems(
    name: str, description: str | None, schema: object, dialect: Dialect, *, facts: SchemaFacts | None = None
) -> list[Problem]:
    """List the reasons why the provider of *dialect* refuses this tool, in a stable order; empty if it accepts it.

    Args:
        name: The tool's name.
        description: The description for the model, or None.
        schema: The arguments' schema as decoded JSON, or None for a tool without arguments.
        dialect: One of `DIALECTS`.
        facts: The result of `schema_facts` for the same schema, to walk it only once for several dialects.
    """
    seen = schema_facts(schema) if facts is None else facts
    return [
        *_name_problems(name, description, dialect),
        *_root_problems(seen, dialect),
        *_node_problems(seen, dialect),
        *_size_problems(seen, dialect),
    ]


def portability_report(name: str, description: str | None, schema: object) -> dict[str, list[Problem]]:
    """Check one tool against every dialect, with a single walk."""
    facts = schema_facts(schema)
    return {
        key: portability_problems(name, description, schema, dialect, facts=facts) for key, dialect in DIALECTS.items()
    }


def _name_problems(name: str, description: str | None, dialect: Dialect) -> Iterator[Problem]:
    label = dialect.label
    if dialect.name_pattern is not None and not dialect.name_pattern.fullmatch(name):
        yield Problem(
            "name", "", f"{label} refuses the tool name {name!r}; it must match {dialect.name_pattern.pattern}."
        )
    if dialect.max_name is not None and len(name) > dialect.max_name:
        yield Problem("name", "", f"{label} allows {dialect.max_name} characters in a tool name, not {len(name)}.")
    limit = dialect.max_description
    if limit is not None and description is not None and len(description) > limit:
        yield Problem("description", "", f"{label} allows {limit} characters in a description, not {len(description)}.")


def _root_problems(facts: SchemaFacts, dialect: Dialect) -> Iterator[Problem]:
    root = facts.root
    if root is None:
        return
    label = dialect.label
    kind = root.get("type")
    # An empty schema, and properties without a type, are completed by the shapes; a root reference is replaced.
    implied = kind is None and ("properties" in root or not root or "$ref" in root)
    if not implied and not _is_root_type(kind, dialect):
        yield Problem("root-type", "", f"{label} needs a root of type 'object'; this one is of type {kind!r}.")
    for key in root:
        if key in dialect.root_forbidden:
            yield Problem("root-keyword", f"/{key}", f"{label} refuses {key!r} at the root of the parameters.")
    properties = root.get("properties")
    pattern = dialect.property_pattern
    if pattern is not None and isinstance(properties, dict):
        for name in properties:
            if not pattern.fullmatch(name):
                path = pointer((((), "properties"), name))
                message = f"{label} refuses the property name {name!r}; it must match {pattern.pattern}."
                yield Problem("property-name", path, message)


def _is_root_type(kind: object, dialect: Dialect) -> bool:
    if dialect.types is None:
        return isinstance(kind, str)
    return kind in OBJECT_TYPES and kind in dialect.types


def _node_problems(facts: SchemaFacts, dialect: Dialect) -> Iterator[Problem]:
    label = dialect.label
    for path, message in facts.malformed:
        yield Problem("malformed", pointer(path), f"{label} refuses the schema because {message}.")
    if dialect.types is not None:
        for path, value in facts.types:
            if path != _ROOT_TYPE and (not isinstance(value, (str, int)) or value not in dialect.types):
                message = f"{label} does not know the type {value!r}; {_better_type(value)}."
                yield Problem("type", pointer(path), message)
    if dialect.array_items:
        for path in facts.bare_arrays:
            yield Problem("array-items", pointer(path), f"{label} refuses an array without 'items'.")
    for path, ref in facts.dangling:
        yield Problem("reference", pointer(path), f"{label} cannot follow the reference {ref!r}; nothing is there.")
    if dialect.declared_required:
        for path, missing in facts.undeclared:
            yield Problem(
                "required", pointer(path), f"{label} refuses the required name {missing!r}; no property has it."
            )
    for path, key in facts.keywords:
        if key in dialect.forbidden:
            yield Problem("keyword", pointer((path, key)), f"{label} does not support the keyword {key!r}.")
    if dialect.plain_merge:
        for path in facts.unmergeable:
            message = f"{label} does not support 'allOf', and these branches cannot be merged into one."
            yield Problem("merge", pointer((path, "allOf")), message)
    if not dialect.required_recursion and facts.references:
        for path in _required_cycles(facts):
            message = f"{label} allows recursion only through optional properties; make one of the cycle optional."
            yield Problem("recursion", pointer(path), message)


def _size_problems(facts: SchemaFacts, dialect: Dialect) -> Iterator[Problem]:
    label = dialect.label
    if dialect.max_depth is not None and sum(facts.depths.values()) > dialect.max_depth:
        depth = _deepest(facts)
        if depth > dialect.max_depth:
            yield Problem("depth", "", f"{label} allows {dialect.max_depth} objects within one another, not {depth}.")
    if dialect.max_properties is not None and facts.properties > dialect.max_properties:
        yield Problem("properties", "", f"{label} allows {dialect.max_properties} properties, not {facts.properties}.")
    if dialect.max_enum_values is not None and facts.enum_values > dialect.max_enum_values:
        yield Problem(
            "enum-values", "", f"{label} allows {dialect.max_enum_values} enum values, not {facts.enum_values}."
        )
    if dialect.max_long_enum is not None:
        for path, length in facts.long_enums:
            if length > dialect.max_long_enum:
                limit = dialect.max_long_enum
                yield Problem(
                    "enum-length", pointer(path), f"{label} allows {limit} characters in a long enum, not {length}."
                )
    if dialect.max_characters is not None and facts.characters > dialect.max_characters:
        limit = dialect.max_characters
        yield Problem("characters", "", f"{label} allows {limit} characters of names, not {facts.characters}.")


def _deepest(facts: SchemaFacts) -> int:
    """Return the longest chain of objects from the root, each definition counted once a chain."""
    edges: dict[str, dict[str, int]] = {}
    for _, owner, ref, depth, _ in facts.references:
        below = edges.setdefault(owner, {})
        below[ref] = max(depth, below.get(ref, 0))
    deepest: dict[str, int] = {}
    # Post-order without calls: an owner is settled once everything it leads to is; a cycle is cut where it closes.
    waiting: list[tuple[str, frozenset[str], bool]] = [("#", frozenset(), False)]
    while waiting:
        owner, above, ready = waiting.pop()
        if owner in deepest:
            continue
        below = {ref: depth for ref, depth in edges.get(owner, {}).items() if ref not in above and ref != owner}
        if ready:
            own = facts.depths.get(owner, 0)
            deepest[owner] = max([own, *(depth + deepest.get(ref, 0) for ref, depth in below.items())])
        else:
            waiting.append((owner, above, True))
            waiting.extend((ref, above | {owner}, False) for ref in below)
    return deepest["#"]


def _required_cycles(facts: SchemaFacts) -> list[Path]:
    """Return the references that lead back to their own definition through required properties alone."""
    edges: dict[str, set[str]] = {}
    for _, owner, ref, _, optional in facts.references:
        if not optional:
            edges.setdefault(owner, set()).add(ref)
    cycles = []
    for path, owner, ref, _, optional in facts.references:
        reached: set[str] = set()
        waiting = [] if optional else [ref]
        while waiting:
            current = waiting.pop()
            if current not in reached:
                reached.add(current)
                waiting.extend(edges.get(current, ()))
        if owner in reached:
            cycles.append(path)
    return cycles


def _better_type(value: object) -> str:
    good = _SUGGESTIONS.get(value.lower()) if isinstance(value, str) else None
    if good is not None:
        return f"write {good!r}"
    return "leave the type out to allow any value" if value in ("any", "Any") else "use a JSON Schema type"
