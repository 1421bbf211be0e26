"""UTC offsets: two moments of which a tool compares the times of day, whatever their offsets from UTC are.

elapsed("10:00+00:00", "12:30+00:00")     150 minutes
elapsed("12:00+02:00", "14:30+02:00")     150 minutes: both moments are the same
elapsed("10:00+00:00", "14:30+02:00")     270 minutes, though both moments are the same again
elapsed("10:00+00:00", "12:30+02:00")     150 minutes, though the second moment is another
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

from ....strategies.schemas.flat_schema import CannotMake, FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.planted_answer import planted_answer
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_utc_offsets"]

_MAX_CALLS, _MAX_PAIRS = 8, 4
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)")
#: Two moments, each in UTC and with an offset, and the second time of day with that offset.
_FIRST = ("2025-03-05T10:00:00+00:00", "2025-03-05T12:00:00+02:00")
_SECOND = ("2025-03-05T12:30:00+00:00", "2025-03-05T14:30:00+02:00")
_OTHER_MOMENT = "2025-03-05T12:30:00+02:00"


def judge_utc_offsets(subject: Subject) -> bool:
    """Judge that a tool which takes two moments with offsets does not answer by their times of day alone.

    The answer must not depend on the day and the time of both, as that of a calendar may: only on what lies between.

    Returns:
        Whether the answer depends on what lies between two moments.

    Raises:
        CheckFailure: If the offsets make no difference.
    """
    try:
        fits = FlatSchema(subject.schema).fits
    except CannotMake:
        return False
    judged = False
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    pairs = [(call, one, other) for call in calls for one, other in itertools.permutations(_moments(call), 2)]
    for call, one, other in subject.patience().each(pairs[:_MAX_PAIRS]):
        plain, moved, mixed, ignored = (
            {**call, one: first, other: second}
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
            continue
        different = _answer(subject, mixed)
        if different is not None and _numbers(different) != _numbers(answer):
            raise CheckFailure(
                "offset_ignored",
                f"Given {_SECOND[1]!r} for {other!r}, the tool answers otherwise than for {_SECOND[0]!r}, which is the "
                f"same moment, and for {_OTHER_MOMENT!r} as if it were. Convert moments to UTC, and do not cut their "
                "offsets off.",
                about=other,
                arguments=mixed,
            )
    return judged


def _moments(call: Mapping[str, Any]) -> list[str]:
    return [name for name, value in call.items() if isinstance(value, str) and _MOMENT.fullmatch(value)]


def _answer(subject: Subject, call: dict[str, Any]) -> str | None:
    """Return what a call answers, without the moments that are given; None if it fails."""
    text = planted_answer(subject, call)
    if text is None:
        return None
    for given in (*_FIRST, *_SECOND, _OTHER_MOMENT):
        text = text.replace(given, "the moment")
    return text


def _numbers(text: str) -> list[str]:
    return re.findall(r"\b(?:\d[\d.]*|true|false)\b", text)
