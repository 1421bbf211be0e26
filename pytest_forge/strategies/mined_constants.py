"""Mined constants: numbers, texts and names in a tool's code, with which it probably compares its arguments."""

from __future__ import annotations

import dis
import inspect
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from msgspec import Struct

from forge_harness import Tool

from ..targets.delegated_tool import DelegatedTool
from ..targets.held_values import nested_codes, record_texts, scalars_in

__all__ = [
    "MinedConstants",
    "author_codes",
    "author_functions",
    "changes_state",
    "has_changing_defaults",
    "kept_values",
    "may_refuse",
    "mined_constants",
    "names_in_tables",
    "rows_in_tables",
    "used_values",
]

_MAX_FUNCTIONS = 60
_MAX_TEXT = 80
_OF_THIS_PROJECT = ("forge_harness.", "pytest_forge.targets.")
_OUR_TOOLS = ("forge_harness.tools.builtin.", "forge_harness.tools.code.")
#: Attributes in which tools and wrappers keep the implementing function.
_HOLDERS = ("impl", "executor", "_tool", "handler", "function", "func", "fn")

#: Operations by which code changes state that outlives a call.
_STORES = frozenset(("STORE_GLOBAL", "STORE_SUBSCR", "STORE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL", "STORE_DEREF"))
_MUTATORS = frozenset(
    (
        *("append", "extend", "insert", "pop", "popitem", "remove", "clear", "update", "setdefault", "add", "discard"),
        *("sort", "reverse", "put", "appendleft", "popleft", "chdir", "environ", "setattr", "seed"),
        *("execute", "executemany", "executescript"),
    )
)
#: Functions that refuse a text of another form.
_READING = frozenset(("strptime", "fromisoformat", "ZoneInfo", "Decimal", "Fraction"))


class MinedConstants(Struct, frozen=True):
    """Constants of a tool's code, in order of appearance.

    Attributes:
        numbers: Finite numbers, without booleans.
        texts: Short texts, without docstrings.
        names: Names in the code: globals, attributes, and imports.
    """

    numbers: tuple[int | float, ...] = ()
    texts: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()


def mined_constants(tool: Tool, *, limit: int = 60) -> MinedConstants:
    """Return the constants of the tool's functions, their closures, and the tables they use.

    Args:
        tool: The tool.
        limit: Maximum number of numbers, and of texts.
    """
    found: list[Any] = []
    named: set[str] = set()
    of_records: list[str] = []
    for function in author_functions(tool):
        documentation = {function.__doc__}
        for code in nested_codes(function.__code__):
            found += [item for constant in code.co_consts for item in scalars_in(constant) if item not in documentation]
            named.update(code.co_names)
        for name in _names(function):
            found += scalars_in(function.__globals__.get(name))
            of_records += record_texts(function.__globals__.get(name))
        for held in _captured(function):
            found += scalars_in(held)
            of_records += record_texts(held)
    found += of_records
    numbers = [item for item in found if type(item) in (int, float) and math.isfinite(item) and abs(item) < 1 << 64]
    texts = [item for item in found if type(item) is str and 0 < len(item) <= _MAX_TEXT]
    return MinedConstants(tuple(dict.fromkeys(numbers))[:limit], tuple(dict.fromkeys(texts))[:limit], frozenset(named))


def names_in_tables(tool: Tool, *, limit: int = 8) -> list[str]:
    """Return the first texts in the records of the tables that a tool's functions use."""
    held = (function.__globals__.get(name) for function in author_functions(tool) for name in _names(function))
    return list(dict.fromkeys(text for value in held for text in record_texts(value)))[:limit]


def rows_in_tables(tool: Tool, *, limit: int = 8) -> list[Mapping[str, Any] | Sequence[Any]]:
    """Return the first records of the tables that a tool's functions use, and pairs of keys, one below the other."""
    found: list[Mapping[str, Any] | Sequence[Any]] = []
    for function in author_functions(tool):
        for name in _names(function):
            table = function.__globals__[name]
            if type(table) in (list, tuple):
                found += [row for row in table[:limit] if type(row) in (dict, tuple, list)]
            elif type(table) is dict:
                below = [(key, value) for key, value in list(table.items())[:limit] if isinstance(key, str)]
                found += [(key, *value) if type(value) is dict else (key,) for key, value in below]
    return found[:limit]


