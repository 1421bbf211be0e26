"""UTC offsets: two moments of which a tool compares the times of day, whatever their offsets from UTC are.

elapsed("10:00+00:00", "12:30+00:00")     150 minutes
elapsed("12:00+02:00", "14:30+02:00")     150 minutes: both moments are the same
elapsed("10:00+00:00", "14:30+02:00")     270 minutes, though both moments are the same again
elapsed("10:00+00:00", "12:30+02:00")     150 minutes, though the second moment is another

first({"a": "10:00+00:00", "b": "09:00+00:00"})     b, and also for the same moments at "12:00+02:00" and "11:00+02:00"
first({"a": "10:00+00:00", "b": "11:00+02:00"})     a, though b is the same moment: 11:00 is behind 10:00
"""

from __future__ import annotations

import itertools
import re
from typing import Any, TypeAlias

from ....profile.told_forms import goes_by_the_clock
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from .moment_places import Place, moments_in, with_moments, with_two_moments
from .planted_answer import planted_answer

__all__ = ["judge_utc_offsets"]

_SHARE = 0.15
_MAX_CALLS, _MAX_PAIRS = 8, 8
#: Two moments, each in UTC and with an offset, and the second time of day with that offset.
_FIRST = ("2025-03-05T10:00:00+00:00", "2025-03-05T12:00:00+02:00")
_SECOND = ("2025-03-05T12:30:00+00:00", "2025-03-05T14:30:00+02:00")
_OTHER_MOMENT = "2025-03-05T12:30:00+02:00"
#: A moment before the first one, whose time of day with an offset is behind it, and this time of day in UTC.
_EARLIER = ("2025-03-05T09:00:00+00:00", "2025-03-05T11:00:00+02:00")
_CLOCK_OF_EARLIER = "2025-03-05T11:00:00+00:00"

#: A call, and two places of moments in it.
_Pair: TypeAlias = tuple[dict[str, Any], Place, Place]


def judge_utc_offsets(subject: Subject) -> bool:
    """Judge that a tool which takes two moments with offsets does not answer by their times of day alone.

    The answer must not depend on the day and the time of both, as that of a calendar may: only on what lies between, or
    on which of them is earlier.

    Returns:
        Whether the answer depends on what lies between two moments.

    Raises:
        CheckFailure: If the offsets make no difference.
    """
    fits = FlatSchema(subject.schema).fits
    judged = False
    for call, one, other in subject.patience(_SHARE).each(_pairs(subject)):
        plain, moved, mixed, ignored = (
            with_moments(call, {one: first, other: second})
            for first, second in (
                (_FIRST[0], _SECOND[0]),
                (_FIRST[1], _SECOND[1]),
                (_FIRST[0], _SECOND[1]),
                (_FIRST[0], _OTHER_MOMENT),
            )
        )
        if not fits(subject.schema, plain):
            continue
        answer = _answer(subject, plain)
        if answer is None or answer != _answer(subject, moved):
            continue
        other_moment = _answer(subject, ignored)
        if answer != other_moment:
            judged = judged or other_moment is not None
        else:
            different = _answer(subject, mixed)
            if different is not None and _numbers(different) != _numbers(answer):
                raise _failure(other, _SECOND, _OTHER_MOMENT, mixed)
        judged = _judge_order(subject, call, one, other) or judged
    return judged


def _judge_order(subject: Subject, call: dict[str, Any], one: Place, other: Place) -> bool:
    """Tell whether the answer depends on which of two moments is earlier, and not on their days and times of day.

    Raises:
        CheckFailure: If the times of day decide it.
    """
    if goes_by_the_clock(subject.facts.description or ""):
        return False
    plain, moved, by_clock, mixed = (
        with_moments(call, {one: first, other: second})
        for first, second in (
            (_FIRST[0], _EARLIER[0]),
            (_FIRST[1], _EARLIER[1]),
            (_FIRST[0], _CLOCK_OF_EARLIER),
            (_FIRST[0], _EARLIER[1]),
        )
    )
    answer, later = _answer(subject, plain), _answer(subject, by_clock)
    if answer is None or later is None or answer == later or answer != _answer(subject, moved):
        return False
    if _answer(subject, mixed) == later and [_answer(subject, each) for each in (plain, mixed)] == [answer, later]:
        raise _failure(other, _EARLIER, _CLOCK_OF_EARLIER, mixed)
    return True


def _failure(place: Place, moment: tuple[str, str], taken_for: str, call: dict[str, Any]) -> CheckFailure:
    return CheckFailure(
        "offset_ignored",
        f"Given {moment[1]!r} for {place[0]!r}, the tool answers otherwise than for {moment[0]!r}, which is the "
        f"same moment, and for {taken_for!r} as if it were. Convert moments to UTC, and do not cut their "
        "offsets off.",
        about=place[0],
        arguments=call,
    )


def _pairs(subject: Subject) -> list[_Pair]:
    """Return two moments of ordinary calls, and of such with another item beside a single one; each place once."""
    pairs: dict[tuple[Place, Place], dict[str, Any]] = {}
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        more = {name: with_two_moments(value) for name, value in call.items()}
        for base in (call, more):
            for one, other in itertools.permutations(moments_in(base), 2):
                pairs.setdefault((one, other), base)
    return [(call, *places) for places, call in pairs.items()][:_MAX_PAIRS]


def _answer(subject: Subject, call: dict[str, Any]) -> str | None:
    """Return what a call answers, without the moments that are given; None if it fails."""
    text = planted_answer(subject, call)
    if text is None:
        return None
    for given in (*_FIRST, *_SECOND, _OTHER_MOMENT, *_EARLIER, _CLOCK_OF_EARLIER):
        text = text.replace(given, "the moment")
    return text


def _numbers(text: str) -> list[str]:
    return re.findall(r"\b(?:\d[\d.]*|true|false)\b", text)
