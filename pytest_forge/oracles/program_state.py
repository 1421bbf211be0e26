"""ProgramState: what the author's code keeps from one call to the next, at one moment, and the way back to it.

    before = ProgramState.take(tool)
    ...
    if not before.restore(): ...  # something is left that cannot be undone

It consists of the globals of the author's modules, attributes of classes and functions, closures, default values,
caches and everything that these refer to. Containers keep their identity. Objects of C code, such as a database
connection or a generator, have a state that cannot be read, so after a call `restore` cannot vouch for them.
"""

from __future__ import annotations

import functools
import itertools
import random
import sys
import threading
import types
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from forge_harness import Tool

from .own_code import OwnCode

__all__ = ["ProgramState"]

_MAX_OBJECTS = 20_000
#: Packages whose objects are settings, or made anew for each call.
_SETTLED = frozenset(
    ("typing", "types", "re", "logging", "enum", "abc", "dataclasses", "inspect", "datetime", "decimal", "fractions",
     "pathlib", "uuid", "zoneinfo", "ipaddress", "pydantic", "pydantic_core", "annotated_types", "typing_extensions",
     "weakref", "_weakref", "string", "operator", "_operator", "collections.abc", "textwrap", "importlib", "codecs")
)  # fmt: skip
_IMMUTABLE = (
    *(type(None), type(...), type(NotImplemented), bool, int, float, complex, str, bytes, range, slice, object),
    *(types.BuiltinFunctionType, types.CodeType, types.ModuleType, types.MappingProxyType, types.GenericAlias),
    *(types.WrapperDescriptorType, types.MethodDescriptorType, types.MethodWrapperType, types.GetSetDescriptorType),
    *(types.MemberDescriptorType, types.ClassMethodDescriptorType, types.UnionType),
)
_LOCKS = (type(threading.Lock()), type(threading.RLock()))
#: Their text says how far they are; that of other iterators does not.
_COUNTS = (itertools.count, itertools.repeat)


class _Part(Struct, frozen=True):
    """One object with a state: how to read it, and how to write it; None if it cannot be written."""

    read: Callable[[], Any]
    write: Callable[[Any], None] | None
    state: Any


