"""Held values: names, short texts and numbers in the data and the code of an author, with which calls may find records.

The interpreter of a Python server under test executes this file too, see `startup.sitecustomize`: it imports the
standard library only, supports older interpreters than the checks do, and calls nothing of the author's.
"""

from __future__ import annotations

import csv
import enum
import json
import os
import re
import sys
from types import CodeType, FunctionType, MappingProxyType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

__all__ = [
    "MAX_OWNERS",
    "MAX_VALUES",
    "author_modules",
    "follows_salt",
    "held_values",
    "nested_codes",
    "record_texts",
    "scalars_in",
]

#: The most values of one owner, and the most owners, that are told.
MAX_VALUES, MAX_OWNERS = 40, 120

_MAX_ITEMS = 60
_MAX_TEXT = 80
#: Of a text that may be a table.
_MAX_DOCUMENT, _MIN_LINES = 1 << 16, 3
_MAX_MODULES, _MAX_NAMES, _MAX_DEPTH = 80, 400, 3
_ZONE = re.compile(r"[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+){1,2}")
_LIBRARIES = ("site-packages", "dist-packages")


def held_values(modules: Iterable[ModuleType]) -> list[tuple[str, tuple[str | int, ...]]]:
    """Return the owners of values in *modules*, each with its values: data before the constants of code.

    An owner is a variable, an attribute or a function, by its name.

    Args:
        modules: The author's.
    """
    found, told = _Owners(), _Owners()
    visited: set[int] = set()
    for module in list(modules)[:_MAX_MODULES]:
        waiting = [(name, value, 0) for name, value in list(vars(module).items())[:_MAX_NAMES]]
        while waiting:
            owner, value, depth = waiting.pop(0)
            value = _unwrapped(value)
            if owner.startswith("__") or id(value) in visited or isinstance(value, ModuleType):
                continue
            kind = value if isinstance(value, type) else type(value)
            if isinstance(value, FunctionType):
                if value.__module__ == module.__name__:
                    told.keep(value.__name__, _constants(value))
            elif isinstance(value, type) and issubclass(value, enum.Enum):
                found.keep(owner, (member._value_ for member in value.__members__.values()))
            elif vars(kind).get("__module__") == module.__name__ and depth < _MAX_DEPTH:
                waiting += [(name, part, depth + 1) for name, part in list(_attributes(value).items())[:_MAX_ITEMS]]
                waiting += [] if kind is value else [(kind.__name__, kind, depth + 1)]
            else:
                found.keep(owner, [*scalars_in(value), *record_texts(value)])
                continue
            visited.add(id(value))
    return [*found.listed(), *told.listed()]


class _Owners:
    def __init__(self) -> None:
        self._values: dict[str, dict[str | int, None]] = {}

    def keep(self, owner: str, values: Iterable[Any]) -> None:
        kept = [value for value in values if _is_callable_with(value)]
        if kept and (owner in self._values or len(self._values) < MAX_OWNERS):
            self._values.setdefault(owner, {}).update(dict.fromkeys(kept))

    def listed(self) -> list[tuple[str, tuple[str | int, ...]]]:
        return [(owner, tuple(values)[:MAX_VALUES]) for owner, values in self._values.items()]


#: Modules of the start of an interpreter, which are there already.
_OF_START = frozenset(("__main__", "sitecustomize", "usercustomize", "site"))


def follows_salt(modules: Iterable[ModuleType]) -> bool:
    """Return whether the code of *modules* may answer by the hash of a text, which has another salt in each process.

    It calls hash(), or makes a set and sorts nothing.

    Args:
        modules: The author's.
    """
    for module in list(modules)[:_MAX_MODULES]:
        held = list(vars(module).values())[:_MAX_NAMES]
        methods = [part for one in held if isinstance(one, type) for part in list(vars(one).values())[:_MAX_NAMES]]
        for function in map(_unwrapped, [*held, *methods]):
            if not isinstance(function, FunctionType) or function.__module__ != module.__name__:
                continue
            for code in nested_codes(function.__code__):
                names = frozenset(code.co_names)
                is_own = "hash" in names and code.co_name != "__hash__"
                if is_own or (names & {"set", "frozenset"} and "sorted" not in names):
                    return True
    return False


def author_modules() -> list[ModuleType]:
    """Return the loaded modules that belong to the program of this interpreter, and not to libraries."""
    main = sys.modules["__main__"]
    file = str(vars(main).get("__file__") or "")
    spec = vars(main).get("__spec__")
    packages = {spec.name.partition(".")[0]} if spec is not None else set()
    if not file.endswith((".py", ".pyc")) or _is_of_library(file):
        # The script of an installed command only calls a function of the package.
        called = [value for name, value in vars(main).items() if not name.startswith("__")]
        packages |= {str(getattr(value, "__module__", "")).partition(".")[0] for value in called}
    found = [main]
    for name, module in list(sys.modules.items()):
        if module is main or not isinstance(module, ModuleType):
            continue
        place = vars(module).get("__file__")
        is_authors = isinstance(place, str) and not _is_of_library(place)
        if is_authors or (packages and name.partition(".")[0] in packages and isinstance(place, str)):
            found.append(module)
    return found


