"""Held periods: a period that is given in another offset from UTC, and has lost a record by the text of its moment.

overlaps("08:59+02:00", "09:01+02:00")     the event at "09:00+02:00"
overlaps("06:59+00:00", "07:01+00:00")     nothing, though the period is the same: texts were compared
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from ....profile.told_forms import goes_by_the_clock
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.plausible_calls import plausible_calls
from .moment_places import moments_in, with_moments
from .moment_tables import moments_of_modules, offset_of, read_moment, told_moments

__all__ = ["judge_held_periods"]

_SHARE = 0.1
_MAX_BASES, _MAX_PERIODS = 2, 8
#: By how much a period begins before a moment of a record, and ends behind it.
_BESIDE = timedelta(minutes=1)


def judge_held_periods(subject: Subject) -> bool:
    """Judge that a function finds a record that its modules hold, in whatever offset the same period is given.

    It finds the record in the period with the offset of the record, and in UTC if its modules hold UTC.

    Returns:
        Whether an answer tells of a record in such a period.

    Raises:
        CheckFailure: If the answer for the period in UTC has lost the record.
    """
    if subject.is_served or goes_by_the_clock(subject.facts.description or ""):
        return False
    judged = False
    for moment, own, in_utc in subject.patience(_SHARE).each(_calls(subject)):
        if not _tells(subject, own, moment):
            continue
        judged = True
        if _tells(subject, in_utc, moment) is not False or not _tells(subject, in_utc, moment, is_in_utc=True):
            continue
        # An accident does not repeat.
        if _tells(subject, own, moment) and _tells(subject, in_utc, moment) is False:
            raise CheckFailure(
                "offset_ignored",
                f"The answer tells of {moment} if the period is given with the same offset, and not if the same "
                "period is given in UTC. Compare moments with their offsets, and not their texts.",
                arguments=in_utc,
            )
    return judged


def _tells(subject: Subject, call: dict[str, Any], moment: str, *, is_in_utc: bool = False) -> bool | None:
    """Tell whether an answer has a moment, in whatever offset; None if the call fails."""
    told = told_moments(subject, call, is_in_utc=is_in_utc)
    return None if told is None else read_moment(moment) in map(read_moment, told)


def _calls(subject: Subject) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return moments that are held, each with two calls of a period around it: in its offset, and in UTC."""
    held = [text for text in moments_of_modules(subject) if offset_of(text) != "+00:00"]
    try:
        fits = FlatSchema(subject.schema).fits
        bases = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES] if held else []
    except NoCallFits:
        return []
    found = []
    for base, (start, end) in itertools.product(bases, _periods(held)):
        places = moments_in(base)[:2]
        if len(places) == 2:
            begins, ends = datetime.fromisoformat(start) - _BESIDE, datetime.fromisoformat(end) + _BESIDE
            calls = [
                with_moments(base, {places[0]: first.isoformat(), places[1]: last.isoformat()})
                for first, last in ((begins, ends), (begins.astimezone(UTC), ends.astimezone(UTC)))
            ]
            if all(fits(subject.schema, call) for call in calls):
                found.append((start, *calls))
    return found[:_MAX_PERIODS]


def _periods(held: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the start and the end of periods: each moment alone, then each with the next one of its offset."""
    yield from zip(held, held, strict=True)
    for start, end in itertools.pairwise(held):
        if offset_of(start) == offset_of(end) and read_moment(start) < read_moment(end):
            yield start, end
