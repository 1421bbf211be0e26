"""Grammar of objects: fields by name, by pattern, and all others, with their dependencies."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from ..schemas.merged import Merged
from ..schemas.patterns import compiled_pattern
from ..schemas.schema_document import Located, SchemaDocument
from .grammar import Choice, Constant, Extra, Node, Object, Text
from .of_array import MakeNode
from .of_pattern import pattern_grammar
from .random_driver import NoValueError, compile_random

__all__ = ["object_grammar"]

_MAX_KINDS = 6
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def object_grammar(document: SchemaDocument, merged: Merged, make: MakeNode, *, deep: Node) -> Node:
    """Return the objects that *merged* allows.

    Args:
        document: Validates names.
        merged: The keywords.
        make: Makes the grammar of values.
        deep: The grammar of an unconstrained value.
    """
    fields = _Fields(document, merged)
    declared: dict[str, Node] = {}
    follows = {name: list(dict.fromkeys(names)) for name, names in merged.follows.items()}
    brought = [other for names in follows.values() for other in names]
    for name in dict.fromkeys([*fields.declared, *merged.required, *follows, *brought]):
        nodes = fields.of(name)
        if nodes is not None:
            declared[name] = make(nodes) if nodes else deep
    required = list(merged.required)
    for name in required:
        required += [other for other in follows.get(name, ()) if other not in required]
    most = merged.max_properties
    if any(name not in declared for name in required) or (most is not None and len(required) > most):
        return Choice([])
    if most is not None and most == len(required):
        declared = {name: node for name, node in declared.items() if name in required}
    extra = None if most is not None and most <= len(required) else _extra(document, merged, fields, make, deep)
    # Fields that are merely not forbidden are not sent, unless the schema requires more fields.
    eager = extra is not None and (merged.opens or not declared)
    least = merged.min_properties
    return Object(declared, required, follows, extra, least, most, eager)


class _Fields:
    """Returns the nodes for a field by its name."""

    def __init__(self, document: SchemaDocument, merged: Merged) -> None:
        self._document = document
        self._rules = merged.object_rules
        self._names = merged.names
        self._patterns: dict[str, re.Pattern[str] | None] = {
            pattern: compiled_pattern(pattern) for rule in self._rules for pattern, _ in rule.patterns
        }
        self.declared = dict.fromkeys(name for rule in self._rules for name in rule.properties)

    def of(self, name: str) -> tuple[Located, ...] | None:
        """Return the nodes for the field; None if it is not allowed."""
        if any(self._document.takes(node, name) is False for node in self._names):
            return None
        found: list[Located] = []
        for rule in self._rules:
            own = [rule.properties[name]] if name in rule.properties else []
            for pattern, node in rule.patterns:
                compiled = self._patterns[pattern]
                if compiled is not None and compiled.search(name):
                    own.append(node)
            if not own and rule.others is not None:
                own.append(rule.others)
            if any(node.schema is False for node in own):
                return None
            found += [node for node in own if node.schema is not True]
        return tuple(dict.fromkeys(found))


def _extra(document: SchemaDocument, merged: Merged, fields: _Fields, make: MakeNode, deep: Node) -> Extra | None:
    patterns = [(p, node) for rule in merged.object_rules for p, node in rule.patterns if node.schema is not False]
    keys: list[Node] = []
    if merged.names:
        named = make((*merged.names, Located({"type": "string"}, document.root.base)))
        keys.append(named)
    else:
        keys += [pattern_grammar(pattern) for pattern in dict.fromkeys(pattern for pattern, _ in patterns)]
        if all(rule.others is None or rule.others.schema is not False for rule in merged.object_rules):
            keys.append(Text(_LETTERS, 1, 8))
    samples = [name for key in keys for name in _samples(key)]
    nodes: dict[tuple[Located, ...], Node] = {}
    kept: list[str] = []
    for name in samples:
        bound = fields.of(name) if name not in fields.declared else None
        if bound is not None and (bound in nodes or len(nodes) < _MAX_KINDS):
            nodes.setdefault(bound, deep if not bound else make(bound))
            kept.append(name)
    if not nodes:
        return None

    def value_of(name: str) -> Node | None:
        bound = fields.of(name) if name not in fields.declared else None
        node = nodes.get(bound) if bound is not None else None
        return node if node is not None and not (isinstance(node, Choice) and not node.options) else None

    key = keys[0] if len(keys) == 1 else Choice(keys)
    if len(kept) < len(samples) // 4:
        # Valid names are rare among those of the pattern.
        key = Constant(list(dict.fromkeys(kept)))
    return Extra(key, value_of, list(nodes.values()))


def _samples(key: Node) -> list[str]:
    make: Callable[[random.Random], object] = compile_random(key)
    found: dict[str, None] = {}
    for seed in range(12):
        try:
            name = make(random.Random(seed))  # noqa: S311  # repeatable on purpose
        except (NoValueError, AssertionError):
            continue
        if isinstance(name, str):
            found[name] = None
    return list(found)
