"""Shallow copies: whether a tool's code changes the inside of a copy of what its module holds.

plan = dict(_TEMPLATES[name])          a copy: the author does not mean to change the template
plan["water"]["minutes"] = minutes     its parts are those of the template

A copy that the code stores again, or passes on, does not count: to change what it holds may be its purpose.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

from forge_harness import Tool

from ..oracles.own_code import OwnCode
from .mined_constants import author_functions
from .own_keys import definition_of

__all__ = ["changes_shared_parts"]

_CHANGING = frozenset(
    ("append", "extend", "insert", "update", "setdefault", "pop", "remove", "clear", "add", "discard")
)
_COPYING = frozenset(("copy", "dict"))
_LOOKING = frozenset(("get", "setdefault"))
#: Begins the name of what an object holds.
_OBJECT = "self."


def changes_shared_parts(tool: Tool) -> bool:
    """Tell whether a function of the tool changes a part of a shallow copy of data that its module holds."""
    own = OwnCode(tool)
    for function in author_functions(tool):
        tree = own.tree(function.__code__.co_filename)
        node = None if tree is None else definition_of(tree, function.__code__)
        if node is not None and any(_copies_changed_inside(node, function.__globals__)):
            return True
    return False


def _copies_changed_inside(function: ast.AST, around: Mapping[str, Any]) -> Iterator[bool]:
    bound = list(_bindings(function))
    own = {name for name, _ in bound}
    # What a variable holds is the module's if it was looked up there.
    kept = {name for name, value in bound if _root(value) not in own and _is_kept(_root(value), around)}
    copies = {
        name
        for name, value in bound
        for source in [_copied(value)]
        if source is not None
        and (_root(source) in kept or (_root(source) not in own and _is_kept(_root(source), around)))
    }
    passed = set(_passed_on(function, around))
    for place in _changed_places(function):
        depth, root = _depth(place), _root(place)
        if root in copies - passed and depth > 1:
            yield True


def _bindings(function: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the variables of a function with what is assigned to each."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _is_kept(name: str, around: Mapping[str, Any]) -> bool:
    return name.startswith(_OBJECT) or isinstance(around.get(name), dict | list)


def _root(node: ast.expr) -> str:
    """Return the variable that an expression looks something up in; empty if there is none."""
    while True:
        match node:
            case ast.Name():
                return node.id
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                return _OBJECT + name
            case ast.Subscript():
                node = node.value
            case ast.Call(func=ast.Attribute(value=source, attr=method)) if method in _LOOKING:
                node = source
            case _:
                return ""


def _depth(node: ast.expr) -> int:
    """Return how often an expression looks something up."""
    depth = 0
    while isinstance(node, ast.Subscript | ast.Call):
        depth += 1
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKING:
            node = node.func.value
        else:
            break
    return depth


def _copied(node: ast.expr) -> ast.expr | None:
    """Return what an expression makes a shallow copy of; None if it makes none."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[source, *_]) if name in _COPYING:
            return source
        case ast.Call(func=ast.Attribute(value=ast.Name(id="copy"), attr="copy"), args=[source]):
            return source
        case ast.Call(func=ast.Attribute(value=source, attr="copy"), args=[]):
            return source
        case ast.Dict(keys=[None, *_], values=[source, *_]):
            return source
        case ast.BinOp(left=source, op=ast.BitOr()):
            return source
    return None


def _changed_places(function: ast.AST) -> Iterator[ast.expr]:
    """Yield the places to which a function assigns, and for a method that changes its object, a place in that."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                yield from (target for target in targets if isinstance(target, ast.Subscript))
            case ast.AugAssign(target=ast.Subscript() as target):
                yield target
            case ast.Call(func=ast.Attribute(value=ast.Subscript() | ast.Call() as source, attr=method)):
                if method in _CHANGING:
                    yield ast.Subscript(source, ast.Constant(None))


def _passed_on(function: ast.AST, around: Mapping[str, Any]) -> Iterator[str]:
    """Yield the variables that a function stores somewhere, or passes to another function of the module."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(not isinstance(target, ast.Name) for target in node.targets):
            yield from (part.id for part in [node.value] if isinstance(part, ast.Name))
        elif isinstance(node, ast.Call):
            is_own = isinstance(node.func, ast.Name) and isinstance(around.get(node.func.id), FunctionType)
            if is_own or isinstance(node.func, ast.Attribute):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                yield from (part.id for part in given if isinstance(part, ast.Name))
