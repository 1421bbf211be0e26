"""Changing zones: the time zones that a call, or the program of a tool, names, and the nights of their changes."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from ....profile.roles import Role, role_of
from ....regex import regex
from ....strategies.mined_constants import author_functions
from ....targets.held_values import nested_codes
from ....targets.subject import Subject
from ...calls.known_values import known_values
from .held_tables import texts_in
from .nights import CHANGES, DAY_LONG, EVENING, MORNING

__all__ = ["ZONES", "has_changes", "held_texts", "is_zone", "nights_of_change", "zone_arguments"]

ZONES = ("Europe/Berlin", "America/New_York")
"""Zones with changes of the clocks."""

_NAME = regex(r"[A-Za-z][\w+-]{1,30}(?:/[A-Z][\w+-]{1,30}){0,2}")
_FIRST, _DAYS = dt.date(2024, 1, 1), 366


def has_changes(subject: Subject, call: Mapping[str, Any]) -> bool:
    """Tell whether a call names a zone in which clocks are changed, in one of the nights of `CHANGES`.

    If it names no zone, one that the tool holds counts; if that is unknown as well, there may be one.
    """
    for texts in (_texts(call), held_texts(subject)):
        known = [text for text in texts if _place_of(text) is not None]
        if known:
            return any(not set(CHANGES).isdisjoint(nights_of_change(zone)) for zone in known)
    return True


def held_texts(subject: Subject) -> Iterator[str]:
    """Yield texts that the code of a function and its tables hold, or that a server holds, and the names of zones."""
    if subject.is_served:
        yield from known_values(subject).values_for(Role.TIMEZONE.value, "")
    for function in () if subject.is_served else author_functions(subject.tool):
        for code in nested_codes(function.__code__):
            yield from texts_in(code.co_consts)
            for value in (function.__globals__.get(name) for name in code.co_names):
                yield from [value.key or ""] if isinstance(value, ZoneInfo) else texts_in(value)


def is_zone(value: Any) -> bool:
    """Tell whether a value is the name of a zone with its continent; "Japan" may mean the country."""
    return isinstance(value, str) and "/" in value and _place_of(value) is not None


@functools.lru_cache(maxsize=64)
def nights_of_change(zone: str) -> tuple[dt.date, ...]:
    """Return the days of 2024 in whose nights the clocks of a zone are changed; none if there is no such zone."""
    place = _place_of(zone)
    if place is None:
        return ()
    days = (_FIRST + number * DAY_LONG for number in range(_DAYS))
    return tuple(day for day in days if _offset(place, day, EVENING) != _offset(place, day + DAY_LONG, MORNING))


def zone_arguments(schema: Any, call: Mapping[str, Any]) -> list[str]:
    """Return the arguments that take the name of a zone, as far as their schemas or the values of a call tell."""
    nodes = schema.get("properties") if isinstance(schema, Mapping) else None
    nodes = {name: node for name, node in nodes.items() if isinstance(node, Mapping)} if nodes else {}
    named = [name for name, node in nodes.items() if role_of(name, node) is Role.TIMEZONE]
    return [*named, *(name for name, value in call.items() if name not in named and is_zone(value))]


def _place_of(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if _NAME.fullmatch(name) else None
    except (KeyError, ValueError, OSError):
        return None


def _offset(place: ZoneInfo, day: dt.date, time: dt.time) -> dt.timedelta | None:
    return dt.datetime.combine(day, time, place).utcoffset()


def _texts(value: Any) -> Iterator[str]:
    parts: Iterable[Any] = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    if isinstance(value, str):
        yield value
    for part in parts:
        yield from _texts(part)
