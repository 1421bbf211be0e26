"""Only computes: whether the code of a function can do nothing but compute its answer.

    def price(net: float, rate: float) -> float:        return round(net * (1 + rate), 2)

Nothing that it reaches keeps state, opens a file, asks the network or starts a program, so no call leaves anything
behind. In doubt it can: with a list or dict of its module, a package that is not known, an attribute that is set.
"""

from __future__ import annotations

import builtins
import dis
import inspect
import re
from collections.abc import Iterator
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType, GenericAlias, ModuleType, UnionType
from typing import Any

from ...regex import regex
from ...strategies.mined_constants import author_functions
from ...targets.subject import Subject
from ...verdict import NotApplicable

__all__ = ["only_computes", "raise_if_it_only_computes"]

#: Packages of the standard library whose functions and classes keep nothing, and reach nothing outside.
_COMPUTING = frozenset(
    (
        *("abc", "base64", "binascii", "bisect", "calendar", "cmath", "collections", "colorsys", "copy", "dataclasses"),
        *("datetime", "_datetime", "_pydatetime", "decimal", "_decimal", "_pydecimal", "difflib", "enum", "fractions"),
        *("functools", "_functools"),
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
_OPENING = frozenset(
    (
        *("open", "eval", "exec", "compile", "input", "print", "globals", "locals", "vars", "setattr", "delattr"),
        *("getattr", "breakpoint", "exit", "quit", "help", "__import__", "memoryview"),
    )
)
_PLAIN = (str, bytes, int, float, complex, Decimal, Fraction, Enum, date, time, timedelta, tzinfo, re.Pattern, range)
_KEEPING = frozenset(("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"))
_ALIASES = (GenericAlias, UnionType)
#: Where the methods of a dataclass come from.
_MADE = "<string>"
_WORD = regex(r"[A-Za-z_]\w*")


def only_computes(subject: Subject) -> bool:
    """Tell whether the tool is a plain function whose code can do nothing but compute; False in doubt."""
    if subject.is_served or subject.facts.kind != "function":
        return False
    function = next(author_functions(subject.tool), None)
    return isinstance(function, FunctionType) and _computes(function)


def raise_if_it_only_computes(subject: Subject) -> None:
    """End a check of what a call leaves behind.

    Raises:
        NotApplicable: If the code of the tool can only compute.
    """
    if only_computes(subject):
        raise NotApplicable("The code of the function can only compute: it reaches no file, program, network or state.")


@lru_cache(maxsize=256)
def _computes(function: FunctionType) -> bool:
    try:
        return _Look(function).is_free(function)
    except Exception:  # noqa: BLE001  # objects of the author may raise anything
        return False


class _Look:
    """One look at what a function reaches, up to the first object that may do more than compute."""

    def __init__(self, function: FunctionType) -> None:
        self._module = function.__module__
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
            return _package(value.__name__) in _COMPUTING
        # An alias of a type, such as list[str] or Literal["a"].
        return _package(type(value).__module__) in ("typing", "typing_extensions") or isinstance(value, _ALIASES)

    def _is_known(self, module: str, name: str) -> bool:
        return _package(module) in _COMPUTING or (module == "builtins" and name not in _OPENING)

    def _is_free_function(self, function: FunctionType) -> bool:
        if function.__module__ != self._module:
            return _package(function.__module__) in _COMPUTING
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        return (
            not function.__dict__
            and all(map(self.is_free, held))
            and all(self._is_free_name(name, function) for name in _annotated(function))
            and self._is_free_code(function.__code__, function)
        )

    def _is_free_class(self, cls: type) -> bool:
        if cls.__module__ != self._module:
            return self._is_known(cls.__module__, cls.__name__)
        return all(map(self.is_free, (*cls.__bases__, *_parts(cls))))

    def _is_free_code(self, code: CodeType, function: FunctionType) -> bool:
        before: dis.Instruction | None = None
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and not self._is_free_name(step.argval, function):
                return False
            if step.opname == "IMPORT_NAME" and _package(step.argval) not in _COMPUTING:
                return False
            if step.opname in _KEEPING and not _is_of_self(step, before, code):
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


def _annotated(function: FunctionType) -> Iterator[str]:
    """Yield the names in a function's annotations: an argument that is a path can open a file."""
    for told in inspect.get_annotations(function).values():
        if isinstance(told, str):
            # Words within quotes are values.
            yield from (word for word in _WORD.findall(re.sub(r"'[^']*'|\"[^\"]*\"", "", told)) if word != "None")
        elif isinstance(told, type):
            yield told.__name__


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
