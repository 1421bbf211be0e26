"""Grammar of a schema: every node once, with recursion, without nodes that no value fits."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from ..mined_constants import MinedConstants
from ..schemas.alternatives import Branch, branches_of
from ..schemas.merged import Merged
from ..schemas.negation import EXCLUDED
from ..schemas.schema_document import Located, SchemaDocument
from ..schemas.unsupported import UnsupportedSchemaError
from .grammar import (
    INFINITE,
    Array,
    Built,
    Checked,
    Choice,
    Constant,
    Node,
    Object,
    Pooled,
    Real,
    Reference,
    Text,
    Whole,
    reachable,
    settle,
)
from .of_array import array_grammar
from .of_number import integer_grammar, number_grammar
from .of_object import object_grammar
from .of_text import text_grammar
from .random_driver import NoValueError, RandomCompiler, compile_random, told

__all__ = ["SchemaGrammar", "schema_grammar"]

_PROBES = 25
_MAX_NODES = 40_000
_MAX_TRIED = 300
_MAX_ASKED = 300
#: Keywords already applied to the values of an ``enum``, or without effect on them.
_SETTLED = frozenset(
    {"type", "enum", "const", "title", "description", "default", "examples", "example", "$comment", EXCLUDED}
)
_UNSOLVED = (
    "No valid value was found: the schema's keywords contradict each other, or depend on each other in a way that is "
    "not solved. Simplify the schema, or give examples."
)
_ORDER = ("string", "integer", "number", "boolean", "object", "array", "null")


class SchemaGrammar(Struct, frozen=True):
    """A schema's grammar.

    Attributes:
        document: The schema.
        root: The root of the grammar.
        is_exact: Whether all values of a trial were valid, so that values need not be validated.
    """

    document: SchemaDocument
    root: Node
    is_exact: bool


def schema_grammar(
    schema: Any,
    *,
    as_object: bool = False,
    wide: bool = False,
    pool: MinedConstants | None = None,
    probes: int = _PROBES,
) -> SchemaGrammar:
    """Compile *schema*.

    Args:
        schema: Draft 4 to 2020-12.
        as_object: Whether to allow only objects, as arguments are.
        wide: Whether to include rarer notations of formats.
        pool: Constants that are used now and then wherever they fit.
        probes: Maximum number of trial values.

    Raises:
        UnsupportedSchemaError: If the schema is invalid, has a dangling reference, or fits no value.
    """
    document = SchemaDocument(schema)
    maker = _Maker(document, wide=wide, pool=pool)
    start: tuple[Located, ...] = (document.root,)
    if as_object:
        start = (document.root, document.written(document.root, {"type": "object"}))
    try:
        root = maker.node(start)
    except RecursionError:
        raise UnsupportedSchemaError("The schema is nested too deeply. Move parts of it to '$defs'.") from None
    settle(root)
    if root.height >= INFINITE:
        wanted = "No object" if as_object else "No value"
        raise UnsupportedSchemaError(f"{wanted} can fit the schema: its keywords contradict each other. Fix it first.")
    _close_dead_ends(root)
    if root.height >= INFINITE:
        raise UnsupportedSchemaError(_UNSOLVED)
    return _tried(document, root, probes, guessed=maker.guessed)


def _close_dead_ends(root: Node) -> None:
    """Remove nodes whose values never pass their test."""
    source = random.Random("dead ends")  # noqa: S311  # repeatable on purpose
    dead = []
    compiler = RandomCompiler()
    for node in [node for node in reachable(root) if isinstance(node, Checked) and node.height < INFINITE][:_MAX_TRIED]:
        try:
            compiler.compiled(node)(source, 1)
        except NoValueError:
            dead.append(node)
    for node in dead:
        node.inner = Choice([])
    if dead:
        settle(root)


def _tried(document: SchemaDocument, root: Node, probes: int, *, guessed: bool) -> SchemaGrammar:
    make, source = compile_random(root), random.Random("trial")  # noqa: S311  # repeatable on purpose
    made = valid = 0
    for _ in range(probes):
        try:
            value = make(source)
        except NoValueError:
            continue
        made += 1
        valid += document.is_valid(value)
        if valid >= probes // 3 and valid < made:
            break
    if not valid:
        raise UnsupportedSchemaError(_UNSOLVED)
    if valid == made and not guessed:
        return SchemaGrammar(document, root, is_exact=True)
    checked = Checked(root, document.is_valid)
    checked.height = root.height
    return SchemaGrammar(document, checked, is_exact=False)


class _Maker:
    def __init__(self, document: SchemaDocument, *, wide: bool, pool: MinedConstants | None) -> None:
        self._document = document
        self._wide = wide
        self._pool = pool or MinedConstants()
        self._made: dict[tuple[tuple[int, str], ...], Node] = {}
        self._started: dict[tuple[tuple[int, str], ...], Reference] = {}
        self._free = _free_value()
        self.guessed = False

    def node(self, nodes: tuple[Located, ...]) -> Node:
        key = tuple(sorted(node.key for node in nodes))
        if key in self._made:
            return self._made[key]
        if key in self._started:
            return self._started[key]
        if len(self._made) > _MAX_NODES:
            raise UnsupportedSchemaError("The schema has too many combinations of its parts. Use fewer unions.")
        reference = self._started[key] = Reference()
        options = [option for branch in branches_of(self._document, nodes) for option in self._options(branch)]
        made = options[0] if len(options) == 1 else Choice(_flat(options))
        reference.target = made
        self._made[key] = made
        del self._started[key]
        return made

    def _options(self, branch: Branch) -> Iterator[Node]:
        merged = Merged.of(self._document, branch.nodes)
        self.guessed = self.guessed or merged.guessed or branch.guessed
        tests = [self._test(node, expected) for node, expected in branch.tests]
        for node in self._of_types(branch, merged):
            if merged.excluded and not isinstance(node, Constant):
                refused = {told(value) for value in merged.excluded}
                node = Checked(node, lambda value, refused=refused: told(value) not in refused)  # type: ignore[misc]  # a default binds it
            yield Checked(node, _all(tests)) if tests else node

    def _test(self, node: Located, expected: bool) -> Callable[[Any], bool]:
        document = self._document
        if document.takes(node, None) is None:
            self.guessed = True
            return lambda _value: True
        return lambda value: document.takes(node, value) is expected

    def _of_types(self, branch: Branch, merged: Merged) -> Iterator[Node]:
        if merged.values is not None:
            yield Constant(self._fitting(branch, merged))
            return
        kinds = branch.types
        if len(kinds) == 7 and merged.hinted:
            # Keywords of one type imply that type, although other types are valid too.
            kinds = frozenset(merged.hinted)
        elif len(kinds) == 7 and not merged.excluded:
            yield self._free
            return
        for kind in _ORDER:
            if kind in kinds and not (kind == "integer" and "number" in kinds):
                yield self._pooled(self._of_type(kind, merged))

    def _pooled(self, node: Node) -> Node:
        """Return *node* with the constants of the pool that fit it."""
        values: list[Any] = []
        if isinstance(node, Text) and node.alphabet is None:
            most = INFINITE if node.most is None else node.most
            values = [text for text in self._pool.texts if node.least <= len(text) <= most]
        elif isinstance(node, Whole):
            low, high, step = node.low * node.step, node.high * node.step, node.step
            whole = [number for number in self._pool.numbers if isinstance(number, int)]
            values = [number for number in whole if low <= number <= high and number % step == 0]
        elif isinstance(node, Choice) and node.options and isinstance(node.options[0], Real):
            first, last = node.options[0].low, node.options[0].high
            values = [n for n in self._pool.numbers if (first is None or first <= n) and (last is None or n <= last)]
        return Pooled(node, values) if values else node

    def _of_type(self, kind: str, merged: Merged) -> Node:
        if kind == "string" and merged.content is not None and not merged.patterns:
            return Built([self.node((merged.content,))], lambda parts: json.dumps(parts[0]))
        if kind == "string":
            return text_grammar(self._document, merged, wide=self._wide)
        if kind == "integer":
            return integer_grammar(merged)
        if kind == "number":
            return number_grammar(merged)
        if kind == "object":
            return object_grammar(self._document, merged, self.node, deep=self._free)
        if kind == "array":
            return array_grammar(self._document, merged, self.node, deep=self._free)
        return Constant([False, True] if kind == "boolean" else [None])

    def _fitting(self, branch: Branch, merged: Merged) -> list[Any]:
        """Return the values of the shortest list that the other lists contain and the other keywords accept."""
        refused = {told(value) for value in merged.excluded}
        lists = [{told(value) for value in _listed(node.schema)} for node in branch.nodes if _lists(node.schema)]
        kept = [
            value
            for value in merged.values or []
            if _type_of(value) in branch.types
            and told(value) not in refused
            and all(told(value) in one for one in lists)
        ]
        # The validator walks the whole list each time, so it is only used for other keywords.
        others = [node for node in branch.nodes if isinstance(node.schema, dict) and node.schema.keys() - _SETTLED]
        if not others:
            return kept
        return [
            value
            for value in kept[:_MAX_ASKED]
            if all(self._document.takes(node, value) is not False for node in others)
        ]


def _lists(schema: Any) -> bool:
    return isinstance(schema, dict) and ("const" in schema or isinstance(schema.get("enum"), list))


def _listed(schema: dict[str, Any]) -> list[Any]:
    return [schema["const"]] if "const" in schema else list(schema["enum"])


def _all(tests: list[Callable[[Any], bool]]) -> Callable[[Any], bool]:
    return tests[0] if len(tests) == 1 else lambda value: all(test(value) for test in tests)


def _flat(options: list[Node]) -> list[Node]:
    """Return *options* with nested plain choices flattened, without duplicates."""
    found: dict[int, Node] = {}
    for option in options:
        for part in option.options if isinstance(option, Choice) else [option]:
            found[id(part)] = part
    return list(found.values())


def _type_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    names = {type(None): "null", int: "integer", str: "string", list: "array", dict: "object"}
    return names[type(value)]


def _free_value() -> Node:
    """Return the grammar of an unconstrained value."""
    simple: list[Node] = [
        Text(None, 0, None),
        Whole(-(2**53) + 1, 2**53 - 1),
        Real(None, None),
        Constant([False, True]),
        Constant([None]),
    ]
    plain = Choice(simple)
    some = Array([], plain, 0, 4)
    thing = Object(dict.fromkeys(("name", "value"), plain), [], {}, None, 0, None)
    return Choice([*simple, some, thing])
