"""Type names: annotations as types, including names imported under ``if TYPE_CHECKING:``."""

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

from .typed_dicts import readable_typed_dict

__all__ = ["as_sent", "resolved_annotations"]

#: Types that a list satisfies, and that Pydantic would validate only during iteration.
_LAZY = (abc.Iterable, abc.Iterator, abc.Generator, abc.Collection)


def as_sent(hint: Any) -> Any:
    """Return the type that JSON from a model fills for *hint*: a list for types that are only iterated over."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return Annotated[(as_sent(inner[0]), *inner[1:])]
    if origin in _LAZY or hint in _LAZY:
        return list[as_sent(inner[0])] if inner else list[Any]  # type: ignore[misc]  # a type made at run time
    if origin in (Union, UnionType):
        return Union[tuple(as_sent(one) for one in inner)]  # noqa: UP007  # made at run time
    if origin in (list, set, frozenset, tuple, dict, abc.Sequence, abc.Mapping):
        return origin[tuple(one if one is ... else as_sent(one) for one in inner)]
    return readable_typed_dict(hint, as_sent)


def resolved_annotations(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of *function* as types, by parameter; ``return`` is left out.

    Names under ``if TYPE_CHECKING:`` are resolved by running that block in a copy of the module's namespace; the module
    itself does not change.

    Raises:
        Exception: Any exception of an annotation that is evaluated; `NameError` for an undefined name.
    """
    wanted = {name: value for name, value in inspect.get_annotations(function).items() if name != "return"}
    # A decorator may copy annotations as text, whose names belong to the module of the original function.
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
        # A statement may fail, such as an import of stubs; the others still define their names.
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
