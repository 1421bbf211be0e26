"""Drafts as rules read them: objects, models or decoded JSON of any shape, and nothing that raises.

A draft comes from a model. Each function gives something empty where a draft does not hold what is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..texts.shown_name import shown_name

__all__ = ["is_given", "is_record", "named", "part", "parts", "shown"]

_MAX_NAME = 80
_PLAIN = (str, bytes, int, float, complex, list, tuple, set, frozenset, type(None))


def is_record(value: object) -> bool:
    """Tell whether *value* has named parts: a mapping, or an object that is not plain data."""
    return not issubclass(type(value), _PLAIN)


def part(value: object, *names: str) -> Any:
    """Return the first part of *value* that is there and not None, by key or by attribute; else None."""
    kind = type(value)
    if kind is not dict and not is_record(value):
        return None
    for name in names:
        try:
            # Asking an abstract class whether a value is one of its kind takes longer than all the rest.
            is_mapping = kind is dict or isinstance(value, Mapping)
            found = value.get(name) if is_mapping else getattr(value, name, None)  # type: ignore[attr-defined]
        except Exception:  # noqa: BLE001, S112  # a property of a draft may raise anything: the part is not there
            continue
        if found is not None:
            return found
    return None


def parts(value: object, *names: str) -> list[Any]:
    """Return the parts of a collection that stands under one of *names*; of a mapping its values.

    What can be read only once, such as a generator, counts as empty.
    """
    found = part(value, *names)
    if found is None:
        return []
    try:
        if isinstance(found, (list, tuple, set, frozenset)):  # a union takes longer to ask
            return list(found)
        return list(found.values()) if isinstance(found, Mapping) else []
    except Exception:  # noqa: BLE001  # a subclass may raise anything: there is nothing to read
        return []


def is_given(value: object, *names: str) -> bool:
    """Tell whether one of *names* holds anything: a text that is not blank, or a collection that is not empty."""
    found = part(value, *names)
    return bool(found.strip()) if isinstance(found, str) else bool(parts(value, *names))


def named(value: object, *names: str) -> str:
    """Return the first of *names* that holds a text, shown in one line; empty if none does."""
    for name in names:
        found = part(value, name)
        if isinstance(found, str) and found.strip():
            return shown(found.strip())
    return ""


def shown(text: str) -> str:
    """Return a text of a draft as a part of a message: one line of at most 80 characters."""
    # Half of a surrogate pair, which JSON may hold, cannot be written; it is shown by its number.
    line = shown_name(text.encode(errors="backslashreplace").decode())
    return line if len(line) <= _MAX_NAME else line[: _MAX_NAME - 1] + "…"
