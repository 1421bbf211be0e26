"""Edge dates: the last days of months and the leap day, which a tool refuses although it takes days beside them.

date(start.year, start.month + 1, start.day)      fails for the 31st of January
start.replace(year=start.year + 1)                fails for the 29th of February
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_edge_dates"]

_MAX_ARGUMENTS, _MAX_CONTEXTS, _MAX_CHOICES = 2, 6, 4
_ORDINARY = "2024-01-01"
_DATE = regex(r"\d{4}-\d\d-\d\d(?=$|[T ])")


class _Edge(Struct, frozen=True):
    """Days on which arithmetic fails, and days on which it does not.

    Attributes:
        what: The days, as a sentence names them.
        dates: All of them have to be refused.
        beside: All of these have to be accepted; they are on all days of the week.
    """

    what: str
    dates: tuple[str, ...]
    beside: tuple[str, ...]


_EDGES = (
    _Edge(
        "the last day of January",
        ("2023-01-31", "2025-01-31", "2026-01-31", "2027-01-31"),
        ("2023-01-15", "2023-01-20", "2025-01-14", "2025-01-16", "2026-01-22", "2027-01-12", "2027-01-16"),
    ),
    _Edge(
        "the last day of March",
        ("2023-03-31", "2025-03-31", "2026-03-31", "2027-03-31"),
        ("2023-03-15", "2023-03-20", "2025-03-14", "2025-03-16", "2026-03-26", "2027-03-16", "2027-03-20"),
    ),
    _Edge(
        "the leap day",
        ("2024-02-29", "2028-02-29", "2032-02-29"),
        ("2024-02-27", "2024-02-28", "2024-03-01", "2028-02-27", "2028-02-28", "2028-03-01", "2032-02-28"),
    ),
)


def judge_edge_dates(subject: Subject) -> None:
    """Judge that a tool takes the last days of months and the leap day where it takes the days beside them.

    Raises:
        CheckFailure: If it refuses all of them, and none of the others.
    """
    for name, call in subject.patience().each(list(_contexts(subject))):
        for edge in _EDGES:
            if _accepts(subject, name, call, edge.dates[:1]) is not False:
                continue
            if _accepts(subject, name, call, edge.beside) and not any(
                _accepts(subject, name, call, (one,)) for one in edge.dates
            ):
                given = _with_date(name, call, edge.dates[0])
                raise CheckFailure(
                    "edge_refused",
                    f"The tool fails for {edge.what}, {given[name]!r} in {name!r}, and accepts the days around it. "
                    "Cut the day down to the length of the month that is reached.",
                    about=name,
                    arguments=given,
                )


def _contexts(subject: Subject) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield ordinary calls with an argument that is a date, also with other choices."""
    base = next(iter(plausible_calls(subject, limit=1)), None)
    if base is None:
        return
    properties = subject.schema.get("properties") or {}
    dates = [name for name, value in base.items() if isinstance(value, str) and _DATE.match(value)]
    missing = [name for name, node in properties.items() if name not in base and _is_date(node)]
    choices = {
        name: node["enum"][:_MAX_CHOICES]
        for name, node in properties.items()
        if isinstance(node, Mapping) and isinstance(node.get("enum"), list)
    }
    for name in [*dates, *missing][:_MAX_ARGUMENTS]:
        found = [base, *({**base, other: value} for other, values in choices.items() for value in values)]
        distinct = [call for number, call in enumerate(found) if call not in found[:number]]
        yield from ((name, {**call, name: call.get(name) or _ORDINARY}) for call in distinct[:_MAX_CONTEXTS])


def _is_date(node: Any) -> bool:
    options = [node, *(node.get("anyOf") or ())] if isinstance(node, Mapping) else []
    return any(isinstance(one, Mapping) and one.get("format") in ("date", "date-time") for one in options)


def _accepts(subject: Subject, name: str, call: dict[str, Any], dates: tuple[str, ...]) -> bool | None:
    """Tell whether a tool accepts all of some dates; None if its schema does not allow one, or it does not return."""
    fits = FlatSchema(subject.schema).fits
    for one in dates:
        given = _with_date(name, call, one)
        if not fits(subject.schema, given):
            return None
        if not subject.is_served:
            plant_world(subject, [given])
        with fake_sleep():
            outcome: Outcome = subject.call(given)
        if outcome.timed_out or not outcome.ran:
            return None
        if not outcome.succeeded:
            return False
    return True


def _with_date(name: str, call: dict[str, Any], date: str) -> dict[str, Any]:
    """Return a call with another date in the form that it has there: a date, or a moment."""
    return {**call, name: _DATE.sub(date, call[name], count=1)}
