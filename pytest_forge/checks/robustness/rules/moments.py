"""Moments: the texts of a call that are a day, a time or both, and the call with others in their places."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ....regex import regex

__all__ = ["days_in", "moments_in", "times_in", "with_days_and_times", "with_moments"]

#: Moments, and the form of their day by the sign in it.
_MOMENT = regex(r"(?:\d{4}([/-])\d\d\1\d\d|\d\d(\.)\d\d\.\d{4})([T ])\d\d:\d\d(:\d\d)?")
_OFFSET = regex(r"(?:Z|[+-]\d\d:\d\d)$")
_FORMS = {"-": "%Y-%m-%d", "/": "%Y/%m/%d", ".": "%d.%m.%Y"}
_DAY, _TIME = regex(r"\d{4}-\d\d-\d\d"), regex(r"\d\d:\d\d(:\d\d)?")


def moments_in(value: Any, *, with_offsets: bool = False) -> list[str]:
    """Return the texts in arguments that are moments, such as "2024-01-13T20:00".

    Args:
        value: The arguments.
        with_offsets: Whether those with an offset count, such as "2024-01-13T20:00Z".
    """
    return [text for text in _texts(value) if _MOMENT.fullmatch(_OFFSET.sub("", text) if with_offsets else text)]


def days_in(value: Any) -> list[str]:
    """Return the texts in arguments that are days, such as "2024-01-13"."""
    return [text for text in _texts(value) if _DAY.fullmatch(text)]


def times_in(value: Any) -> list[str]:
    """Return the texts in arguments that are times of day, such as "20:00"."""
    return [text for text in _texts(value) if _TIME.fullmatch(text)]


def with_moments(
    call: Mapping[str, Any], moments: Sequence[dt.datetime], *, with_offsets: bool = False
) -> dict[str, Any]:
    """Return a call with other moments in the places of its own, each in the form that stands there.

    Args:
        call: The call.
        moments: The moments, taken in turn and again from the first.
        with_offsets: Whether those with an offset are changed, too; they keep the offset.
    """
    turn = itertools.cycle(moments)

    def moved(text: str) -> str:
        offset = _OFFSET.search(text) if with_offsets else None
        found = _MOMENT.fullmatch(text if offset is None else text[: offset.start()])
        if found is None:
            return text
        written = next(turn).strftime(f"{_FORMS[found[1] or found[2]]}{found[3]}%H:%M{':%S' if found[4] else ''}")
        return f"{written}{'' if offset is None else offset[0]}"

    return {name: _changed(value, moved) for name, value in call.items()}


def with_days_and_times(call: Mapping[str, Any], moments: Sequence[dt.datetime]) -> dict[str, Any] | None:
    """Return a call whose days and times stand in arguments of their own with those of other moments.

    Returns:
        None if it has no day. If it has neither a time nor a moment, each day becomes one, in the form with "T".
    """
    has_times = bool(times_in(call) or moments_in(call))
    days, times = itertools.cycle(moments), itertools.cycle(moments)

    def moved(text: str) -> str:
        if _DAY.fullmatch(text):
            return next(days).strftime("%Y-%m-%d" if has_times else "%Y-%m-%dT%H:%M")
        found = _TIME.fullmatch(text)
        return text if found is None else next(times).strftime(f"%H:%M{':%S' if found[1] else ''}")

    changed = {name: _changed(value, moved) for name, value in call.items()}
    return changed if days_in(call) else None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value


def _changed(value: Any, moved: Callable[[str], str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _changed(part, moved) for key, part in value.items()}
    if isinstance(value, list):
        return [_changed(part, moved) for part in value]
    return moved(value) if isinstance(value, str) else value
