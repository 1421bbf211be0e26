"""Own shape: the documents that a tool's own code expects, with objects and lists nested as it looks them up.

    data = response.json()                          {"results": [{"name": "ada", "main": {"temp": 10}}, …]}
    for one in data["results"]:
        one["name"], one["main"]["temp"] - 273

The code is read and not run. Documents of all places that parse JSON are one: a tool that asks twice finds in each
answer what it looks for. What the code passes to a Pydantic model or a dataclass has the fields of that class. The
first record has the values of the call, and maps have them among their keys.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import FunctionType
from typing import Any

from msgspec import Struct, field
from pydantic import BaseModel, TypeAdapter

from forge_harness import Tool

from ..oracles.own_code import OwnCode
from ..profile.roles import Role, role_of
from .calls.examples import candidate_arguments
from .compared_texts import compared_texts
from .mined_constants import author_functions
from .own_keys import ROOM, Kind, asked_value, constant_texts, definition_of, flat_values, kind_of_use, naming_values
from .shaped_files import PLANTED_PASSWORD, plain_value

__all__ = ["own_choices", "own_document"]

_MAX_DEPTH, _MAX_NODES, _MAX_GIVEN, _ITEMS = 8, 200, 4, 3
_PARSERS = frozenset(("json", "loads", "load", "safe_load"))
#: What returns the records of a table, and what calls a function in another thread.
_TABLES = frozenset(("DictReader",))
_ELSEWHERE = frozenset(("to_thread", "run_in_executor", "run_sync", "submit"))
_LOOK_UPS = frozenset(("get", "pop", "setdefault"))
_VALIDATING = frozenset(("model_validate", "model_validate_json", "parse_obj", "parse_raw"))
_OF_ADAPTERS = frozenset(("validate_json", "validate_python"))
#: Methods of a text whose result is compared in place of it.
_SAME_TEXT = frozenset(("strip", "lower", "casefold"))
#: Builtins that return the items of their first argument.
_SAME_ITEMS = frozenset(("list", "sorted", "reversed", "tuple", "iter", "filter"))


class _Shape(Struct, eq=False):
    """A value of a document: an object if it has keys, a list or a map if it has an item."""

    keys: dict[str, _Shape] = field(default_factory=dict)
    item: _Shape | None = None
    is_map: bool = False
    kind: Kind = ""
    is_compared: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)
    choices: dict[str, None] = field(default_factory=dict)

    def below(self, key: str) -> _Shape:
        return self.keys.setdefault(key, _Shape())

    def each(self, *, is_map: bool = False) -> _Shape:
        if self.item is None:
            self.item, self.is_map = _Shape(), is_map
        return self.item


#: Of the tool that was read last.
_readers: dict[tuple[FunctionType, ...], _Reader] = {}


def own_document(tool: Tool, given: Mapping[str, Any] | None = None, *, unknown: Kind = "text", room: int = 0) -> Any:
    """Return a document in which a tool's code finds what it looks up; None if it looks up nothing.

    Args:
        tool: The tool.
        given: The arguments of the call that is to find it.
        unknown: The kind of values of which nothing is known.
        room: 1 for large numbers where nothing is compared with a value of the call, larger from key to key, so that
            something can be taken from one record and put into another; -1 for smaller ones.
    """
    root = _reader(tool).root
    is_known = root.keys or root.item is not None or root.fields
    return _Writer(flat_values(given or {}), unknown, room).value("", root, 0, 0) if is_known else None


def own_choices(tool: Tool) -> dict[str, list[str]]:
    """Return the texts with which a tool's code compares values of documents and tables, by the key of the value.

    They are members of a collection or an enumeration, keys of a map, and the cases of a choice:
    ``job["state"] in ("queued", "running")``.
    """
    reader = _reader(tool)
    found: dict[str, dict[str, None]] = {}
    seen, waiting = set[int](), [reader.root, reader.table]
    while waiting:
        shape = waiting.pop()
        if id(shape) in seen:
            continue
        seen.add(id(shape))
        for key, below in shape.keys.items():
            if below.choices:
                found.setdefault(key, {}).update(below.choices)
        waiting += [*shape.keys.values(), *([] if shape.item is None else [shape.item])]
    return {key: list(texts) for key, texts in found.items()}


def _reader(tool: Tool) -> _Reader:
    """Return what has followed the documents of a tool through all of its code, read once for its many documents."""
    functions = tuple(author_functions(tool))
    if functions not in _readers:
        _readers.clear()
        _readers[functions] = _followed(OwnCode(tool), functions)
    return _readers[functions]


def _followed(own: OwnCode, functions: Iterable[FunctionType]) -> _Reader:
    reader = _Reader()
    nodes: list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, Mapping[str, Any]]] = []
    for function in functions:
        tree = own.tree(function.__code__.co_filename)
        node = None if tree is None else definition_of(tree, function.__code__)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            nodes.append((node, function.__globals__))
    # Callers tell what helpers are given, and helpers what they return.
    for ordered in (nodes, nodes[::-1], nodes):
        for node, names in ordered:
            reader.read(node, names)
    return reader


class _Reader:
    """Follows the parsed document through variables, loops and helper functions.

    Attributes:
        root: The document.
        table: The records of a table.
    """

    def __init__(self) -> None:
        self.root = _Shape()
        self.table = _Shape()
        self._returned: dict[str, _Shape] = {}
        self._given: dict[str, dict[int, _Shape]] = {}
        self._around: Mapping[str, Any] = {}
        self._words: dict[str, list[str]] = {}
        self._left = _MAX_NODES

    def read(self, function: ast.FunctionDef | ast.AsyncFunctionDef, around: Mapping[str, Any]) -> None:
        """Follow the document through a function whose global names are *around*."""
        self._around, self._words = around, {}
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        known = {names[at]: one for at, one in self._given.get(function.name, {}).items() if at < len(names)}
        parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
        for node in _in_order(function):
            self._bind(node, known)
            if isinstance(node, ast.expr):
                self._use(node, known, parents)
            if isinstance(node, ast.Return) and node.value is not None:
                shape = self._of(_same_text(node.value), known)
                if shape is not None:
                    self._returned.setdefault(function.name, shape)

    def _bind(self, node: ast.AST, known: dict[str, _Shape]) -> None:
        """Note the variables that a statement or a loop gives a part of the document."""
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                for target, value in zip(targets[0].elts, node.value.elts, strict=False):
                    self._bind(ast.Assign([target], value), known)
                return
            shape = self._of(_same_text(node.value), known)
            for target in targets:
                if isinstance(target, ast.Name) and shape is not None:
                    known[target.id] = shape
                elif isinstance(target, ast.Name):
                    known.pop(target.id, None)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            self._bind_loop(node.target, node.iter, known)

    def _bind_loop(self, target: ast.expr, source: ast.expr, known: dict[str, _Shape]) -> None:
        name, args = _called(source)
        if name == "enumerate" and args and isinstance(target, ast.Tuple) and len(target.elts) > 1:
            self._bind_loop(target.elts[1], args[0], known)
            return
        if name in ("items", "values") and not args and isinstance(source, ast.Call):
            owner = source.func.value if isinstance(source.func, ast.Attribute) else None
            shape = None if owner is None else self._of(owner, known)
            last = target.elts[-1] if isinstance(target, ast.Tuple) else target
            if shape is not None and isinstance(last, ast.Name):
                known[last.id] = shape.each(is_map=True)
                return
        shape = self._of(source, known)
        if shape is not None and isinstance(target, ast.Name):
            known[target.id] = shape.each()
        words = constant_texts(source, self._around) if shape is None else []
        first = target.elts[0] if isinstance(target, ast.Tuple) and name == "items" else target
        if words and isinstance(first, ast.Name):
            self._words[first.id] = words

    def _use(self, node: ast.expr, known: dict[str, _Shape], parents: dict[ast.AST, ast.AST]) -> None:
        """Note what an expression shows of the document."""
        shape = self._of(node, known)
        if shape is not None and not shape.kind:
            shape.kind = kind_of_use(node, parents)
        if shape is not None and not shape.is_compared:
            shape.is_compared = _is_compared(node, parents)
        if shape is not None:
            shape.choices.update(dict.fromkeys(compared_texts(node, parents, self._around)))
        if isinstance(node, ast.Call):
            self._validate(node, known)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for at, argument in enumerate(node.args):
                given = self._of(argument, known)
                if given is not None:
                    self._given.setdefault(node.func.id, {}).setdefault(at, given)

    def _validate(self, node: ast.Call, known: dict[str, _Shape]) -> None:
        """Note the class that a part of the document is passed to: ``Model.model_validate(data)``, ``Row(**data)``.

        A type adapter, as in ``TypeAdapter(list[Row]).validate_json(text)``, shows lists and maps around it as well.
        """
        adapter = self._adapter_of(node)
        if adapter is not None:
            shape = self._of(node, known)
            if shape is not None:
                schema = adapter.json_schema()
                _fill(shape, schema, schema)
            return
        owner, source = node.func, next((word.value for word in node.keywords if word.arg is None), None)
        if isinstance(owner, ast.Attribute) and owner.attr in _VALIDATING and node.args:
            owner, source = owner.value, node.args[0]
        if source is None or not isinstance(owner, ast.Name):
            return
        shape = self._of(source, known)
        if shape is None and isinstance(node.func, ast.Attribute) and "json" in node.func.attr:
            shape = self.root
        if shape is not None:
            shape.fields = _fields_of(self._around.get(owner.id)) or shape.fields

    def _adapter_of(self, node: ast.Call) -> TypeAdapter[Any] | None:
        """Return the type adapter that a call asks to validate something; None if it asks none."""
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr not in _OF_ADAPTERS or not node.args:
            return None
        owner = self._around.get(function.value.id) if isinstance(function.value, ast.Name) else None
        return owner if isinstance(owner, TypeAdapter) else None

    def _of(self, node: ast.expr, known: dict[str, _Shape]) -> _Shape | None:
        """Return the part of the document that an expression is; None if it is something else."""
        if self._left <= 0:
            return None
        if isinstance(node, ast.Name):
            return known.get(node.id)
        if isinstance(node, ast.Await | ast.NamedExpr | ast.Starred):
            return self._of(node.value, known)
        if isinstance(node, ast.BoolOp):
            return self._of(node.values[0], known)
        if isinstance(node, ast.IfExp):
            return self._of(node.body, known)
        if isinstance(node, ast.Subscript):
            return self._at(self._of(node.value, known), node.slice)
        if not isinstance(node, ast.Call):
            return None
        name, args = _called(node)
        if isinstance(node.func, ast.Attribute) and name in _LOOK_UPS and args:
            owner = self._of(node.func.value, known)
            return None if owner is None else self._at(owner, args[0])
        if name in _SAME_ITEMS or name == "next":
            given = self._of(args[-1] if name == "filter" else args[0], known) if args else None
            return given.each() if name == "next" and given is not None else given
        if isinstance(node.func, ast.Attribute) and name == "values" and not args:
            owner = self._of(node.func.value, known)
            if owner is not None:
                owner.each(is_map=True)
            return owner
        if name in _PARSERS:
            return self.root
        if name in _TABLES:
            return self.table
        if name in _ELSEWHERE:
            # What a function returns that runs in another thread.
            called = next((one.id for one in args if isinstance(one, ast.Name) and one.id in self._returned), "")
            return self._returned.get(called)
        if self._adapter_of(node) is not None:
            return self.root if name == "validate_json" else self._of(args[0], known)
        return self._returned.get(name)

    def _at(self, owner: _Shape | None, key: ast.expr) -> _Shape | None:
        if owner is None:
            return None
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            self._left -= key.value not in owner.keys
            return owner.below(key.value)
        if isinstance(key, ast.Name):
            words = self._words.get(key.id) or constant_texts(key, self._around)
            self._left -= len(words)
            if words:
                # One shape for all of them: what is done with one is done with each.
                shape = next((owner.keys[word] for word in words if word in owner.keys), None) or owner.below(words[0])
                for word in words:
                    owner.keys.setdefault(word, shape)
                return shape
        if isinstance(key, ast.Slice):
            return owner
        is_index = isinstance(key, ast.Constant | ast.UnaryOp)
        return owner.each(is_map=not is_index)


def _in_order(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function in the order of its text; a loop's variable before what uses it."""
    for child in ast.iter_child_nodes(function):
        if isinstance(child, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            yield from child.generators
        yield child
        yield from _in_order(child)


def _same_text(node: ast.expr) -> ast.expr:
    """Return the expression of which another is the text: that of ``value`` in ``str(value).strip()``."""
    while isinstance(node, ast.Call):
        name, args = _called(node)
        if isinstance(node.func, ast.Attribute) and name in _SAME_TEXT:
            node = node.func.value
        elif name == "str" and len(args) == 1:
            node = args[0]
        else:
            break
    return node


def _is_compared(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Tell whether a value, or what a function or a method makes of it, is tested for being equal to a variable."""
    parent = parents.get(node)
    while isinstance(parent, ast.Call | ast.Attribute):
        node, parent = parent, parents.get(parent)
    if not isinstance(parent, ast.Compare) or not isinstance(parent.ops[0], ast.Eq | ast.NotEq):
        return False
    return not any(isinstance(side, ast.Constant) for side in (parent.left, *parent.comparators))


def _called(node: ast.expr) -> tuple[str, list[ast.expr]]:
    if not isinstance(node, ast.Call):
        return "", []
    function = node.func
    name = (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )
    return name, node.args


def _fields_of(owner: Any) -> Mapping[str, Any]:
    """Return values for the fields of a Pydantic model or a dataclass."""
    if isinstance(owner, type) and issubclass(owner, BaseModel):
        schema = owner.model_json_schema()
        made = next(iter(candidate_arguments(schema, limit=2)[-1:]), {})
        nodes = schema.get("properties", {})
        secret = [name for name in made if role_of(name, nodes.get(name, {})) is Role.PASSWORD]
        return made | dict.fromkeys(secret, PLANTED_PASSWORD)
    if isinstance(owner, type) and is_dataclass(owner):
        kinds: dict[str, Kind] = {"int": "number", "float": "number", "str": "text", "bool": "flag"}
        return {
            one.name: plain_value(one.name, kinds.get(getattr(one.type, "__name__", str(one.type)), ""), 0)
            for one in fields(owner)
        }
    return {}


def _fill(shape: _Shape, node: Any, schema: Mapping[str, Any], depth: int = 0) -> None:
    """Give a shape what a JSON Schema says of it.

    Args:
        shape: The shape.
        node: A part of the schema.
        schema: The schema, which has the definitions.
        depth: Of the part.
    """
    if not isinstance(node, Mapping) or depth > _MAX_DEPTH:
        return
    if "$ref" in node:
        _fill(shape, schema.get("$defs", {}).get(str(node["$ref"]).rpartition("/")[2]), schema, depth + 1)
    elif isinstance(node.get("anyOf"), list):
        _fill(shape, node["anyOf"][0], schema, depth + 1)
    elif node.get("type") == "array":
        _fill(shape.each(), node.get("items"), schema, depth + 1)
    elif "properties" in node:
        made = candidate_arguments({**node, "$defs": schema.get("$defs", {})}, limit=2)[-1:]
        shape.fields = next(iter(made), {})
    elif node.get("type") == "object":
        _fill(shape.each(is_map=True), node.get("additionalProperties"), schema, depth + 1)
    else:
        kinds: dict[Any, Kind] = {"integer": "number", "number": "number", "string": "text", "boolean": "flag"}
        shape.kind = kinds.get(node.get("type"), shape.kind)


class _Writer:
    """Writes the values of a document for a call."""

    def __init__(self, given: Mapping[str, Any], unknown: Kind, room: int) -> None:
        self._given = given
        self._unknown = unknown
        self._room = room
        values = [value for value in given.values() if isinstance(value, str | int) and not isinstance(value, bool)]
        self._asked = list(dict.fromkeys(map(str, values[:_MAX_GIVEN])))

    def value(self, key: str, shape: _Shape, number: int, depth: int) -> Any:
        """Return a value of a shape, one for each number."""
        if depth > _MAX_DEPTH:
            return None
        if shape.keys or shape.fields:
            asked = {name: asked_value(name, self._given) for name in shape.fields} if number == 0 else {}
            found = {**shape.fields, **{name: one for name, one in asked.items() if isinstance(one, str | int | float)}}
            records = naming_values(self._given, shape.keys)
            for at, (name, below) in enumerate(shape.keys.items()):
                if name in found:
                    continue
                if below.is_compared and number < len(records) and asked_value(name, self._given) is None:
                    # What the code asks for may be called otherwise than the argument.
                    found[name] = records[number]
                elif self._has_room(below):
                    found[name] = ROOM * (at + 1 if self._room > 0 else len(shape.keys) - at)
                else:
                    found[name] = self.value(name, below, number, depth + 1)
            return found | (self._items(shape, depth) if shape.item is not None and shape.is_map else {})
        if shape.item is None:
            return self._leaf(key, shape.kind or self._unknown, number)
        if shape.is_map:
            return self._items(shape, depth)
        return [self.value("", shape.item, at, depth + 1) for at in range(_ITEMS)]

    def _has_room(self, shape: _Shape) -> bool:
        is_leaf = not shape.keys and not shape.fields and shape.item is None
        return bool(self._room) and is_leaf and not shape.is_compared and (shape.kind or self._unknown) == "number"

    def _leaf(self, key: str, kind: Kind, number: int) -> Any:
        asked = asked_value(key, self._given)
        if number == 0 and isinstance(asked, str | int | float):
            return asked
        if isinstance(asked, int | float) and not isinstance(asked, bool):
            # A record that another call asks for has a value of the same kind.
            return asked + number
        first = plain_value(key, kind, 0)
        if number == 1 and isinstance(first, str) and first.isalpha():
            # A word within a word: a search for whole words does not find it, a search for prefixes does.
            return f"{first}s"
        return plain_value(key, kind, number)

    def _items(self, shape: _Shape, depth: int) -> dict[str, Any]:
        assert shape.item is not None  # noqa: S101  # for the type checker
        item = shape.item
        asked = {name: self.value("", item, 0, depth + 1) for name in self._asked}
        others = {name: self.value("", item, at, depth + 1) for at, name in enumerate(("hello", "ada"), start=1)}
        return {**others, **asked}
