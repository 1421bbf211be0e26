"""Reader of documents: follows a parsed document through a tool's code, which is read and not run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType
from typing import Any

from pydantic import TypeAdapter

from ..oracles.own_code import OwnCode
from .compared_texts import compared_texts
from .document_shape import Shape, class_fields, fill_shape
from .own_keys import constant_texts, definition_of, kind_of_use, texts_of

__all__ = ["DocumentReader", "followed_documents"]

_MAX_NODES = 200
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


def followed_documents(own: OwnCode, functions: Iterable[FunctionType]) -> DocumentReader:
    """Return what has followed the documents of a tool through functions of its code."""
    reader = DocumentReader()
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


class DocumentReader:
    """Follows the parsed document through variables, loops and helper functions.

    Attributes:
        root: The document.
        table: The records of a table.
    """

    def __init__(self) -> None:
        self.root = Shape()
        self.table = Shape()
        self._returned: dict[str, Shape] = {}
        self._given: dict[str, dict[int, Shape]] = {}
        # The texts that callers pass to a function, by the position or the name of the argument.
        self._told: dict[str, dict[int | str, dict[str, None]]] = {}
        self._around: Mapping[str, Any] = {}
        self._words: dict[str, list[str]] = {}
        self._left = _MAX_NODES

    def read(self, function: ast.FunctionDef | ast.AsyncFunctionDef, around: Mapping[str, Any]) -> None:
        """Follow the document through a function whose global names are *around*."""
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        told = self._told.get(function.name, {})
        named = {at: list(texts) for at, texts in told.items() if isinstance(at, str)}
        named |= {names[at]: list(texts) for at, texts in told.items() if isinstance(at, int) and at < len(names)}
        self._around, self._words = around, named
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

    def _bind(self, node: ast.AST, known: dict[str, Shape]) -> None:
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

    def _bind_loop(self, target: ast.expr, source: ast.expr, known: dict[str, Shape]) -> None:
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

    def _use(self, node: ast.expr, known: dict[str, Shape], parents: dict[ast.AST, ast.AST]) -> None:
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
            for place, argument in (*enumerate(node.args), *((word.arg, word.value) for word in node.keywords)):
                # A helper may look up the key that it is passed.
                if place is not None and (texts := texts_of(argument, self._words)):
                    self._told.setdefault(node.func.id, {}).setdefault(place, {}).update(dict.fromkeys(texts))

    def _validate(self, node: ast.Call, known: dict[str, Shape]) -> None:
        """Note the class that a part of the document is passed to: ``Model.model_validate(data)``, ``Row(**data)``.

        A type adapter, as in ``TypeAdapter(list[Row]).validate_json(text)``, shows lists and maps around it as well.
        """
        adapter = self._adapter_of(node)
        if adapter is not None:
            shape = self._of(node, known)
            if shape is not None:
                schema = adapter.json_schema()
                fill_shape(shape, schema, schema)
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
            shape.fields = class_fields(self._around.get(owner.id)) or shape.fields

    def _adapter_of(self, node: ast.Call) -> TypeAdapter[Any] | None:
        """Return the type adapter that a call asks to validate something; None if it asks none."""
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr not in _OF_ADAPTERS or not node.args:
            return None
        owner = self._around.get(function.value.id) if isinstance(function.value, ast.Name) else None
        return owner if isinstance(owner, TypeAdapter) else None

    def _of(self, node: ast.expr, known: dict[str, Shape]) -> Shape | None:
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
        if isinstance(node, ast.DictComp | ast.ListComp | ast.GeneratorExp):
            # Records by their key, or some of them.
            inside = dict(known)
            for loop in node.generators:
                self._bind(loop, inside)
            item = self._of(node.value if isinstance(node, ast.DictComp) else node.elt, inside)
            return None if item is None else Shape(item=item, is_map=isinstance(node, ast.DictComp))
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

    def _at(self, owner: Shape | None, key: ast.expr) -> Shape | None:
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
