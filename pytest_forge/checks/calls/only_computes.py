"""Only computes: whether the code of a function can do nothing but compute its answer, or change what its module holds.

    def price(net: float, rate: float) -> float:        return round(net * (1 + rate), 2)
    def reserve(seat: str) -> bool:                     return FREE.pop(seat, False)

Nothing that the first reaches keeps state, opens a file, asks the network or starts a program, so no call leaves
anything behind. The second stays in memory. In doubt a function does neither: with a package that is not known, for
example.
"""

from __future__ import annotations

import builtins
import dis
import inspect
import itertools
import random
import re
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType, GenericAlias, ModuleType, UnionType
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from ...regex import regex
from ...strategies.mined_constants import author_functions
from ...targets.subject import Subject
from ...verdict import NotApplicable

__all__ = ["only_computes", "raise_if_it_only_computes", "raise_if_it_stays_in_memory", "stays_in_memory"]

#: Packages of the standard library whose functions and classes keep nothing, and reach nothing outside.
_COMPUTING = frozenset(
    (
        *("abc", "base64", "binascii", "bisect", "calendar", "cmath", "collections", "colorsys", "copy", "dataclasses"),
        *("datetime", "_datetime", "_pydatetime", "decimal", "_decimal", "_pydecimal", "difflib", "enum", "fractions"),
        *("annotated_types", "functools", "_functools", "pydantic"),
        *(
            "hashlib",
            "_hashlib",
            "heapq",
            "_heapq",
            "html",
            "itertools",
            "json",
            "_json",
            "math",
            "numbers",
            "operator",
        ),
        *("_operator", "re", "statistics", "_statistics", "string", "textwrap", "types", "typing", "typing_extensions"),
        *("unicodedata", "zlib", "_bisect", "_collections", "_collections_abc", "__future__"),
    )
)
#: The same for what is kept in memory, is drawn, or tells the time.
_KEPT_IN_MEMORY = frozenset(("_random", "_thread", "_uuid", "random", "secrets", "threading", "time", "uuid"))
_COUNTERS = (itertools.count, itertools.cycle, type(threading.Lock()), type(threading.RLock()), random.Random)
_MAX_HELD = 2_000
_OPENING = frozenset(
    (
        *("open", "eval", "exec", "compile", "input", "print", "globals", "locals", "vars", "setattr", "delattr"),
        *("getattr", "breakpoint", "exit", "quit", "help", "__import__", "memoryview"),
    )
)
#: Kinds of tools whose calls run the function of their author, and nothing else of theirs.
_FUNCTIONS = ("function", "forge", "legacy")
_PLAIN = (str, bytes, int, float, complex, Decimal, Fraction, Enum, date, time, timedelta, tzinfo, re.Pattern, range)
_KEEPING = frozenset(("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"))
_ALIASES = (GenericAlias, UnionType)
#: Packages whose objects tell of types.
_OF_TYPES = ("annotated_types", "pydantic", "typing", "typing_extensions")
#: Where the methods of a dataclass come from.
_MADE = "<string>"
_QUOTED = regex(r"'[^']*'|\"[^\"]*\"")
#: The first name of each; what follows a dot is found in it.
_WORD = regex(r"(?<![\w.])[A-Za-z_]\w*")


def only_computes(subject: Subject) -> bool:
    """Tell whether the tool is a plain function whose code can do nothing but compute; False in doubt."""
    function = _function(subject)
    return function is not None and _computes(function)


def stays_in_memory(subject: Subject) -> bool:
    """Tell whether the tool is a plain function that cannot reach a file, program or network; False in doubt."""
    function = _function(subject)
    return function is not None and _computes(function, may_keep=True)


def raise_if_it_stays_in_memory(subject: Subject) -> None:
    """End a check of files, programs or requests.

    Raises:
        NotApplicable: If the code of the tool cannot reach any.
    """
    if stays_in_memory(subject):
        raise NotApplicable("The code of the function reaches no file, program or network.")


def _function(subject: Subject) -> FunctionType | None:
    if subject.facts.kind not in _FUNCTIONS or subject.facts.workspace_root_aware:
        return None
    function = next(author_functions(subject.tool), None)
    # A cache of a function begins with a function that was made within another one.
    return None if function is None or "<locals>" in function.__qualname__ else function


def raise_if_it_only_computes(subject: Subject) -> None:
    """End a check of what a call leaves behind.

    Raises:
        NotApplicable: If the code of the tool can only compute.
    """
    if only_computes(subject):
        raise NotApplicable("The code of the function can only compute: it reaches no file, program, network or state.")


@lru_cache(maxsize=256)
def _computes(function: FunctionType, *, may_keep: bool = False) -> bool:
    try:
        return _Look(function, may_keep=may_keep).is_free(function)
    except Exception:  # noqa: BLE001  # objects of the author may raise anything
        return False


