"""Alternatives: a conjunction of schema nodes as branches without references, unions and negations.

A branch is a set of nodes whose own keywords all apply, and of tests for the rest: that the other branches of a
``oneOf`` refuse the value, or a negation that cannot be rewritten. A value that fits a branch fits the conjunction. If
there are too many branches, the last ones are left out.

This is exact, for the grammar. `flat_schema` is a cheaper guide for single values, which are validated afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from .disjoint import ALL_TYPES, are_disjoint, types_in
from .negation import negated
from .schema_document import Located, SchemaDocument

__all__ = ["Branch", "branches_of"]

_MAX_BRANCHES = 64
_MAX_DEPTH = 60


class Branch(Struct, frozen=True):
    """Nodes whose own keywords all apply.

    Attributes:
        nodes: Nodes whose combiners are already resolved.
        tests: Nodes that must accept the value (True) or refuse it (False).
        types: The possible JSON types.
        guessed: Whether a test was lost, so that values must be validated by the whole schema.
    """

    nodes: tuple[Located, ...] = ()
    tests: tuple[tuple[Located, bool], ...] = ()
    types: frozenset[str] = ALL_TYPES
    guessed: bool = False

    def and_(self, other: Branch) -> Branch | None:
        """Return the conjunction, or None for disjoint types."""
        types = _both(self.types, other.types)
        if not types:
            return None
        nodes = self.nodes + tuple(node for node in other.nodes if node not in self.nodes)
        tests = self.tests + tuple(test for test in other.tests if test not in self.tests)
        return Branch(nodes, tests, types, self.guessed or other.guessed)


def branches_of(document: SchemaDocument, nodes: Sequence[Located]) -> list[Branch]:
    """Return branches such that a value fits all of *nodes* if it fits one of them; empty if no value fits.

    Raises:
        UnsupportedSchemaError: If a reference leads out of the document.
    """
    return _product([_expand(document, node, frozenset(), 0) for node in nodes])


def _product(parts: list[list[Branch]]) -> list[Branch]:
    merged = [Branch()]
    for part in parts:
        merged = [both for left in merged for right in part if (both := left.and_(right)) is not None]
        del merged[_MAX_BRANCHES:]
    return merged


def _expand(document: SchemaDocument, node: Located, seen: frozenset[Any], depth: int) -> list[Branch]:
    schema = node.schema
    if schema is True:
        return [Branch()]
    # A reference to itself at the same value adds no constraint.
    if not isinstance(schema, dict) or node.key in seen or depth > _MAX_DEPTH:
        return []
    seen = seen | {node.key}

    def expand(part: Located) -> list[Branch]:
        return _expand(document, part, seen, depth + 1)

    if document.is_old and isinstance(schema.get("$ref"), str):
        return expand(document.resolve(node, schema["$ref"]))
    parts = [[Branch(nodes=(node,), types=types_in(schema))]]
    for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        if isinstance(schema.get(keyword), str):
            found = expand(document.resolve(node, schema[keyword]))
            # The target of a dynamic reference depends on the path to it.
            dynamic = keyword != "$ref"
            parts.append([Branch(b.nodes, b.tests, b.types, guessed=True) for b in found] if dynamic else found)
    parts += [expand(document.part(node, part)) for part in _schemas(schema.get("allOf"))]
    if "anyOf" in schema:
        options = [document.part(node, part) for part in _schemas(schema["anyOf"])]
        parts.append([branch for option in options for branch in _tagged(document, node, option, expand(option))])
    if "oneOf" in schema:
        parts.append(_one_of(document, node, expand))
    if "not" in schema:
        parts.append(_refusing(document, document.part(node, schema["not"]), expand))
    if "if" in schema:
        condition = document.part(node, schema["if"])
        met, unmet = (document.part(node, schema.get(keyword, True)) for keyword in ("then", "else"))
        parts.append(
            [
                *_product([expand(condition), expand(met)]),
                *_product([_refusing(document, condition, expand), expand(unmet)]),
            ]
        )
    parts += _dependents(document, node, expand)
    return _product(parts)


def _one_of(document: SchemaDocument, node: Located, expand: Any) -> list[Branch]:
    options = [document.part(node, part) for part in _schemas(node.schema["oneOf"])]
    found = []
    for option in options:
        others = [other for other in options if other is not option and not are_disjoint(document, option, other)]
        for branch in _tagged(document, node, option, expand(option)):
            # Testing the parent is enough, and the parent has a name in the document.
            unsure = ((node, True),) if others else ()
            found.append(Branch(branch.nodes, branch.tests + unsure, branch.types, branch.guessed))
    return found


def _tagged(document: SchemaDocument, node: Located, option: Located, branches: list[Branch]) -> list[Branch]:
    """Return *branches* with the discriminator's tag, which Pydantic requires even if it has a default."""
    discriminator = node.schema.get("discriminator")
    name = discriminator.get("propertyName") if isinstance(discriminator, dict) else None
    if not isinstance(name, str):
        return branches
    required = document.written(option, {"required": [name], "type": "object"})
    return [both for b in branches if (both := b.and_(Branch((required,), types=frozenset({"object"})))) is not None]


def _refusing(document: SchemaDocument, node: Located, expand: Any) -> list[Branch]:
    turned = negated(document, node)
    if turned is not None:
        return [branch for part in turned for branch in expand(part)]
    return [Branch(tests=((node, False),))]


def _dependents(document: SchemaDocument, node: Located, expand: Any) -> list[list[Branch]]:
    """Return two branches for each name with a dependent schema: without the name, or with it and the schema."""
    parts = []
    for keyword in ("dependentSchemas", "dependencies"):
        table = node.schema.get(keyword)
        for name, schema in table.items() if isinstance(table, dict) else ():
            if isinstance(schema, dict | bool):
                without = document.written(node, {"properties": {name: False}})
                present = document.written(node, {"required": [name]})
                parts.append([*expand(without), *_product([expand(present), expand(document.part(node, schema))])])
    return parts


def _schemas(value: Any) -> list[Any]:
    return [part for part in value if isinstance(part, dict | bool)] if isinstance(value, list) else []


def _both(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    both = left & right
    if ("integer" in left and "number" in right) or ("number" in left and "integer" in right):
        both |= {"integer"}
    return both
