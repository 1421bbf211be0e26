"""Reach: whether a function can reach an object that outlasts a call and may be bound to an event loop.

A client, a lock or a queue serves one event loop only. Functions that may share one must run on the same loop; a
function that reaches no such object may run on any loop.
"""

from __future__ import annotations

import dis
import inspect
import sys
import threading
from collections.abc import Callable, Iterable
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from logging import Logger
from pathlib import PurePath
from re import Pattern
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any
from uuid import UUID

__all__ = ["Reach"]

_PLAIN = (
    *(str, bytes, int, float, complex, Decimal, Enum, UUID, Pattern, PurePath, date, time, timedelta, tzinfo, Logger),
    *(type(None), type(...), type(threading.Lock()), type(threading.RLock())),
    *(threading.Event, threading.Condition, threading.Semaphore, threading.Barrier),
)
#: Packages whose functions and classes keep no state for a tool; `importlib` leads to any other package.
_KNOWN = frozenset((*sys.stdlib_module_names, "forge_harness", "pydantic", "pydantic_core")) - {"importlib"}
_HIDING = frozenset(("eval", "exec", "globals", "__import__"))
_IS_ASYNC = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Reach:
    """The objects that a function can reach between its calls.

    Args:
        function: Called by an event loop.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._look: _Look | None = None

    def __reduce__(self) -> tuple[type[Reach], tuple[Callable[..., Any]]]:
        # Or a copy of a tool would copy everything in its module.
        return Reach, (self.function,)

    def keeps_state(self) -> bool:
        """Tell whether an object that is bound to an event loop may live from one call to the next.

        True in doubt: for globals that change, containers, objects, and packages with coroutines of their own.
        """
        look = self._look
        if look is None or not look.is_current():
            look = self._look = _Look(self.function)
        return look.finds_state


class _Look:
    """One inspection of a function's globals, closure and defaults, up to the first doubtful object."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._package = _package(function)
        self._seen: set[int] = set()
        # The place of each value: any code may give the name another value later.
        self._globals: list[tuple[dict[str, Any], str, Any]] = []
        self._cells: list[tuple[CellType, Any]] = []
        try:
            self.finds_state = not (isinstance(function, FunctionType) and self._is_free(function))
        except Exception:  # noqa: BLE001  # proxy objects, for example, may raise anything
            self.finds_state = True

    def is_current(self) -> bool:
        """Tell whether every name still has the value that was inspected."""
        return all(names.get(name) is value for names, name, value in self._globals) and all(
            _content(cell) is value for cell, value in self._cells
        )

    def _is_free(self, value: Any) -> bool:
        """Tell whether no object behind *value* can be bound to a loop."""
        if isinstance(value, _PLAIN) or id(value) in self._seen:
            return True
        self._seen.add(id(value))
        if isinstance(value, tuple):
            return all(map(self._is_free, value))
        if isinstance(value, FunctionType):
            return self._is_free_function(value)
        if isinstance(value, type):
            return all(map(self._is_free_class, value.__mro__))
        if isinstance(value, BuiltinFunctionType):
            return value.__self__ is None or isinstance(value.__self__, ModuleType)
        package = _package(value)
        if isinstance(value, ModuleType):
            return package in _KNOWN or self._is_foreign(package)
        # For example a session of a package without coroutines. A container may hold anything.
        return package not in _KNOWN and not isinstance(value, Iterable) and self._is_foreign(package)

    def _is_free_function(self, function: FunctionType) -> bool:
        package = _package(function)
        if package == self._package:
            if not self._is_free_code(function.__code__, function.__globals__):
                return False
        elif package not in _KNOWN and not self._is_foreign(package):
            return False
        for cell in function.__closure__ or ():
            content = _content(cell)
            self._cells.append((cell, content))
            if content is None or not self._is_free(content):
                return False
        return all(map(self._is_free, (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())))

    def _is_free_class(self, cls: type) -> bool:
        package = _package(cls)
        if package != self._package:
            return package in _KNOWN or self._is_foreign(package)
        for name, value in vars(cls).items():
            inner = getattr(value, "__func__", value)
            is_looked_at = isinstance(inner, FunctionType) or not (name in _OF_MODELS or name.startswith("__"))
            if is_looked_at and (inner is None or not self._is_free(inner)):
                return False
        return True

    def _is_free_code(self, code: CodeType, names: dict[str, Any]) -> bool:
        for step in dis.get_instructions(code):
            # The next call finds what was stored in a module, a class or a function.
            if step.opname in _STORES or step.argval in _HIDING:
                return False
            if step.opname == "IMPORT_NAME" and not self._is_free(sys.modules.get(step.argval, [])):
                return False
        for name in code.co_names:
            if name in names:
                value = names[name]
                self._globals.append((names, name, value))
                # None is usually replaced by a value later.
                if value is None or not self._is_free(value):
                    return False
        return all(self._is_free_code(part, names) for part in code.co_consts if isinstance(part, CodeType))

    def _is_foreign(self, package: str) -> bool:
        """Tell whether *package* is another package, and neither it nor a package that it uses has coroutines."""
        return package != self._package and not _has_coroutines(package, len(sys.modules))


_STORES = frozenset(("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR"))
#: Attributes that Pydantic and `abc` add to a class.
_OF_MODELS = frozenset(("model_config", "_abc_impl"))


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        # It is not assigned yet.
        return None


def _package(value: Any) -> str:
    """Return the top-level package of *value*; for a function, that of its own code, even if it wraps another."""
    if isinstance(value, FunctionType):
        name = value.__globals__.get("__name__")
    elif isinstance(value, ModuleType):
        name = value.__name__
    else:
        name = getattr(value if isinstance(value, type) else type(value), "__module__", "")
    return str(name).partition(".")[0]


@lru_cache(256)
def _has_coroutines(package: str, loaded: int) -> bool:  # noqa: ARG001  # the answer may change when modules are added
    """Tell whether any module of *package*, or of a package that it uses, has coroutines or uses asyncio."""
    seen, left = {package}, [package]
    while left:
        package = left.pop()
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] != package or not isinstance(module, ModuleType):
                continue
            for value in list(vars(module).values()):
                inner = vars(value).values() if isinstance(value, type) else (value,)
                if any(isinstance(one, FunctionType) and one.__code__.co_flags & _IS_ASYNC for one in inner):
                    return True
                used = _package(value)
                if used == "asyncio":
                    return True
                if used not in seen and used not in _KNOWN:
                    seen.add(used)
                    left.append(used)
    return False