class _Look:
    """One look at what a function reaches, up to the first object that may do more than compute.

    Args:
        function: The function.
        may_keep: Whether it may change what its module holds.
    """

    def __init__(self, function: FunctionType, *, may_keep: bool) -> None:
        self._module = function.__module__
        self._may_keep = may_keep
        self._known = _COMPUTING | _KEPT_IN_MEMORY if may_keep else _COMPUTING
        self._seen: set[int] = set()

    def is_free(self, value: Any) -> bool:
        """Tell whether using *value* can do nothing but compute."""
        if value is None or value is ... or isinstance(value, _PLAIN) or id(value) in self._seen:
            return True
        self._seen.add(id(value))
        if isinstance(value, tuple | frozenset):
            return all(map(self.is_free, value))
        if isinstance(value, FunctionType):
            return self._is_free_function(value)
        if isinstance(value, type):
            return self._is_free_class(value)
        if isinstance(value, BuiltinFunctionType):
            owner = value.__self__
            return owner is None or (isinstance(owner, ModuleType) and self._is_known(owner.__name__, value.__name__))
        if isinstance(value, ModuleType):
            return _package(value.__name__) in self._known
        if self._may_keep and (held := self._held(value)) is not None:
            return len(held) <= _MAX_HELD and all(map(self.is_free, held))
        # An alias of a type, such as list[str] or Literal["a"].
        if get_origin(value) is not None and not all(map(self.is_free, get_args(value))):
            return False
        return _package(type(value).__module__) in _OF_TYPES or isinstance(value, _ALIASES)

    def _is_known(self, module: str, name: str) -> bool:
        return _package(module) in self._known or (module == "builtins" and name not in _OPENING)

    def _held(self, value: Any) -> list[Any] | None:
        """Return what an object in the memory of a module holds; None if that is not known."""
        if isinstance(value, Mapping):
            return [*value.keys(), *value.values(), type(value)]
        if isinstance(value, list | set | deque):
            return [*value, type(value)]
        if hasattr(value, "cache_info"):
            return [value.__wrapped__]
        if type(value).__module__ == self._module:
            return [*vars(value).values(), type(value)]
        return [] if isinstance(value, _COUNTERS) else None

    def _is_free_function(self, function: FunctionType) -> bool:
        if function.__module__ != self._module:
            return _package(function.__module__) in self._known
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        return (
            (self._may_keep or not function.__dict__)
            and all(map(self.is_free, held))
            and all(self._is_free_annotation(told, function) for told in inspect.get_annotations(function).values())
            and self._is_free_code(function.__code__, function)
        )

    def _is_free_annotation(self, told: Any, function: FunctionType) -> bool:
        """Tell whether an argument of this type is plain: one that is a path can open a file."""
        if not isinstance(told, str):
            return self.is_free(told)
        # Words within quotes are values.
        words = _WORD.findall(_QUOTED.sub("", told))
        return all(word == "None" or self._is_free_name(word, function) for word in words)

    def _is_free_class(self, cls: type) -> bool:
        if cls.__module__ != self._module:
            return self._is_known(cls.__module__, cls.__name__)
        if issubclass(cls, BaseModel):
            # The types of the fields, and what their author has written to validate them.
            kinds = [field.annotation for field in cls.model_fields.values()]
            return all(map(self.is_free, (*kinds, *(part for part in _parts(cls) if isinstance(part, FunctionType)))))
        return all(map(self.is_free, (*cls.__bases__, *_parts(cls))))

    def _is_free_code(self, code: CodeType, function: FunctionType) -> bool:
        before: dis.Instruction | None = None
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and not self._is_free_name(step.argval, function):
                return False
            if step.opname == "IMPORT_NAME" and _package(step.argval) not in self._known:
                return False
            if not self._may_keep and step.opname in _KEEPING and not _is_of_self(step, before, code):
                return False
            # A dunder attribute may lead anywhere.
            if "ATTR" in step.opname and str(step.argval).startswith("__"):
                return False
            before = step
        return all(self._is_free_code(part, function) for part in code.co_consts if isinstance(part, CodeType))

    def _is_free_name(self, name: str, function: FunctionType) -> bool:
        if name in function.__globals__:
            return self.is_free(function.__globals__[name])
        return hasattr(builtins, name) and name not in _OPENING and self.is_free(getattr(builtins, name))


def _package(module: str) -> str:
    return module.partition(".")[0]


def _parts(cls: type) -> Iterator[Any]:
    """Yield what the author has written into a class: functions, also in properties and class methods, and values."""
    for name, value in vars(cls).items():
        part = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
        inner = getattr(part, "__wrapped__", part)
        is_made = isinstance(inner, FunctionType) and inner.__code__.co_filename == _MADE
        is_plumbing = name.startswith("_") and not isinstance(part, FunctionType)
        if not is_made and not (is_plumbing and (name.startswith("__") or issubclass(cls, Enum))):
            yield part


def _is_of_self(step: dis.Instruction, before: dis.Instruction | None, code: CodeType) -> bool:
    """Tell whether an attribute is set of the first argument, as a constructor does."""
    if before is None or "ATTR" not in step.opname or not before.opname.startswith("LOAD_FAST") or not code.co_argcount:
        return False
    loaded = before.argval[-1] if isinstance(before.argval, tuple) else before.argval
    return bool(loaded == code.co_varnames[0])
