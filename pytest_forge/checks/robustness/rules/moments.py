"""Moments: the texts of a call that are a day and a time, and the call with others in their places."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["moments_in", "with_moments"]

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ])\d\d:\d\d(:\d\d)?")


def moments_in(value: Any) -> list[str]:
    """Return the texts in arguments that are moments without an offset, such as "2024-01-13T20:00"."""
    if isinstance(value, Mapping | list):
        parts = value.values() if isinstance(value, Mapping) else value
        return [moment for part in parts for moment in moments_in(part)]
    return [value] if isinstance(value, str) and _MOMENT.fullmatch(value) else []


def with_moments(call: Mapping[str, Any], moments: Sequence[dt.datetime]) -> dict[str, Any]:
    """Return a call with other moments in the places of its own, each in the form that stands there.

    Args:
        call: The call.
        moments: The moments, taken in turn and again from the first.
    """
    turn = itertools.cycle(moments)

    def moved(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: moved(part) for key, part in value.items()}
        if isinstance(value, list):
            return [moved(part) for part in value]
        found = _MOMENT.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            return value
        return next(turn).strftime(f"%Y-%m-%d{found[1]}%H:%M{':%S' if found[2] else ''}")

    return {name: moved(value) for name, value in call.items()}
