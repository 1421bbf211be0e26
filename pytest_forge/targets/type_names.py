"""Type names: what annotations mean, those too whose names are imported for type checkers alone."""

from __future__ import annotations

import ast
import inspect
import sys
import typing
from collections import abc
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType, UnionType
from typing import Annotated, Any, Union

__all__ = ["as_sent", "resolved_annotations"]

#: What a caller may pass as any list, and Pydantic would check only when somebody asks for the next item.
_LAZY = (abc.Iterable, abc.Iterator, abc.Generator, abc.Collection)


def as_sent(hint: Any) -> Any:
    """Return the type in which a model's JSON fills *hint*: lists for whatever is only gone through."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return Annotated[(as_sent(inner[0]), *inner[1:])]
    if origin in _LAZY or hint in _LAZY:
        return list[as_sent(inner[0])] if inner else list[Any]  # type: ignore[misc]  # a type made at run time
    if origin in (Union, UnionType):
        return Union[tuple(as_sent(one) for one in inner)]  # noqa: UP007  # made at run time
    if origin in (list, set, frozenset, tuple, dict, abc.Sequence, abc.Mapping):
        return origin[tuple(one if one is ... else as_sent(one) for one in inner)]
    return hint


def resolved_annotations(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of *function* as types, by parameter; ``return`` is left out.

    Names that stand under ``if TYPE_CHECKING:`` mean what their module says there. Its statements are run for that, in
    a copy of the module's names, so that the module itself stays as it is.

    Raises:
        Exception: Whatever an annotation raises when it is evaluated; `NameError` for a name that nobody declares.
    """
    wanted = {name: value for name, value in inspect.get_annotations(function).items() if name != "return"}
    # A decorator that keeps the annotations as text leaves them with the names of where they were written.
    written = inspect.unwrap(function)
    try:
        return _evaluated(wanted, getattr(written, "__globals__", {}))
    except NameError:
        module = sys.modules.get(written.__module__)
        if module is None:
            raise
        return _evaluated(wanted, _names_for_checkers(module))


def _evaluated(wanted: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    def bare() -> None: ...

    bare.__annotations__ = wanted
    return typing.get_type_hints(bare, names, include_extras=True)


def _names_for_checkers(module: ModuleType) -> dict[str, Any]:
    names = dict(vars(module))
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):
        return names
    for statement in _for_checkers(tree):
        code = compile(ast.Module([statement], []), module.__file__ or "<module>", "exec")
        # One that fails, such as an import of stubs, leaves its names unknown, and the others known.
        with suppress(Exception):
            exec(code, names)  # noqa: S102  # the target's own code, where the target itself was imported
    return names


def _for_checkers(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in tree.body:
        if isinstance(node, ast.If):
            test = node.test
            said = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
            if said == "TYPE_CHECKING":
                yield from node.body
