"""Held moments: records with moments of several offsets from UTC, which a tool puts in order or chooses by their texts.

next(after="06:00+00:00")     "08:00-04:00", though "08:30+02:00" is earlier: texts were compared
next(after="06:00+00:00")     "06:30+00:00", if the tool holds the same moments in UTC
"""

from __future__ import annotations

import operator
from datetime import datetime, timedelta
from typing import Any

from ....profile.told_forms import goes_by_the_clock
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.plausible_calls import plausible_calls
from .moment_places import moments_in, with_moments
from .moment_tables import given_moments, moments_of_modules, offset_of, read_moment, told_moments

__all__ = ["judge_held_moments"]

_SHARE = 0.1
_MAX_BASES, _MAX_CALLS, _MAX_TOLD = 3, 8, 4
#: By how much a moment that is given is before one of a record.
_BEFORE = timedelta(minutes=1)

_Call = dict[str, Any]
_Texts = dict[datetime, str]


def judge_held_moments(subject: Subject) -> bool:
    """Judge that the answer is the same when the moments in the variables of a function's modules are given in UTC.

    The variables hold moments with several offsets. Only differences that an order of texts explains are judged: a
    record that is chosen although the moment of another is nearer to the one that is given, or is the first or last of
    all; a list that is in the order of moments in UTC alone; a record on the wrong side of a moment that is given.

    Returns:
        Whether the answers tell of such moments.

    Raises:
        CheckFailure: If the answer is another one.
    """
    if subject.is_served or goes_by_the_clock(subject.facts.description or ""):
        return False
    held = moments_of_modules(subject)
    if len({offset_of(text) for text in held}) < 2 or len({read_moment(text) for text in held}) < 2:
        return False
    judged = False
    for call in subject.patience(_SHARE).each(_calls(subject, held)):
        plain, in_utc = told_moments(subject, call, is_in_utc=False), told_moments(subject, call, is_in_utc=True)
        if not plain or not in_utc:
            continue
        judged = True
        if not _is_by_text(call, plain, in_utc, held):
            continue
        # An accident does not repeat.
        if [plain, in_utc] == [told_moments(subject, call, is_in_utc=one) for one in (False, True)]:
            raise CheckFailure(
                "offset_ignored",
                f"The answer tells of {_first(plain)}. If the tool holds the same moments in UTC, it tells of "
                f"{_first(in_utc)}, which are other ones. Compare moments with their offsets, and not their texts.",
                arguments=call,
            )
    return judged


def _is_by_text(call: _Call, plain: list[str], in_utc: list[str], held: list[str]) -> bool:
    """Tell whether an answer is right with moments in UTC alone, and otherwise what an order of texts makes of it."""
    one, other = [read_moment(text) for text in plain], [read_moment(text) for text in in_utc]
    own = {read_moment(text): text for text in held}
    if one == other or any(moment not in own for moment in other):
        return False
    given = given_moments(call)
    if sorted(one) == sorted(other):
        return len(set(one)) > 2 and _is_ordered(other) and not _is_ordered(one) and _is_ordered(plain)
    if len(one) == len(other) == 1:
        if not given:
            return other[0] in (min(own), max(own)) and plain[0] in (min(held), max(held))
        return any(_is_nearer(text, other[0], one[0], own[other[0]], plain[0]) for text in given)
    return any(_is_side_of_text(text, set(one), set(other), own, plain) for text in given)


def _first(moments: list[str]) -> str:
    return ", ".join(moments[:_MAX_TOLD])


def _is_nearer(start: str, moment: datetime, end: datetime, text: str, chosen: str) -> bool:
    """Tell whether a moment lies between the start and the end, and its text does not."""
    if read_moment(start) <= moment < end:
        return chosen < text or text < start
    return read_moment(start) >= moment > end and (chosen > text or text > start)


def _is_side_of_text(start: str, one: set[datetime], other: set[datetime], own: _Texts, plain: list[str]) -> bool:
    """Tell whether the moments of one answer are on one side of a start, and the texts of the other one are."""
    for is_behind in (operator.ge, operator.le):
        is_right = all(is_behind(moment, read_moment(start)) for moment in other)
        is_left_out = not any(is_behind(own[moment], start) for moment in other - one)
        is_wrong = not any(is_behind(moment, read_moment(start)) for moment in one - other)
        if is_right and is_left_out and is_wrong and all(is_behind(text, start) for text in plain):
            return True
    return False


def _is_ordered(values: list[Any]) -> bool:
    return values in (sorted(values), sorted(values, reverse=True))


def _calls(subject: Subject, held: list[str]) -> list[_Call]:
    """Return ordinary calls, and such with a moment that is given a little before one of a record, in UTC."""
    found: list[_Call] = []
    try:
        fits = FlatSchema(subject.schema).fits
        bases = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]
    except NoCallFits:
        return []
    starts = [(moment - _BEFORE).isoformat() for moment in sorted({read_moment(text) for text in held})]
    for base in bases:
        found.append(base)
        for place in moments_in(base)[:1]:
            found += [with_moments(base, {place: start}) for start in starts]
    distinct = [call for number, call in enumerate(found) if call not in found[:number]]
    return [call for call in distinct if fits(subject.schema, call)][:_MAX_CALLS]
