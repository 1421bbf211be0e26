"""Variables that a user lets tools see, as the command line and pytest name them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from .target_error import TargetError

__all__ = ["given_variables"]


def given_variables(words: Iterable[str], *, option: str) -> dict[str, str]:
    """Return the variables by name, each with the value that is given, or that it has here.

    Args:
        words: ``NAME`` or ``NAME=VALUE``.
        option: What the user has written them behind, for messages.

    Raises:
        TargetError: If a word names no variable, or one that is not set.
    """
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or "\0" in word:
            raise TargetError(f"{option} is {word!r}, which names no variable. Write {option} NAME or NAME=VALUE.")
        if not equals:
            if name not in os.environ:
                raise TargetError(f"{option} names {name!r}, which is not set. Set it, or write {option} {name}=VALUE.")
            value = os.environ[name]
        found[name] = value
    return found
