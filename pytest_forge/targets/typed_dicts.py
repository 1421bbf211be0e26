"""Typed dicts: those of `typing`, made again with `typing_extensions`, as Pydantic needs them before Python 3.12."""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable
from typing import Any

import typing_extensions

__all__ = ["readable_typed_dict"]

#: Those that are being made, since one may hold itself.
_making: list[type] = []


def readable_typed_dict(hint: Any, as_read: Callable[[Any], Any]) -> Any:
    """Return a class that Pydantic reads for a typed dict; any other hint, and one that holds itself, as it is.

    Args:
        hint: An annotation.
        as_read: Makes the types of its values.
    """
    is_old = sys.version_info < (3, 12) and typing.is_typeddict(hint) and hint not in _making
    if not is_old or type(hint).__module__ == "typing_extensions":
        return hint
    _making.append(hint)
    try:
        hints = typing.get_type_hints(hint, include_extras=True)
        fields = {name: _field(inner, name in hint.__required_keys__, as_read) for name, inner in hints.items()}
        # By that name, type checkers take it for a declaration.
        typed_dict: Any = typing_extensions.TypedDict
        made = typed_dict(hint.__name__, fields)
        made.__doc__, made.__module__ = hint.__doc__, hint.__module__
        return made
    finally:
        _making.remove(hint)


def _field(hint: Any, is_required: bool, as_read: Callable[[Any], Any]) -> Any:
    # Annotations in quotes are resolved only here, so that the class itself may not know which keys may lack.
    while typing.get_origin(hint) in (typing.Required, typing.NotRequired):
        is_required = typing.get_origin(hint) is typing.Required
        (hint,) = typing.get_args(hint)
    read = as_read(hint)
    return typing_extensions.Required[read] if is_required else typing_extensions.NotRequired[read]
