"""Own shape: the documents that a tool's own code expects, with objects and lists nested as it looks them up.

    data = response.json()                          {"results": [{"name": "ada", "main": {"temp": 10}}, …]}
    for one in data["results"]:
        one["name"], one["main"]["temp"] - 273

The code is read and not run. Documents of all places that parse JSON are one: a tool that asks twice finds in each
answer what it looks for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from forge_harness import Tool

from ..oracles.own_code import OwnCode
from .mined_constants import author_functions
from .own_keys import Kind, definition_of, kind_of_use
from .shaped_files import plain_value

__all__ = ["own_document"]

_MAX_DEPTH, _MAX_NODES, _ITEMS, _PASSES = 8, 200, 2, 2
_PARSERS = frozenset(("json", "loads", "load", "safe_load"))
_LOOK_UPS = frozenset(("get", "pop", "setdefault"))
#: Builtins that return the items of their first argument.
_SAME_ITEMS = frozenset(("list", "sorted", "reversed", "tuple", "iter", "filter"))


@dataclass(slots=True, eq=False)
class _Shape:
    """A value of a document: an object if it has keys, a list or a map if it has an item."""

    keys: dict[str, _Shape] = field(default_factory=dict)
    item: _Shape | None = None
    is_map: bool = False
    kind: Kind = ""

    def below(self, key: str) -> _Shape:
        return self.keys.setdefault(key, _Shape())

    def each(self, *, is_map: bool = False) -> _Shape:
        if self.item is None:
            self.item, self.is_map = _Shape(), is_map
        return self.item


def own_document(tool: Tool) -> Any:
    """Return a document in which a tool's code finds what it looks up; None if it looks up nothing."""
    own, root = OwnCode(tool), _Shape()
    reader = _Reader(root)
    nodes = []
    for function in author_functions(tool):
        tree = own.tree(function.__code__.co_filename)
        node = None if tree is None else definition_of(tree, function.__code__)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            nodes.append(node)
    # A helper may stand below the function that calls it.
    for _ in range(_PASSES):
        for node in nodes:
            reader.read(node)
    return _value("", root, 0, 0) if root.keys or root.item is not None else None


class _Reader:
    """Follows the parsed document through variables, loops and helper functions."""

    def __init__(self, root: _Shape) -> None:
        self._root = root
        self._returned: dict[str, _Shape] = {}
        self._given: dict[str, dict[int, _Shape]] = {}
        self._left = _MAX_NODES

    def read(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        known = {names[at]: one for at, one in self._given.get(function.name, {}).items() if at < len(names)}
        parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
        for node in _in_order(function):
            self._bind(node, known)
            if isinstance(node, ast.expr):
                self._use(node, known, parents)
            if isinstance(node, ast.Return) and node.value is not None:
                shape = self._of(node.value, known)
                if shape is not None:
                    self._returned.setdefault(function.name, shape)

    def _bind(self, node: ast.AST, known: dict[str, _Shape]) -> None:
        """Note the variables that a statement or a loop gives a part of the document."""
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            shape = self._of(node.value, known)
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

    def _use(self, node: ast.expr, known: dict[str, _Shape], parents: dict[ast.AST, ast.AST]) -> None:
        """Note what an expression shows of the document."""
        shape = self._of(node, known)
        if shape is not None and not shape.kind:
            shape.kind = kind_of_use(node, parents)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for at, argument in enumerate(node.args):
                given = self._of(argument, known)
                if given is not None:
                    self._given.setdefault(node.func.id, {}).setdefault(at, given)

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
            return self._root
        return self._returned.get(name)

    def _at(self, owner: _Shape | None, key: ast.expr) -> _Shape | None:
        if owner is None:
            return None
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            self._left -= key.value not in owner.keys
            return owner.below(key.value)
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


def _called(node: ast.expr) -> tuple[str, list[ast.expr]]:
    if not isinstance(node, ast.Call):
        return "", []
    function = node.func
    name = (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )
    return name, node.args


def _value(key: str, shape: _Shape, number: int, depth: int) -> Any:
    if depth > _MAX_DEPTH:
        return None
    if shape.keys:
        found = {name: _value(name, below, number, depth + 1) for name, below in shape.keys.items()}
        if shape.item is not None and shape.is_map:
            found.update(_items(shape, depth, ("ada", "bob")))
        return found
    if shape.item is None:
        return plain_value(key, shape.kind, number)
    if shape.is_map:
        return _items(shape, depth, ("hello", "ada"))
    return [_value("", shape.item, at, depth + 1) for at in range(_ITEMS)]


def _items(shape: _Shape, depth: int, names: tuple[str, ...]) -> dict[str, Any]:
    assert shape.item is not None  # noqa: S101  # for the type checker
    return {name: _value("", shape.item, at, depth + 1) for at, name in enumerate(names)}
