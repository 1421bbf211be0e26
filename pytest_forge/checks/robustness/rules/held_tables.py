"""Held tables: the lists, tuples and objects in the variables of a function's modules, with other texts in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from types import ModuleType
from typing import Any

from ....oracles.own_code import OwnCode
from ....targets.subject import Subject

__all__ = ["change_tables", "tables_of_modules", "texts_in", "with_texts"]

_MAX_DEPTH = 5


def tables_of_modules(subject: Subject) -> Iterator[tuple[ModuleType, str]]:
    """Yield each table of a function's modules: the module, and the name of the variable."""
    for module in OwnCode(subject.tool).modules():
        names = [name for name, value in vars(module).items() if type(value) in (list, tuple, dict)]
        yield from ((module, name) for name in names if not name.startswith("__"))


def change_tables(subject: Subject, change: Callable[[str], str], *, with_keys: bool = False) -> None:
    """Change the texts in the tables of a function's modules, those that are keys as well if it is asked for."""
    for module, name in tables_of_modules(subject):
        setattr(module, name, _changed(vars(module)[name], change, with_keys))


def texts_in(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the texts in a value."""
    if isinstance(value, str):
        yield value
    elif depth < _MAX_DEPTH and type(value) in (list, tuple, dict):
        for part in value.values() if type(value) is dict else value:
            yield from texts_in(part, depth + 1)


def with_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Return a copy of a value with other texts."""
    return _changed(deepcopy(value), change, with_keys=False)


def _changed(value: Any, change: Callable[[str], str], with_keys: bool, depth: int = 0) -> Any:
    """Return a value with other texts; lists and objects are changed where they are."""
    further = partial(_changed, change=change, with_keys=with_keys, depth=depth + 1)
    if isinstance(value, str):
        return change(value)
    if depth >= _MAX_DEPTH:
        return value
    if type(value) is list:
        value[:] = map(further, value)
    elif type(value) is dict:
        changed = {change(key) if with_keys and isinstance(key, str) else key: further(value[key]) for key in value}
        value.clear()
        value.update(changed)
    return tuple(map(further, value)) if type(value) is tuple else value