class ProgramState:
    """The state of a tool's program at one moment.

    Attributes:
        is_whole: Whether all of it could be read.
    """

    def __init__(self, own: OwnCode) -> None:
        self.is_whole = True
        self._own = own
        self._parts: list[_Part] = []
        # The objects are kept, so that no other object can get one of these addresses.
        self._seen: dict[int, Any] = {}
        self._modules: list[types.ModuleType] = []
        self._loaded = -1

    @classmethod
    def take(cls, tool: Tool) -> ProgramState:
        """Read the state of the program that *tool* belongs to."""
        found = cls(OwnCode(tool))
        modules = found._own_modules()
        waiting: list[Any] = [tool]
        for module in modules:
            found._keep_names(vars(module), waiting)
        while waiting:
            value = waiting.pop()
            if type(value) in _IMMUTABLE or id(value) in found._seen:
                continue
            found._seen[id(value)] = value
            if len(found._seen) > _MAX_OBJECTS:
                found.is_whole = False
                break
            try:
                found._look(value, waiting)
            except Exception:  # noqa: BLE001  # a proxy may raise anything when it is looked at
                found.is_whole = False
        return found

    @property
    def size(self) -> int:
        """The number of items in all containers."""
        return sum(len(part.state) for part in self._parts if isinstance(part.state, list | dict | set | bytes))

    def restore(self) -> bool:
        """Undo all changes since, and return whether there can be no others."""
        is_restored = self._modules == self._own_modules()
        for part in self._parts:
            try:
                now = part.read()
                if _is_same(now, part.state):
                    continue
                if part.write is None:
                    is_restored = False
                    continue
                part.write(part.state)
            except Exception:  # noqa: BLE001  # objects of the author may refuse to be written
                is_restored = False
        return is_restored

    def is_unchanged(self) -> bool:
        """Whether all of it could be read, and is as it was."""
        try:
            is_same = all(_is_same(part.read(), part.state) for part in self._parts)
        except Exception:  # noqa: BLE001  # objects of the author may refuse to be read
            return False
        return is_same and self.is_whole and self._modules == self._own_modules()

    def _own_modules(self) -> list[types.ModuleType]:
        if self._loaded != len(sys.modules):
            self._loaded = len(sys.modules)
            self._modules = self._own.modules()
        return self._modules

    def _look(self, value: Any, waiting: list[Any]) -> None:
        """Note the state of an object, and add what it refers to."""
        kind = type(value)
        if isinstance(value, types.FunctionType):
            self._keep_function(value, waiting)
        elif isinstance(value, types.MethodType | staticmethod | classmethod):
            waiting += [value.__func__, getattr(value, "__self__", None)]
        elif isinstance(value, property):
            waiting += [value.fget, value.fset, value.fdel]
        elif isinstance(value, functools.partial):
            waiting += [value.func, *value.args, *value.keywords.values()]
        elif isinstance(value, type):
            if self._own.is_module(value.__module__):
                self._keep_class(value, waiting)
        elif isinstance(value, dict):
            self._keep_dict(value, waiting)
        elif isinstance(value, list | deque):
            self._keep(lambda: list(value), lambda old: _refill(value, old), waiting)
        elif isinstance(value, set):
            self._keep(lambda: set.copy(value), lambda old: (set.clear(value), set.update(value, old)), waiting)
        elif isinstance(value, bytearray):
            self._keep(lambda: bytes(value), lambda old: value.__setitem__(slice(None), old))
        elif isinstance(value, tuple | frozenset):
            waiting += value
        elif isinstance(value, random.Random):
            if kind is not random.SystemRandom:
                self._keep(value.getstate, value.setstate)
        elif hasattr(kind, "cache_info") and hasattr(kind, "cache_clear"):
            self._keep_cache(value, waiting)
        elif kind in _COUNTS:
            self._keep(lambda: repr(value), None)
        elif kind in _LOCKS:
            # Its text says whether it is locked; a re-entrant lock has no other way.
            self._keep(lambda: repr(value).startswith("<locked"), None)
        elif kind.__module__.partition(".")[0] in _SETTLED or kind.__module__ in _SETTLED:
            return
        elif kind.__flags__ & _IS_HEAP_TYPE and not any(cls.__module__ in _C_MODULES for cls in kind.__mro__):
            self._keep_instance(value, waiting)
        else:
            self.is_whole = False
        if isinstance(value, dict | list | set | deque | tuple) and getattr(value, "__dict__", None):
            self._keep_names(value.__dict__, waiting)

    def _keep(
        self, read: Callable[[], Any], write: Callable[[Any], Any] | None, waiting: list[Any] | None = None
    ) -> None:
        state = read()
        self._parts.append(_Part(read, write, state))
        if waiting is not None:
            waiting += state

    def _keep_dict(self, value: dict[Any, Any], waiting: list[Any]) -> None:
        # An ordered one keeps its order apart; the methods of any other subclass may be the author's.
        kind = OrderedDict if isinstance(value, OrderedDict) else dict

        def write(old: Any) -> None:
            kind.clear(value)
            kind.update(value, old)

        self._keep(lambda: list(kind.items(value)), write)
        waiting += dict.keys(value)
        waiting += dict.values(value)

    def _keep_names(self, names: dict[str, Any], waiting: list[Any]) -> None:
        """Note the attributes in a namespace; only those that differ are written back."""

        def read() -> dict[str, Any]:
            return {name: value for name, value in names.items() if not _is_special(name)}

        def write(old: dict[str, Any]) -> None:
            for name in read().keys() - old.keys():
                del names[name]
            names.update({name: value for name, value in old.items() if names.get(name, names) is not value})

        self._keep(read, write)
        waiting += read().values()

    def _keep_class(self, cls: type, waiting: list[Any]) -> None:
        def read() -> dict[str, Any]:
            return {name: value for name, value in vars(cls).items() if not _is_special(name)}

        def write(old: dict[str, Any]) -> None:
            now = read()
            for name in now.keys() - old.keys():
                delattr(cls, name)
            for name, value in old.items():
                if now.get(name, now) is not value:
                    setattr(cls, name, value)

        self._keep(read, write)
        waiting += read().values()

    def _keep_function(self, function: types.FunctionType, waiting: list[Any]) -> None:
        waiting += function.__defaults__ or ()
        waiting += (function.__kwdefaults__ or {}).values()
        self._keep_names(vars(function), waiting)
        waiting.append(getattr(function, "__wrapped__", None))
        for cell in function.__closure__ or ():
            self._keep(lambda cell=cell: (_content(cell),), lambda old, cell=cell: _fill(cell, old[0]), waiting)  # type: ignore[misc]

    def _keep_cache(self, value: Any, waiting: list[Any]) -> None:
        is_empty = value.cache_info().currsize == 0

        def write(_: Any) -> None:
            value.cache_clear()

        self._keep(value.cache_info, write if is_empty else None)
        waiting.append(getattr(value, "__wrapped__", None))

    def _keep_instance(self, value: Any, waiting: list[Any]) -> None:
        if hasattr(value, "__dict__") and isinstance(value.__dict__, dict):
            self._keep_names(value.__dict__, waiting)
        slots = [name for cls in type(value).__mro__ for name in _slots(cls)]
        if slots:

            def read() -> list[Any]:
                return [getattr(value, name, _MISSING) for name in slots]

            def write(old: list[Any]) -> None:
                for name, one in zip(slots, old, strict=True):
                    if one is _MISSING and hasattr(value, name):
                        object.__delattr__(value, name)
                    elif one is not _MISSING:
                        object.__setattr__(value, name, one)

            self._keep(read, write)
            waiting += read()


