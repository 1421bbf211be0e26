"""Offset signs: an offset from UTC whose sign counts for its hours alone.

utc(at="10:00", offset="+03:00")     07:00
utc(at="10:00", offset="-03:00")     13:00
utc(at="10:00", offset="+03:30")     06:30
utc(at="10:00", offset="-03:30")     12:30, as if the offset was -02:30
"""

from __future__ import annotations

import datetime as dt
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from .fresh_answers import fresh_answers

__all__ = ["judge_offset_signs"]

_SHARE = 0.1
_MAX_CALLS, _MAX_PLACES, _MAX_ITEMS = 6, 4, 2
#: An offset alone, behind the name of UTC, or behind a time of day.
_OFFSET = regex(r"((?:UTC|GMT|Z)? ?|.*\d\d:\d\d(?::\d\d)?(?:\.\d+)? ?)[+-]\d\d(:?)\d\d", re.DOTALL)
#: Hours and half hours that offsets of both signs have on Earth.
_HOURS, _HALF = (3, 9), 30
_HOUR = 60
_MOMENT = regex(r"(?:(\d{4}-\d\d-\d\d)[T ])?(?<!\d)([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?!\d)")
_DAY = 24 * _HOUR

#: Makes the call with another sign, number of hours and number of minutes.
_Place: TypeAlias = Callable[[str, int, int], dict[str, Any]]
#: The moments of an answer in minutes, and its numbers, by their places. Times of day begin again at midnight.
_Told: TypeAlias = dict[str, float]


def judge_offset_signs(subject: Subject) -> bool:
    """Judge that half hours of a negative offset move the answer as far as those of a positive one, the other way.

    Whole hours of both signs must move it so, and half hours of one sign.

    Returns:
        Whether the answer moves with an offset.

    Raises:
        CheckFailure: If those of the other sign are not added to its hours.
    """
    fits = FlatSchema(subject.schema).fits
    judged: set[str] = set()
    for name, place in subject.patience(_SHARE).each(list(_places(subject))):
        whole = [place(sign, hours, 0) for hours in _HOURS for sign in "+-"]
        half = [place(sign, hours, _HALF) for hours in _HOURS for sign in "+-"]
        calls = [place("+", 0, 0), *whole, *half]
        if name in judged or not all(fits(subject.schema, call) for call in calls):
            continue
        told = _answers(subject, calls[:3])
        if told is None or not any(_moves(told[0], told[1], told[2], at) for at in told[0]):
            continue
        if (told := _answers(subject, calls)) is None:
            continue
        judged.add(name)
        for at in told[0]:
            wrong = _wrong_sign(at, told)
            if wrong is not None and told == _answers(subject, calls):
                given, other = (place(sign, _HOURS[0], _HALF) for sign in (wrong, "-" if wrong == "+" else "+"))
                raise CheckFailure(
                    "offset_sign_of_hours",
                    f"The half hour of the offset in {name!r} does not count like its hours: the answer is not as far "
                    f"from that without an offset as with the other sign ({json.dumps(other[name])}). Apply the sign "
                    "to the sum of hours and minutes.",
                    about=name,
                    arguments=given,
                )
    return bool(judged)


def _answers(subject: Subject, calls: list[dict[str, Any]]) -> list[_Told] | None:
    """Return what each call tells; None if one fails."""
    answers = fresh_answers(subject, calls)
    if answers is None or "" in answers:
        return None
    return [dict(_values(json.loads(answer))) for answer in answers]


def _moves(none: _Told, plus: _Told, minus: _Told, at: str) -> bool:
    """Tell whether a value moves with an offset: as far with one sign as with the other, the other way."""
    if at not in plus or at not in minus:
        return False
    forward = _step(at, none[at], plus[at])
    return forward != 0 and _is_step(at, _step(at, none[at], minus[at]), -forward)


def _wrong_sign(at: str, told: list[_Told]) -> str | None:
    """Return the sign whose half hours are left out or counted the other way, where all else is right; None if none."""
    if any(at not in one for one in told):
        return None
    steps = [_step(at, told[0][at], one[at]) for one in told[1:]]
    unit = steps[0] / (_HOURS[0] * _HOUR)
    signs = [sign for _ in _HOURS for sign in (1, -1)]
    hours = [sign * hours * _HOUR for hours in _HOURS for sign in (1, -1)]
    if unit == 0 or not all(_is_step(at, step, unit * each) for step, each in zip(steps, hours, strict=False)):
        return None
    halves = steps[len(hours) :]
    for sign in (1, -1):
        right = [_is_step(at, step, unit * (each + _HALF * sign)) for step, each in zip(halves, hours, strict=True)]
        # The half hour is left out, or counts the other way.
        wrong = [
            all(
                _is_step(at, step, unit * (each + part * sign))
                for step, each, one in zip(halves, hours, signs, strict=True)
                if one == -sign
            )
            for part in (0, _HALF)
        ]
        if all(ok for ok, one in zip(right, signs, strict=True) if one == sign) and any(wrong):
            return "+" if sign < 0 else "-"
    return None


def _step(at: str, start: float, end: float) -> float:
    """Return how far a value is from another one; times of day the shorter way."""
    step = end - start
    return (step + _DAY / 2) % _DAY - _DAY / 2 if at.endswith(":clock") else step


def _is_step(at: str, step: float, meant: float) -> bool:
    difference = step - meant
    if at.endswith(":clock"):
        difference = (difference + _DAY / 2) % _DAY - _DAY / 2
    return math.isclose(difference, 0, abs_tol=1e-6 * max(1, abs(meant)))


def _values(value: Any, at: str = "") -> Iterator[tuple[str, float]]:
    """Yield the moments and the numbers of an answer with their places."""
    if isinstance(value, Mapping | list):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _values(part, f"{at}/{key}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield at, value
    elif isinstance(value, str):
        for number, found in enumerate(_MOMENT.finditer(value)):
            minutes = int(found[2]) * _HOUR + int(found[3])
            try:
                days = dt.date.fromisoformat(found[1]).toordinal() if found[1] else None
            except ValueError:
                continue
            if days is None:
                yield f"{at}/{number}:clock", minutes
            else:
                yield f"{at}/{number}", days * _DAY + minutes


def _places(subject: Subject) -> Iterator[tuple[str, _Place]]:
    """Yield the places of offsets in ordinary calls, some of each argument, with its name."""
    seen: dict[str, int] = {}
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        for name, value in call.items():
            for make in _offsets_in(value, lambda new, call=call, name=name: {**call, name: new}):  # type: ignore[misc]
                seen[name] = seen.get(name, 0) + 1
                if seen[name] <= _MAX_PLACES:
                    yield name, make


def _offsets_in(value: Any, make: Callable[[Any], dict[str, Any]]) -> Iterator[_Place]:
    if isinstance(value, str) and (found := _OFFSET.fullmatch(value)):
        before, colon = found.groups()
        yield lambda sign, hours, minutes: make(f"{before}{sign}{hours:02}{colon}{minutes:02}")
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _offsets_in(part, lambda new, key=key: make({**value, key: new}))  # type: ignore[misc]
    elif isinstance(value, list):
        for at, part in enumerate(value[:_MAX_ITEMS]):
            yield from _offsets_in(part, lambda new, at=at: make([*value[:at], new, *value[at + 1 :]]))  # type: ignore[misc]
