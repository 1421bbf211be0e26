"""Own raises: the exceptions that the author's code raises, whose text is therefore the author's."""

from __future__ import annotations

import ast
import builtins
import dis
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..targets.project_copy import module_file
from .own_code import Guard, OwnCode

__all__ = ["OwnRaises", "is_own_raise"]

_RAISE = dis.opmap["RAISE_VARARGS"]

#: Names followed from one ``try`` body; beyond this number every raise counts as the author's.
_MAX_FOLLOWED = 400
_MAX_MODULES = 300
_HARNESS = "forge_harness"

#: Syntax that calls a method implicitly.
_IMPLICIT: Mapping[type[ast.AST], tuple[str, ...]] = types.MappingProxyType(
    {
        **{
            operator: (name, f"r{name}", f"i{name}")
            for operator, name in (
                (ast.Add, "add"),
                (ast.Sub, "sub"),
                (ast.Mult, "mul"),
                (ast.Div, "truediv"),
                (ast.FloorDiv, "floordiv"),
                (ast.Mod, "mod"),
                (ast.Pow, "pow"),
                (ast.MatMult, "matmul"),
                (ast.BitAnd, "and"),
                (ast.BitOr, "or"),
                (ast.BitXor, "xor"),
            )
        },
        ast.Compare: ("eq", "ne", "lt", "le", "gt", "ge", "contains"),
        ast.Subscript: ("getitem", "setitem", "delitem", "missing", "class_getitem"),
        ast.With: ("enter", "exit"),
        ast.AsyncWith: ("aenter", "aexit"),
        ast.For: ("iter", "next"),
        ast.comprehension: ("iter", "next"),
        ast.AsyncFor: ("aiter", "anext"),
        ast.Call: ("call", "getattr"),
        ast.Await: ("await",),
        ast.Attribute: ("getattr", "getattribute", "setattr", "set", "get"),
    }
)


class _Definition(Struct, frozen=True):
    """A function, class or named value of the project, and the names of its module."""

    node: ast.AST
    names: Mapping[str, Any]


class OwnRaises:
    """Tells whether a caught exception may have been raised by the author's code.

    Names are followed, not values: a method is looked up by its name in every class of the project. So rather too much
    counts as raised by the author than too little.

    Args:
        own: The author's code.
    """

    def __init__(self, own: OwnCode) -> None:
        self._own = own
        self._index: dict[str, list[_Definition]] | None = None

    def may_raise(self, guard: Guard, caught: Sequence[type[BaseException]]) -> bool:
        """Tell whether the body of *guard*, or project code that it uses, raises one of *caught*.

        A raise whose class cannot be told counts, and so does code of the harness, whose messages are for models.
        """
        classes = tuple(caught)
        names = self._names(guard.file)
        pending = [_Definition(node, names) for node in guard.body]
        called = {name for node in guard.body for name in _called(node)}
        if any(name not in names and not hasattr(builtins, name) and name not in self._defined() for name in called):
            # A function in a variable may come from anywhere.
            return True
        visited: set[int] = set()
        followed: set[str] = set()
        while pending:
            definition = pending.pop()
            if id(definition.node) in visited:
                continue
            visited.add(id(definition.node))
            if _raises(definition, classes):
                return True
            for name in _used(definition.node):
                if _speaks_to_models(definition.names.get(name)):
                    return True
                if name not in followed:
                    followed.add(name)
                    pending += self._defined().get(name, ())
            if len(followed) > _MAX_FOLLOWED * 10 or len(visited) > _MAX_FOLLOWED:
                return True
        return False

    def _defined(self) -> Mapping[str, list[_Definition]]:
        if self._index is None:
            self._index = {}
            for file, names in self._modules():
                tree = self._own.tree(file)
                local = _inside_functions(tree) if tree is not None else set()
                for node in ast.walk(tree) if tree is not None else ():
                    for name in _defines(node, is_local=id(node) in local):
                        self._index.setdefault(name, []).append(_Definition(node, names))
        return self._index

    def _modules(self) -> list[tuple[str, Mapping[str, Any]]]:
        found = {file: self._names(file) for file in self._own.files}
        for module in list(sys.modules.values()):
            file = module_file(module)
            if file is not None and len(found) < _MAX_MODULES and self._own.owns(file):
                found.setdefault(file, vars(module))
        return list(found.items())

    def _names(self, file: str) -> Mapping[str, Any]:
        for module in list(sys.modules.values()):
            if module_file(module) == file:
                return vars(module)
        return {}


def is_own_raise(own: OwnCode, raised: BaseException) -> bool:
    """Tell whether a ``raise`` in the author's code raised an exception, other than for missing code."""
    trace = raised.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_lasti < 0 or isinstance(raised, NotImplementedError | AssertionError):
        return False
    code = trace.tb_frame.f_code
    return code.co_code[trace.tb_lasti] == _RAISE and own.owns(code.co_filename)


def _raises(definition: _Definition, classes: tuple[type[BaseException], ...]) -> bool:
    for node in ast.walk(definition.node):
        if isinstance(node, ast.Assert) and issubclass(AssertionError, classes):
            return True
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = _value(node.exc.func if isinstance(node.exc, ast.Call) else node.exc, definition.names)
            if not isinstance(raised, type) or not issubclass(raised, BaseException) or issubclass(raised, classes):
                return True
    return False


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return names.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        return getattr(_value(node.value, names), node.attr, None)
    return None


def _used(root: ast.AST) -> Iterator[str]:
    for node in ast.walk(root):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        for name in _IMPLICIT.get(type(node), ()):
            yield f"__{name}__"


def _called(root: ast.AST) -> Iterator[str]:
    for node in ast.walk(root):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def _inside_functions(tree: ast.AST) -> set[int]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {id(inner) for function in functions for statement in function.body for inner in ast.walk(statement)}


def _defines(node: ast.AST, *, is_local: bool) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        # A table of functions, an annotated type with its validators, an alias.
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name) and not is_local:
                yield target.id
            elif isinstance(target, ast.Attribute):
                yield target.attr


def _speaks_to_models(value: Any) -> bool:
    """Tell whether a value is the harness's, or checks data as pydantic does, which names fields and what is wrong."""
    if isinstance(value, type) and hasattr(value, "model_validate"):
        return True
    owners: list[Any] = [value.__name__] if isinstance(value, types.ModuleType) else []
    owners += [getattr(value, "__module__", None), type(value).__module__]
    tops = {owner.partition(".")[0] for owner in owners if isinstance(owner, str)}
    return _HARNESS in tops or type(value).__module__.partition(".")[0] == "pydantic"
