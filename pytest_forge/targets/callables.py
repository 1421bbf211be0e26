"""Callables: functions, also when cached, wrapped, partial or bound to an object, and objects that are called."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

__all__ = ["bound_names", "is_callable_object", "is_function", "written_function"]


def is_function(value: object) -> bool:
    """Tell whether *value* is a function, or an object around one with a known signature."""
    return written_function(value) is not None and not is_callable_object(value)


def is_callable_object(value: object) -> bool:
    """Tell whether *value* is an object whose class has a written ``__call__``."""
    written = written_function(value)
    return written is not None and written is inspect.getattr_static(type(value), "__call__", None)


def written_function(value: object) -> Callable[..., Any] | None:
    """Return the function below caches, wrappers, partials, methods and called objects; None if there is none."""
    for _ in range(_DEEPEST):
        if isinstance(value, functools.partial):
            value = value.func
        elif inspect.ismethod(value):
            value = value.__func__
        elif isinstance(value, type) or not callable(value):
            return None
        else:
            # Statically: an object with a dynamic __getattr__ has every attribute.
            below = inspect.getattr_static(value, "__wrapped__", None)
            if below is None:
                method = value if inspect.isfunction(value) else inspect.getattr_static(type(value), "__call__", None)
                return method if inspect.isfunction(method) else None
            value = below
    return None


def bound_names(value: object) -> frozenset[str]:
    """Return the parameters that a partial has set by name, and that a model therefore cannot choose."""
    names: set[str] = set()
    while isinstance(value, functools.partial):
        names |= value.keywords.keys()
        value = value.func
    return frozenset(names)


_DEEPEST = 20
