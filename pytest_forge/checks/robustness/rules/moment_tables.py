"""Moment tables: the moments with offsets in the variables of a function's modules, and those that a call answers."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from ....regex import regex
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.fresh_world import make_fresh
from .held_tables import change_tables, tables_of_modules, texts_in

__all__ = ["given_moments", "moments_of_modules", "offset_of", "read_moment", "told_moments"]

#: Time limit of a call in a copy, in calls.
_CALLS = 2
_MOMENT = regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)")


def moments_of_modules(subject: Subject) -> list[str]:
    """Return the moments that the modules of a function hold, each once."""
    found = (text for module, name in tables_of_modules(subject) for text in given_moments(vars(module)[name]))
    return list(dict.fromkeys(found))


def told_moments(subject: Subject, call: dict[str, Any], *, is_in_utc: bool) -> list[str] | None:
    """Return the moments that a call answers, those that it gives left out; None if it fails.

    Args:
        subject: A function.
        call: Its arguments.
        is_in_utc: Whether its modules hold the same moments in UTC.
    """

    def made() -> list[str] | None:
        make_fresh([subject])
        if is_in_utc:
            change_tables(subject, _in_utc)
        with fake_sleep():
            outcome = subject.call(call)
        return list(texts_in(json.loads(json.dumps(outcome.value, default=repr)))) if outcome.succeeded else None

    told = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    given = set(texts_in(call))
    return None if told is None else [text for text in told if _is_moment(text) and text not in given]


def given_moments(value: Any) -> list[str]:
    """Return the moments in a value."""
    return [text for text in texts_in(value) if _is_moment(text)]


def read_moment(text: str) -> datetime:
    """Return a moment that a text tells, in UTC."""
    return datetime.fromisoformat(text).astimezone(UTC)


def offset_of(text: str) -> str:
    """Return the offset that a text tells."""
    return "+00:00" if text.endswith("Z") else text[-6:]


def _in_utc(text: str) -> str:
    """Return the same moment in UTC, in a like form."""
    if not _is_moment(text):
        return text
    return read_moment(text).isoformat(sep=text[10], timespec="auto" if text[16] == ":" else "minutes")


def _is_moment(text: str) -> bool:
    if not _MOMENT.fullmatch(text):
        return False
    try:
        return bool(read_moment(text))
    except (ValueError, OverflowError):
        return False