_MISSING = object()
#: A class made by Python code.
_IS_HEAP_TYPE = 1 << 9
#: Modules of the standard library whose classes are written in C, and have a state that Python cannot see.
_C_MODULES = frozenset(
    ("sqlite3", "_io", "io", "_socket", "socket", "select", "mmap", "itertools", "_csv", "_ssl", "ssl", "zlib", "_json",
     "array", "_queue", "_random", "_thread", "collections", "functools", "_contextvars", "_asyncio",
     "xml.etree.ElementTree")
)  # fmt: skip


def _is_same(now: Any, then: Any) -> bool:
    """Return whether two readings are of one state: the same objects in the same places."""
    if isinstance(now, dict) and isinstance(then, dict):
        return now.keys() == then.keys() and all(now[name] is then[name] for name in then)
    if isinstance(now, set):
        return len(now) == len(then) and now == then
    if isinstance(now, list | tuple) and isinstance(then, list | tuple) and type(now) in (list, tuple):
        return len(now) == len(then) and all(map(_is_one, now, then))
    return bool(now == then)


def _is_one(now: Any, then: Any) -> bool:
    # Pairs of a dict are new tuples each time.
    if type(now) is tuple and type(then) is tuple and len(now) == len(then):
        return all(one is other for one, other in zip(now, then, strict=True)) or now is then
    return now is then or (type(now) is type(then) and type(now) in (int, float, str, bytes) and now == then)


def _is_special(name: str) -> bool:
    return (name.startswith("__") and name.endswith("__")) or name in ("_abc_impl", "model_config")


def _slots(cls: type) -> Iterable[str]:
    slots = vars(cls).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return [name for name in names if name not in ("__dict__", "__weakref__") and not name.startswith("__")]


def _refill(value: Any, old: list[Any]) -> None:
    if isinstance(value, deque):
        value.clear()
        value.extend(old)
    else:
        list.__setitem__(value, slice(None), old)


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _MISSING


def _fill(cell: types.CellType, value: Any) -> None:
    if value is _MISSING:
        del cell.cell_contents
    else:
        cell.cell_contents = value
