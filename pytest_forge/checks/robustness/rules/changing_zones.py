"""Changing zones: whether a call, or the program of a tool, names a time zone in which clocks are changed."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from ....strategies.mined_constants import author_functions
from ....targets.held_values import nested_codes
from ....targets.subject import Subject
from ...calls.known_values import known_values
from .held_tables import texts_in

__all__ = ["has_changes"]

_NAME = re.compile(r"[A-Za-z][\w+-]{1,30}(?:/[A-Z][\w+-]{1,30}){0,2}")
_WINTER, _SUMMER = dt.datetime(2024, 1, 13, 12), dt.datetime(2024, 7, 13, 12)


def has_changes(subject: Subject, call: Mapping[str, Any]) -> bool:
    """Tell whether a call names a zone in which clocks are changed.

    If it names no zone, one that the tool holds counts; if that is unknown as well, there may be one.
    """
    for texts in (_texts(call), _held(subject)):
        known = [changes for text in texts if (changes := _changes(text)) is not None]
        if known:
            return any(known)
    return True


def _held(subject: Subject) -> Iterator[str]:
    """Yield texts that the code of a function and its tables hold, or that a server holds, and the names of zones."""
    if subject.is_served:
        yield from known_values(subject).values_for("zone", "")
    for function in () if subject.is_served else author_functions(subject.tool):
        for code in nested_codes(function.__code__):
            yield from texts_in(code.co_consts)
            for value in (function.__globals__.get(name) for name in code.co_names):
                yield from [value.key or ""] if isinstance(value, ZoneInfo) else texts_in(value)


def _changes(text: str) -> bool | None:
    """Tell whether clocks are changed in the zone of this name; None if it is not the name of one."""
    if not _NAME.fullmatch(text):
        return None
    try:
        zone = ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        return None
    return _WINTER.replace(tzinfo=zone).utcoffset() != _SUMMER.replace(tzinfo=zone).utcoffset()


def _texts(value: Any) -> Iterator[str]:
    parts: Iterable[Any] = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    if isinstance(value, str):
        yield value
    for part in parts:
        yield from _texts(part)
