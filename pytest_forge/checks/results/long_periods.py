"""Long periods: calls from one day to another that lies a thousand or a hundred years later, in the smallest steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...regex import regex
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.schemas.limits import bounds
from ...targets.subject import Subject
from ..calls.plausible_calls import plausible_calls

__all__ = ["calls_over_long_periods"]

_MAX_BASES = 2
_DAY = regex(r"\d{4}-\d\d-\d\d(?=$|[T ])")
#: The first and the last day. A pattern may allow the days of one century only.
_PERIODS = (("1900-01-01", "2899-12-31"), ("2000-01-01", "2099-12-31"))


def calls_over_long_periods(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield ordinary calls with two days or moments, the first and the second as far apart as the schema allows.

    Args:
        subject: The tool. Its numbers, such as the days from one entry to the next, are the least that it allows.
    """
    fits = FlatSchema(subject.schema).fits
    properties = subject.schema.get("properties") or {}
    made: list[dict[str, Any]] = []
    for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        days = [name for name, value in base.items() if isinstance(value, str) and _DAY.match(value)]
        if len(days) < 2:
            continue
        periods = [
            {**base, **{name: _DAY.sub(day, base[name]) for name, day in zip(days, period, strict=False)}}
            for period in _PERIODS
        ]
        longest = next((call for call in periods if fits(subject.schema, call)), None)
        for call in () if longest is None else ({**longest, **_least(base, properties)}, longest):
            if call not in made and fits(subject.schema, call):
                made.append(call)
                yield call


def _least(base: Mapping[str, Any], properties: Mapping[str, Any]) -> dict[str, int]:
    """Return the least that the numbers of a call allow, and those that may be left out of it."""
    found = {}
    for name, node in properties.items():
        is_number = isinstance(node, Mapping) and (type(base.get(name)) is int or node.get("type") == "integer")
        low = bounds(node, whole=True)[0] if is_number else None
        if low is not None and low > 0:
            found[name] = int(low)
    return found
