"""Written moments: days and times in the form that a pattern or a description asks for: YYYY-MM-DDTHH:MM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta

from ...regex import regex
from ..schemas.patterns import compiled_pattern

__all__ = ["days_from_today", "later_moment", "moments_as_told", "moments_matching", "near_moment"]

#: Two moments, the earlier one first.
_MOMENTS = (datetime(2024, 1, 1, 12, 0), datetime(2024, 6, 30, 8, 30))
_THIRD = datetime(2024, 1, 15, 16, 45)
_FORMS = (
    *("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S+00:00", "%Y-%m-%dT%H:%MZ"),
    *("%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d", "%Y%m%dT%H%M%S"),
    *("%Y%m%dT%H%M%SZ", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y-%m", "%m/%Y", "%Y-W%V", "%Y", "%m-%d"),
    *("%H:%M", "%H:%M:%S", "%H%M", "%H:%M-%H:59", "%Y-%m-%d/%Y-12-31"),
)
_TIMES = ("%H:%M", "%H:%M:%S")
_HOUR, _DAY, _YEAR = timedelta(hours=1), timedelta(days=1), timedelta(days=366)
#: A form in words: its parts, with signs between them.
_PART = "YYYY|yyyy|MM|mm|DD|dd|HH|hh|SS|ss"
_TOLD = regex(rf"(?<![A-Za-z])(?:{_PART})(?:[-/.: T]?(?:{_PART}))+Z?(?![A-Za-z])")
#: The same form twice: HH:MM-HH:MM.
_SPAN = regex(r"(.{4,})([-/ ])\1")
_PARTS = regex(_PART)
_DIRECTIVES = {"yyyy": "%Y", "mm": "%m", "dd": "%d", "hh": "%H", "ss": "%S"}


def moments_as_told(description: str) -> Iterator[str]:
    """Yield the same two moments, and one between them, in the first form that a description shows with letters."""
    told = _TOLD.search(description)
    if told is None:
        return
    span = _SPAN.fullmatch(told[0])
    form = _form_of(told[0] if span is None else span[1])
    for moment in (*_MOMENTS, _THIRD):
        # A span that ends when it begins is none.
        step = _HOUR if "%H" in form else _DAY if "%d" in form else _YEAR
        yield moment.strftime(form) + ("" if span is None else span[2] + (moment + step).strftime(form))


def later_moment(text: str, by: timedelta = _HOUR) -> str | None:
    """Return the moment that is later by so much, an hour by default, in the same form.

    Returns:
        None if *text* is not a time of a day; a day may be later by whole days. A time without its day stays within it.
    """
    for form in _TIMES:
        try:
            time = datetime.strptime(text, form)
            return (time + by).strftime(form) if (time + by).date() == time.date() else None
        except (ValueError, OverflowError):
            continue
    for form in _FORMS:
        is_moment = form.count("%Y") == 1 and ("%H" in form or ("%d" in form and not by % _DAY))
        try:
            if is_moment:
                return (datetime.strptime(text, form) + by).strftime(form)
        except (ValueError, OverflowError):
            continue
    return None


def near_moment(text: str, *, days: int) -> str | None:
    """Return a moment of the day that is so many days from today, or before it, in the form of another moment.

    Returns:
        None if *text* is no moment with a year, a month and a day.
    """
    form, then = _read(text)
    return None if then is None else datetime.combine(_today() + timedelta(days=days), then.time()).strftime(form)


def days_from_today(text: str) -> int | None:
    """Return how many days from today a moment is, negative for one before it; None as `near_moment` does."""
    _, then = _read(text)
    return None if then is None else (then.date() - _today()).days


def _read(text: str) -> tuple[str, datetime | None]:
    """Return the form of a moment with a year, a month and a day, and the moment."""
    for form in _FORMS:
        if form.count("%Y") == 1 and "%m" in form and "%d" in form:
            with suppress(ValueError, OverflowError):
                return form, datetime.strptime(text, form)
    return "", None


def _today() -> date:
    return datetime.now().date()  # the day of the user


def _form_of(told: str) -> str:
    before, hours, after = re.split("(HH|hh)", told, maxsplit=1) if "hh" in told.lower() else (told, "", "")
    # After the hours, MM stands for minutes.
    return _directives(before + hours + re.sub("MM|mm", "%M", after))


def _directives(form: str) -> str:
    return _PARTS.sub(lambda part: _DIRECTIVES[part[0].lower()], form)


def moments_matching(pattern: str) -> Iterator[str]:
    """Yield the same two moments in each form that *pattern* matches as a whole, ``2024-01-01T12:00`` for example."""
    compiled = compiled_pattern(pattern)
    if compiled is None:
        return
    for form in _FORMS:
        for moment in _MOMENTS:
            text = moment.strftime(form)
            if (match := compiled.search(text)) is not None and match[0] == text:
                yield text