def library_modules() -> list[str]:
    """Return the names of the loaded modules of libraries, in the order in which they were loaded."""
    found = []
    for name, module in list(sys.modules.items()):
        place = vars(module).get("__file__") if isinstance(module, ModuleType) else None
        if isinstance(place, str) and _is_of_library(place) and name not in _OF_START:
            found.append(name)
    return found


def scalars_in(value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield the texts and numbers in a constant or a table: items of sequences, keys of maps, numbers below keys.

    Time zones stand for their names, days and moments for their texts.
    """
    if type(value) in (int, float, str):
        yield value
        return
    if _is_zone(value) or _is_moment(value):
        yield _moment_text(value) if _is_moment(value) else str(value)
        return
    pairs, items = _pairs(value), _items(value)
    if depth < 2 and pairs is not None:
        for key, _ in pairs[:_MAX_ITEMS]:
            yield from scalars_in(key, depth + 1)
        # Texts in tables are mostly output; a number may be a limit or a counter, and a zone decides on hours.
        yield from (part for _, part in pairs[:_MAX_ITEMS] if type(part) in (int, float) or _is_zone(part))
    elif depth < 2 and items is not None:
        for item in items[:_MAX_ITEMS]:
            yield from scalars_in(item, depth + 1)


def record_texts(value: Any) -> Iterator[str]:
    """Yield the short texts in the records of a table: maps, tuples or objects in a list or below the keys of a map.

    A long text may be such a table in CSV or JSON. Days and moments stand for their texts.
    """
    if type(value) is str:
        value = _written_table(value)
    pairs = _pairs(value)
    records = _items(value) if pairs is None else [part for _, part in pairs]
    for record in (records or [])[:_MAX_ITEMS]:
        fields = _pairs(record)
        if fields is None and type(record) not in (str, int, float) and not isinstance(record, type):
            held = _attributes(record) if _items(record) is None else {}
            fields = list(held.items()) if held else [("", part) for part in _items(record) or []]
        parts = (_moment_text(part) if _is_moment(part) else part for _, part in fields or ())
        yield from (part for part in parts if type(part) is str and 0 < len(part) <= _MAX_TEXT)


def _written_table(text: str) -> Any:
    """Return what a text of several lines holds: a value in JSON, rows of cells, or nothing."""
    lines = text.strip().splitlines() if len(text) <= _MAX_DOCUMENT else []
    if len(lines) < _MIN_LINES:
        return None
    try:
        if lines[0][0] in "[{":
            return json.loads(text)
        for sign in (sign for sign in ",;\t|" if sign in lines[0]):
            if all(line.count(sign) == lines[0].count(sign) or '"' in line for line in lines):
                rows = csv.reader(lines[1 : _MAX_ITEMS + 1], delimiter=sign)
                return [[cell.strip() for cell in row] for row in rows]
    except (ValueError, RecursionError, csv.Error):
        pass
    return None


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_codes(constant)


def _constants(function: FunctionType) -> Iterator[Any]:
    for code in nested_codes(function.__code__):
        for constant in code.co_consts:
            if constant != function.__doc__:
                yield from scalars_in(constant)


def _is_zone(value: Any) -> bool:
    """Return whether a value is a time zone of the standard library, or may be the name of one."""
    return type(value).__module__ == "zoneinfo" or (type(value) is str and _ZONE.fullmatch(value) is not None)


def _is_moment(value: Any) -> bool:
    """Return whether a value is a day or a moment of the standard library."""
    kind = type(value)
    return kind.__module__ == "datetime" and kind.__name__ in ("date", "datetime")


def _moment_text(value: Any) -> str:
    return str(value.isoformat())


def _is_callable_with(value: Any) -> bool:
    """Return whether a call may name *value*: a short printable text, or a whole number."""
    if type(value) is str:
        return 0 < len(value) <= _MAX_TEXT and value.isprintable()
    return type(value) is int and abs(value) < 1 << 53


def _pairs(value: Any) -> list[tuple[Any, Any]] | None:
    # The author's own methods are not called.
    if issubclass(type(value), dict):
        return list(dict.items(value))
    return list(value.items()) if type(value) is MappingProxyType else None


def _items(value: Any) -> list[Any] | None:
    kind = type(value)
    if issubclass(kind, (list, tuple)):
        return list((list if issubclass(kind, list) else tuple).__iter__(value))
    if issubclass(kind, (set, frozenset)):
        found = list((set if issubclass(kind, set) else frozenset).__iter__(value))
        return sorted(found, key=repr) if all(type(item) in (str, int, float) for item in found) else found
    return None


def _attributes(value: Any) -> dict[str, Any]:
    """Return what an object or a class keeps in attributes, without properties."""
    if isinstance(value, type):
        return dict(vars(value))
    try:
        return dict(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        slots = vars(type(value)).get("__slots__", ())
        found = {}
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            try:
                found[name] = object.__getattribute__(value, name)
            except AttributeError:
                continue
        return found


def _unwrapped(value: Any) -> Any:
    for _ in range(4):
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        elif isinstance(value, FunctionType) and "__wrapped__" in vars(value):
            value = vars(value)["__wrapped__"]
    return value


def _is_of_library(file: str) -> bool:
    places = (os.path.dirname(os.__file__), os.path.join(sys.base_prefix, "lib"), os.path.dirname(__file__))  # noqa: PTH118, PTH120
    return any(part in file for part in _LIBRARIES) or any(file.startswith(place + os.sep) for place in places)
