"""Environment variables that the user passes on to tools, by the command line or pytest."""

from __future__ import annotations

import os
from collections.abc import Iterable

from .target_error import TargetError

__all__ = ["given_variables"]


def given_variables(words: Iterable[str], *, option: str) -> dict[str, str]:
    """Return the variables by name, with the given value or else the current one.

    Args:
        words: ``NAME`` or ``NAME=VALUE``.
        option: The option they were given with, for messages.

    Raises:
        TargetError: If a word lacks a name, or names a variable that is not set.
    """
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or "\0" in word:
            raise TargetError(f"{option} {word!r} does not name a variable. Write {option} NAME or NAME=VALUE.")
        if not equals:
            if name not in os.environ:
                raise TargetError(f"{option} {name}: the variable is not set. Set it, or write {option} {name}=VALUE.")
            value = os.environ[name]
        found[name] = value
    return found