def used_values(function: FunctionType) -> list[Any]:
    """Return the values of the global names that a function uses, and those of its closure."""
    return [*(function.__globals__[name] for name in _names(function)), *_captured(function)]


def author_codes(tool: Tool) -> Iterator[CodeType]:
    """Yield the code of a tool's functions, and of the functions they use from the same module."""
    for function in author_functions(tool):
        yield from nested_codes(function.__code__)


def changes_state(codes: Iterable[CodeType]) -> bool:
    """Tell whether code may change state that outlives a call."""
    return any(
        not _MUTATORS.isdisjoint(code.co_names)
        or any(instruction.opname in _STORES for instruction in dis.get_instructions(code))
        for code in codes
    )


def may_refuse(codes: Iterable[CodeType]) -> bool:
    """Tell whether code raises an exception of its own, goes one way or another, or reads texts of one form alone."""
    codes = list(codes)
    return any(not _READING.isdisjoint(code.co_names) for code in codes) or any(
        instruction.opname == "RAISE_VARARGS" or "_IF_" in instruction.opname
        for code in codes
        for instruction in dis.get_instructions(code)
    )


def kept_values(tool: Tool) -> set[tuple[int, str]]:
    """Return the state that the tool's functions read besides their arguments, as pairs of owner and name.

    Tools that share one of them may affect each other: a table, a file name, an object.
    """
    found: set[tuple[int, str]] = set()
    for function in author_functions(tool):
        for name in _names(function):
            value = function.__globals__[name]
            if not callable(value) and not isinstance(value, ModuleType):
                found.add((id(function.__globals__), name))
        found.update((id(cell), "") for cell in _captured(function) if not callable(cell))
    for holder in _HOLDERS:
        owner = getattr(getattr(tool, holder, None), "__self__", None)
        if owner is not None and not isinstance(owner, ModuleType):
            found.add((id(owner), ""))
    return found


def has_changing_defaults(tool: Tool) -> bool:
    """Tell whether a function of the tool has a mutable default: a list, a dict or a set."""
    return any(
        isinstance(value, list | dict | set)
        for function in author_functions(tool)
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    )


def author_functions(tool: Tool) -> Iterator[FunctionType]:
    """Yield a tool's function, and the functions that it uses from the same module."""
    stack: list[Any] = [tool]
    visited: set[int] = set()
    modules: set[str] = set()
    while stack and len(visited) < _MAX_FUNCTIONS * 8 and len(modules) < _MAX_FUNCTIONS:
        item = stack.pop(0)
        if id(item) in visited or item is None:
            continue
        visited.add(id(item))
        if inspect.ismethod(item):
            stack.append(item.__func__)
        elif isinstance(item, partial):
            stack.append(item.func)
        elif isinstance(item, FunctionType):
            # Wrappers of this project carry the name of the function they wrap, but not its globals.
            module = str(item.__globals__.get("__name__", ""))
            if not module.startswith(_OF_THIS_PROJECT) or module.startswith(_OUR_TOOLS):
                yield item
                used = [item.__globals__.get(name) for name in _names(item)]
                stack += [value for value in used if getattr(value, "__module__", None) == item.__module__]
            stack.append(inspect.getattr_static(item, "__wrapped__", None))
            stack += [value for value in _captured(item) if callable(value)]
        elif isinstance(item, type):
            # A class of the same module: the function uses its methods.
            stack += [value for value in vars(item).values() if isinstance(value, FunctionType)][:20]
        elif not isinstance(item, ModuleType | str | bytes | int | float):
            holder = getattr(item, "__dict__", {})
            stack += [holder[name] for name in _HOLDERS if name in holder]
            if not isinstance(item, DelegatedTool):
                stack += [getattr(type(item), name, None) for name in ("__call__", "execute", "run")]
            if not isinstance(item, Tool):
                stack.append(type(item))
                stack += [value for value in holder.values() if callable(value)]


def _captured(function: FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # a name that was never bound
            continue


def _names(function: FunctionType) -> list[str]:
    return [name for code in nested_codes(function.__code__) for name in code.co_names if name in function.__globals__]
