"""Impossible days: a date that no calendar has, answered with nothing as if nothing belonged to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....profile.claim import Claim
from ....profile.emptiness import became_nothing
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_impossible_days"]

_DATE = regex(r"(\d{4})-\d\d-\d\d")
#: Years for which a tool may have data, or after which it may have some.
_YEARS = ("2024", "2000", "2026", "2099")
#: The ends of days that exist, and of days beside them that do not.
_DAYS = (("02-28", "02-30"), ("04-30", "04-31"))
#: Share of a check's time. The calls only add to those that the check needs.
_SHARE = 0.1


def judge_impossible_days(
    subject: Subject, control: Outcome, report: Callable[[CheckFailure, Claim], None], claim: Claim
) -> None:
    """Judge that a day which does not exist is not answered with nothing where the days around it give data.

    Args:
        subject: The tool.
        control: A call that works.
        report: Called with a finding and the claim that may excuse it.
        claim: That.
    """
    for name, year in subject.patience(_SHARE).each(list(_years(subject, control))):
        pairs = [[_made(subject, control, name, f"{year}-{day}") for day in days] for days in _DAYS]
        if all(_is_answered_with_nothing(*pair) for pair in pairs):
            given = pairs[0][1].arguments
            report(
                CheckFailure(
                    "failure_as_nothing",
                    f"Given {given[name]!r} for {name!r}, which is no day of the calendar, the tool returned nothing; "
                    f"for {pairs[0][0].arguments[name]!r} it returns data. Refuse a date that does not exist.",
                    about=name,
                    arguments=given,
                ),
                claim,
            )
            return


def _years(subject: Subject, control: Outcome) -> Iterator[tuple[str, str]]:
    """Yield the arguments that are dates with a few years, if the schema allows the impossible days."""
    fits = FlatSchema(subject.schema).fits
    for name, value in control.arguments.items():
        found = _DATE.fullmatch(value) if isinstance(value, str) else None
        for year in dict.fromkeys((found[1], *_YEARS)) if found else ():
            calls = [{**control.arguments, name: f"{year}-{day}"} for days in _DAYS for day in days]
            if all(fits(subject.schema, call) for call in calls):
                yield name, year


def _made(subject: Subject, control: Outcome, name: str, day: str) -> Outcome:
    call = {**control.arguments, name: day}
    if not subject.is_served:
        plant_world(subject, [call])
    with fake_sleep():
        return subject.call(call)


def _is_answered_with_nothing(real: Outcome, impossible: Outcome) -> bool:
    if not real.succeeded or not impossible.succeeded:
        return False
    return became_nothing(real.value, impossible.value, impossible.arguments)
