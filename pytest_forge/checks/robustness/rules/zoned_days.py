"""Zoned days: what a tool lists for a day of a zone, and tells itself to be on another day there.

visits("2024-05-07", "UTC")               02:00 and 15:00 on 7 May
visits("2024-05-07", "America/Chicago")   21:00 on 6 May and 10:00 on 7 May: the days are still those of UTC
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....oracles.own_code import OwnCode
from ....profile.roles import Role, role_of
from ....profile.told_zones import told_local_day
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.known_values import known_values
from ...calls.told_words import all_told_words
from ..lasting_reads import calls_that_fit
from .record_lists import Record, record_lists

__all__ = ["judge_zoned_days"]

_SHARE = 0.1
_MAX_BASES, _MAX_DAYS, _MAX_ITEMS, _DEEPEST = 3, 10, 60, 4
_UTC = "UTC"
#: Zones on both sides of UTC, far from it.
_ZONES = ("America/Los_Angeles", "Asia/Tokyo", "America/New_York")
_DAY = regex(r"\d{4}-\d\d-\d\d")
_MOMENT = regex(r"(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d.*", re.DOTALL)


class _Question(Struct, frozen=True):
    """A call, and its arguments for a day and a zone."""

    call: dict[str, Any]
    day: str
    zone: str

    def asked(self, day: str, zone: str) -> dict[str, Any]:
        """Return the call for a day in a zone."""
        return {**self.call, self.day: day, self.zone: zone}


def judge_zoned_days(subject: Subject) -> bool:
    """Judge that records listed for a day are on that day in the zone of the call, if the day is said to be one of it.

    With the zone UTC they are. What lasts for several days is on both sides of the day, and is not judged.

    Returns:
        Whether the answers list such records.

    Raises:
        CheckFailure: If a record is on another day by all of its moments, and is listed for this day in UTC too, twice.
    """
    if subject.facts.tier not in (None, "read"):
        return False
    view = FlatSchema(subject.schema)
    zones = [name for name, node in view.arguments.items() if role_of(name, node) is Role.TIMEZONE]
    sentence = told_local_day(all_told_words(subject)) if zones else ""
    if not sentence:
        return False
    with FastCalls(subject) as fast:
        for question in _questions(subject, view, zones[0]):
            judged = False
            for day in subject.patience(_SHARE).each(_days(subject)):
                of_utc = _listed(fast, view, question.asked(day, _UTC))
                if not of_utc or not all(day in _days_of(record) for record in of_utc):
                    continue
                judged = True
                for zone in _ZONES:
                    call = question.asked(day, zone)
                    other = _elsewhere(fast, view, call, day, of_utc)
                    if other and _elsewhere(fast, view, call, day, of_utc) == other:
                        raise CheckFailure(
                            "day_of_utc",
                            f'The description says "{sentence}", but for {day} in {zone} the answer has a record with '
                            f"{other!r}, which is listed for that day in UTC as well. Convert moments to the zone "
                            "before you compare their days.",
                            about=question.day,
                            arguments=call,
                        )
            if judged:
                return True
    return False


def _questions(subject: Subject, view: FlatSchema, zone: str) -> Iterator[_Question]:
    """Yield ordinary calls with one day."""
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        days = [name for name, value in base.items() if isinstance(value, str) and _DAY.fullmatch(value)]
        named = [name for name, node in view.arguments.items() if role_of(name, node) is Role.DATE]
        found = days or named
        if len(found) == 1 and found[0] != zone:
            yield _Question({**base}, found[0], zone)


def _days(subject: Subject) -> list[str]:
    """Return the days of moments that the tool's data hold."""
    texts = [text for text in known_values(subject).values_for("", "") if isinstance(text, str)]
    held = [found[1] for text in texts if (found := _MOMENT.fullmatch(text))]
    if not subject.is_served:
        for module in OwnCode(subject.tool).modules():
            for value in list(vars(module).values())[:_MAX_ITEMS]:
                held += [moment.date().isoformat() for moment in _moments_in(value, module.__name__)]
    return list(dict.fromkeys(held))[:_MAX_DAYS]


def _moments_in(value: Any, module: str, depth: int = 0) -> Iterator[dt.datetime]:
    """Yield the moments in a value: objects of the module's own classes are looked into as well."""
    if isinstance(value, dt.datetime):
        yield value
    elif depth < _DEEPEST and isinstance(value, dict | list | tuple | set | frozenset):
        for part in list(value.values() if isinstance(value, dict) else value)[:_MAX_ITEMS]:
            yield from _moments_in(part, module, depth + 1)
    elif depth < _DEEPEST and type(value).__module__ == module and isinstance(getattr(value, "__dict__", None), dict):
        for part in list(vars(value).values())[:_MAX_ITEMS]:
            yield from _moments_in(part, module, depth + 1)
    elif isinstance(value, str) and (found := _MOMENT.fullmatch(value)):
        yield dt.datetime.fromisoformat(f"{found[1]}T00:00")


def _listed(fast: FastCalls, view: FlatSchema, call: dict[str, Any]) -> list[Record]:
    """Return the records with moments of an answer."""
    outcome = fast.call(call) if view.fits(view.root, call) else None
    lists = record_lists(outcome.value) if outcome is not None and outcome.succeeded else {}
    return [record for records in lists.values() for record in records if _days_of(record)]


def _elsewhere(fast: FastCalls, view: FlatSchema, call: dict[str, Any], day: str, of_utc: list[Record]) -> str:
    """Return the moment of a record that is on another day, where the same records are listed as in UTC; or ""."""
    records = _listed(fast, view, call)
    if [_named(record) for record in records] != [_named(record) for record in of_utc]:
        return ""
    for record, same in zip(records, of_utc, strict=True):
        days = _days_of(record)
        moments = [text for text in record.values() if isinstance(text, str) and _MOMENT.fullmatch(text)]
        if (all(one < day for one in days) or all(one > day for one in days)) and record != same:
            return moments[0]
    return ""


def _days_of(record: Record) -> list[str]:
    texts = [value for value in record.values() if isinstance(value, str)]
    return [found[1] for text in texts if (found := _MOMENT.fullmatch(text))]


def _named(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what a record holds besides moments and times."""
    return [
        (key, str(value))
        for key, value in record.items()
        if not isinstance(value, str) or (not _DAY.match(value) and ":" not in value)
    ]
