"""Dropped offsets: a moment of which a tool takes the time of day as if it was in UTC, whatever its offset is.

local("12:00+00:00", zone="Asia/Tokyo")     21:00
local("21:00+00:00", zone="Asia/Tokyo")     06:00
local("21:00+09:00", zone="Asia/Tokyo")     06:00, though the moment is that of the first call

Only tools that convert moments are judged: the answer depends on a zone, is in UTC, or is said to be.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.roles import Role, role_of
from ....profile.told_offsets import told_answer_in_utc, told_offset
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.told_words import told_words
from ..lasting_reads import calls_that_fit
from .changing_zones import is_zone
from .fresh_answers import fresh_answers
from .moment_places import Place, moments_in, with_moments

__all__ = ["judge_dropped_offsets"]

_SHARE = 0.1
_MAX_BASES = 6
_YEARS = range(1971, 2100)
#: Two zones without changes of the clocks, whose clocks differ by an odd number of hours from each other and from UTC.
_ZONES = ("Asia/Tokyo", "Asia/Kolkata")
_NONE = dt.timedelta(0)
#: Offsets that lead to other hours, and mostly to other days.
_OFFSETS = (dt.timedelta(hours=9), dt.timedelta(hours=-7))
_PLAIN = regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?")
#: What a zone is called and how far it is from UTC, which tell of no conversion.
_OF_ZONE = regex(r"[A-Z][a-z]+/[A-Z][A-Za-z_]+|(?:(?:UTC|GMT) ?)?[+-]\d\d:?\d\d(?!\d)|\b[A-Z]{3,4}\b")
_IN_UTC = regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?Z|\+00:00)")


class _Told(Struct, frozen=True):
    """What the same moments are answered in UTC and with an offset, and what others with one of their clocks are."""

    in_utc: str
    with_offset: str
    by_clock: str
    wrong_way: str

    @property
    def is_judged(self) -> bool:
        """Whether the answer depends on the moments."""
        return all((self.in_utc, self.with_offset, self.by_clock)) and self.in_utc != self.by_clock

    @property
    def is_wrong(self) -> bool:
        """Whether the offset is left out, or is added where it must be subtracted."""
        return self.with_offset != self.in_utc and self.with_offset in (self.by_clock, self.wrong_way)


def judge_dropped_offsets(subject: Subject) -> bool:
    """Judge that a moment with an offset is not answered like another one that has its time of day in UTC.

    The description must tell of offsets, and the tool must convert moments.

    Returns:
        Whether the answer depends on the moment.

    Raises:
        CheckFailure: If the offset makes no difference, or moves the moment the wrong way, twice.
    """
    if subject.is_served and subject.facts.tier not in (None, "read"):
        return False
    view = FlatSchema(subject.schema)
    for call in subject.patience(_SHARE).each(list(_bases(subject, view))):
        places = [
            place
            for place in moments_in(call)
            if _is_ordinary(_at(call, place)) and _is_told(subject, view, str(place[0]))
        ]
        if not places or not _converts(subject, call, places):
            continue
        answered = [(offset, told) for offset in _OFFSETS if (told := _told(subject, call, places, offset)).is_judged]
        # One that is right shows that offsets count.
        if answered and all(told.is_wrong for _, told in answered):
            offset, told = answered[0]
            if _told(subject, call, places, offset) == told:
                raise _failure(call, places, offset)
        if answered:
            return True
    return False


def _failure(call: dict[str, Any], places: list[Place], offset: dt.timedelta) -> CheckFailure:
    given, same = _moved(call, places, _NONE, offset), _moved(call, places, _NONE)
    name = str(places[0][0])
    return CheckFailure(
        "offset_ignored",
        f"Given {_at(given, places[0])!r} for {name!r}, the tool does not answer as for {_at(same, places[0])!r}, "
        "which is the same moment, but as for another one. Convert moments to UTC, and do not replace or cut off their "
        "offsets.",
        about=name,
        arguments=given,
    )


def _bases(subject: Subject, view: FlatSchema) -> Iterator[dict[str, Any]]:
    """Yield ordinary calls with moments in one zone at most; a moment without an offset gets that of UTC."""
    zones = [name for name, node in view.arguments.items() if role_of(name, node) is Role.TIMEZONE]
    told = [name for name in view.arguments if _is_told(subject, view, name)]
    for ordinary in calls_that_fit(subject, limit=_MAX_BASES) if told else ():
        call = {name: _in_utc(value) if name in told else value for name, value in ordinary.items()}
        if any(_is_ordinary(_at(call, place)) for place in moments_in(call)):
            base = _in_zone(call, _ZONES[0])
            # What is left out may have a zone by default.
            if base == call and len(zones) == 1 and isinstance(call.get(zones[0], ""), str):
                base = {**call, zones[0]: _ZONES[0]}
            yield base if view.fits(subject.schema, base) else call


def _in_utc(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _in_utc(part) for key, part in value.items()}
    if isinstance(value, list):
        return list(map(_in_utc, value))
    return f"{value}+00:00" if isinstance(value, str) and _PLAIN.fullmatch(value) else value


def _is_told(subject: Subject, view: FlatSchema, name: str) -> bool:
    node = view.arguments.get(name)
    told = node.get("description") if isinstance(node, Mapping) else None
    return told_offset(told if isinstance(told, str) else "", told_words(subject))


def _is_ordinary(text: str) -> bool:
    """Tell whether there is such a moment, and others around it."""
    try:
        return dt.datetime.fromisoformat(text).year in _YEARS
    except ValueError:
        return False


def _in_zone(value: Any, zone: str) -> Any:
    """Return a value with another zone for each of its zones, and one alone in a list of them."""
    if isinstance(value, Mapping):
        return {key: _in_zone(part, zone) for key, part in value.items()}
    if isinstance(value, list):
        parts = [_in_zone(part, zone) for part in value]
        return [zone] if value and all(map(is_zone, value)) else parts
    return zone if is_zone(value) else value


def _converts(subject: Subject, call: dict[str, Any], places: list[Place]) -> bool:
    """Tell whether an answer tells of a moment in a zone or in UTC, and not as it is given."""
    plain, other = _moved(call, places, _NONE), _in_zone(call, _ZONES[1])
    if other != call:
        one, of_other = _answers(subject, [plain, _moved(other, places, _NONE)], places)
        return bool(one and of_other) and _OF_ZONE.sub("", one) != _OF_ZONE.sub("", of_other)
    if told_answer_in_utc(told_words(subject)):
        return True
    one, later = _answers(subject, [plain, _moved(call, places, _OFFSETS[0])], places)
    before, after = _moments_in_utc(one), _moments_in_utc(later)
    return len(before) == len(after) and {end - start for start, end in zip(before, after, strict=True)} == {
        _OFFSETS[0]
    }


def _moments_in_utc(answer: str) -> list[dt.datetime]:
    try:
        return [dt.datetime.fromisoformat(found[0].replace(" Z", "Z")) for found in _IN_UTC.finditer(answer)]
    except ValueError:
        return []


def _told(subject: Subject, call: dict[str, Any], places: list[Place], offset: dt.timedelta) -> _Told:
    calls = [
        _moved(call, places, _NONE),
        _moved(call, places, _NONE, offset),
        _moved(call, places, offset),
        _moved(call, places, 2 * offset),
    ]
    return _Told(*_answers(subject, calls, places))


def _answers(subject: Subject, calls: list[dict[str, Any]], places: list[Place]) -> list[str]:
    """Return what each call answers, without the moments that it gives; "" for a call that fails."""
    fits = FlatSchema(subject.schema).fits
    told = fresh_answers(subject, calls) if all(fits(subject.schema, call) for call in calls) else None
    answers = told or ["" for _ in calls]
    for number, call in enumerate(calls):
        for place in places:
            answers[number] = answers[number].replace(_at(call, place), "the moment")
    return answers


def _moved(
    call: dict[str, Any], places: list[Place], shift: dt.timedelta, offset: dt.timedelta = _NONE
) -> dict[str, Any]:
    """Return a call with other moments.

    Args:
        call: The call.
        places: Where its moments are.
        shift: How much later each is.
        offset: The offset with which it is written.
    """
    moments = {}
    for place in places:
        own = dt.datetime.fromisoformat(_at(call, place))
        form = "seconds" if own.isoformat()[:19] in _at(call, place) else "minutes"
        moved = (own + shift).astimezone(dt.timezone(offset)).isoformat(timespec=form)
        moments[place] = moved.replace("+00:00", "Z") if _at(call, place).endswith("Z") else moved
    return with_moments(call, moments)


def _at(call: dict[str, Any], place: Place) -> str:
    part: Any = call
    for key in place:
        part = part[key]
    return str(part)
