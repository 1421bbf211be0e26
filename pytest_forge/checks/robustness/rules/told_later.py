"""Told later: what the readers of a target answer about the record that a call has just made.

add_event(first_day="2024-01-31", repeat="monthly")     {"id": 7}
list_dates(event_id=7)                                  the days of that event

log_hours(person="ada", start="2024-01-31T20:00")
hours_of(person="ada", since="2024-01-31")              the person and the day of that call
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....oracles.text_leaves import leaves_of
from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.preparation.made_records import calls_naming

__all__ = ["calls_about", "told_later"]

_MAX_READERS = 3
_DAY = regex(r"\d{4}-\d\d-\d\d")
#: A day, a moment or a month of a reader's period.
_PERIOD = regex(r"\d{4}-\d\d(?:-\d\d(?:[T ].+)?)?")


def told_later(subject: Subject, made: Outcome) -> Iterator[Outcome]:
    """Yield the answer to a call, and for a writer of a server the answers of readers that take the record's number.

    Args:
        subject: The tool.
        made: The outcome of its call.
    """
    yield made
    if not subject.is_served or subject.facts.tier == "read" or not made.succeeded:
        return
    readers = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
    for reader in [subject.beside(*one) for one in readers[:_MAX_READERS]]:
        for usual in candidate_arguments(reader.schema, limit=1):
            named = next(calls_naming(made, usual, reader.schema))
            if named != usual:
                yield reader.call(named)


def calls_about(reader: Subject, made: Outcome) -> list[dict[str, Any]]:
    """Return calls of a reader about the record that a call has made: with its number, names and days.

    Args:
        reader: A reader of the same target.
        made: The outcome of the call.
    """
    days = sorted({day for _, text in leaves_of(dict(made.arguments)) for day in _DAY.findall(text)})
    fits = FlatSchema(reader.schema).fits
    found: list[dict[str, Any]] = []
    for usual in candidate_arguments(reader.schema, limit=2):
        call = next(calls_naming(made, usual, reader.schema))
        shared = {
            name: made.arguments[name] for name, value in call.items() if type(made.arguments.get(name)) is type(value)
        }
        call = _in_period({**call, **shared}, days)
        found += [call] if call not in found and fits(reader.schema, call) else []
    return found


def _in_period(call: dict[str, Any], days: list[str]) -> dict[str, Any]:
    """Return a call whose first day is the first of some, and whose other days are the last."""
    changed, ends = dict(call), [days[0], days[-1]] if days else []
    for name, value in call.items():
        if not ends or not isinstance(value, str) or not _PERIOD.fullmatch(value):
            continue
        day = ends[0] if len(ends) == 1 else ends.pop(0)
        changed[name] = f"{day}{value[len(day) :]}" if len(value) >= len(day) else day[: len(value)]
    return changed
