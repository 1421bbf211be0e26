"""Argument matchers: whether a call has the arguments that a test asks for.

A matcher is a value, a predicate, a class, or a compiled pattern that is searched in a text; lists and dicts may hold
any of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..sessions.step import StepCall

__all__ = ["fits", "shown_matcher"]


def fits(call: StepCall, wanted: Mapping[str, Any]) -> bool:
    """Return whether every matcher in *wanted* matches the argument of its name."""
    if not wanted:
        return True
    arguments = call.arguments
    return isinstance(arguments, dict) and all(key in arguments and _is(wanted[key], arguments[key]) for key in wanted)


def _is(wanted: Any, actual: Any) -> bool:
    if isinstance(wanted, re.Pattern):
        return isinstance(actual, str) and wanted.search(actual) is not None
    if isinstance(wanted, type):
        return isinstance(actual, wanted) and (wanted in (bool, object) or not isinstance(actual, bool))
    if callable(wanted):
        return bool(wanted(actual))
    if isinstance(wanted, Mapping):
        same_keys = isinstance(actual, dict) and wanted.keys() == actual.keys()
        return same_keys and all(_is(wanted[key], actual[key]) for key in wanted)
    if isinstance(wanted, list | tuple):
        same_length = isinstance(actual, list) and len(wanted) == len(actual)
        return same_length and all(map(_is, wanted, actual))
    # True equals 1 in Python, but not in JSON.
    return isinstance(wanted, bool) is isinstance(actual, bool) and bool(wanted == actual)


def shown_matcher(value: Any) -> str:
    """Return a matcher as a failure shows it."""
    if isinstance(value, re.Pattern):
        return f"/{value.pattern!s}/"
    return str(getattr(value, "__name__", repr(value))) if callable(value) else repr(value)
