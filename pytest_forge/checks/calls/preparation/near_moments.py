"""Near moments: a refused call whose days are moved to those around today, since the tool may take no others.

book(day="2024-01-01", until="2024-01-03")     "The day must lie ahead."
book(day="2026-12-01", until="2026-12-03")     works
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....strategies.calls.written_moments import days_from_today, near_moment
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject

__all__ = ["calls_with_near_moments"]


def calls_with_near_moments(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a refused call whose first day is tomorrow, and one whose last day was yesterday, as the schema allows.

    Args:
        subject: The tool.
        call: The call.
    """
    # Digits alone may as well be a number.
    texts = [text for text in _texts(call) if not text.isdigit()]
    days = [days for text in texts if (days := days_from_today(text)) is not None]
    if not days:
        return []
    near = [_moved(call, by) for by in (1 - min(days), -1 - max(days))]
    return [one for one in near if one != call and FlatSchema(subject.schema).fits(subject.schema, one)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


def _moved(call: dict[str, Any], by: int) -> dict[str, Any]:
    def moved(text: str) -> str:
        days = days_from_today(text)
        near = None if days is None else near_moment(text, days=days + by)
        return text if near is None else near

    return {name: _each(value, moved) for name, value in call.items()}


def _each(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with each of its texts changed."""
    if isinstance(value, Mapping):
        return {key: _each(part, change) for key, part in value.items()}
    if isinstance(value, list):
        return [_each(part, change) for part in value]
    return change(value) if isinstance(value, str) else value
