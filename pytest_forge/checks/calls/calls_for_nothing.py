"""Calls for nothing: a reader's call that works, with a span, a bound or a word within which nothing lies.

since="2899-12-31"      after all that there is
until="1900-01-01"      before it
above=100               the greatest number that the schema allows
since=4102444800        seconds since 1970, which are no amount of work: a million of them takes no longer
text="no-such-entry"    a word that nothing contains
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...profile.roles import Role, role_of
from ...regex import regex
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.schemas.limits import bounds
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .missing_things import UNUSED_NAME

__all__ = ["calls_for_nothing"]

_DAY = regex(r"\d{4}-\d\d-\d\d(?=$|[T ])")
_FAR_DAYS = ("2899-12-31", "1900-01-01")
#: A day or a moment, where a format allows one and the call has none.
_FORMS = {"date": "{}", "date-time": "{}T00:00:00Z"}
_MAX_NUMBER = 1_000_000
#: The end of this century in seconds and in milliseconds since 1970.
_MOMENTS = (4_102_358_400, 4_102_358_400_000)
#: How much longer a call may take with a million, and how much longer its answer may be.
_NOISE_S, _NOISE = 0.01, 20
_MAX_CALLS = 16


def calls_for_nothing(
    subject: Subject, worked: Outcome, ask: Callable[[dict[str, Any]], Outcome]
) -> Iterator[dict[str, Any]]:
    """Yield calls of a reader that may find nothing; none of a tool that writes.

    Args:
        subject: The tool.
        worked: A call that works.
        ask: Makes a call.
    """
    if subject.facts.tier != "read":
        return
    view = FlatSchema(subject.schema)
    found = [worked.arguments]
    for call in _calls(subject, view, worked, ask):
        if len(found) <= _MAX_CALLS and call not in found and view.fits(subject.schema, call):
            found.append(call)
            yield call


def _calls(
    subject: Subject, view: FlatSchema, worked: Outcome, ask: Callable[[dict[str, Any]], Outcome]
) -> Iterator[dict[str, Any]]:
    call = dict(worked.arguments)
    properties = subject.schema.get("properties")
    fields = properties if isinstance(properties, Mapping) else {}
    nodes = {name: view.alternatives(node) for name, node in fields.items() if isinstance(node, Mapping)}
    days = {name: forms for name, flats in nodes.items() if (forms := list(_far_days(flats, call.get(name))))}
    for forms in zip(*days.values(), strict=True):
        yield {**call, **dict(zip(days, forms, strict=True))}
    for name, far in days.items():
        yield from ({**call, name: day} for day in far)
    for name, flats in nodes.items():
        for flat in flats:
            if "enum" in flat or "const" in flat:
                continue
            if flat.get("type") in ("integer", "number"):
                ends = bounds(flat, whole=flat["type"] == "integer")
                yield from ({**call, name: end} for end in ends if end is not None and abs(end) <= _MAX_NUMBER)
                yield from _with_moments(subject, view, worked, name, ask)
            elif flat.get("type") == "string" and "format" not in flat and role_of(name, flat) is Role.TEXT:
                yield {**call, name: UNUSED_NAME}


def _far_days(flats: Any, given: Any) -> Iterator[str]:
    """Yield a day after and one before all that there is, in the form of an argument that takes days."""
    if isinstance(given, str):
        yield from (_DAY.sub(day, given) for day in _FAR_DAYS if _DAY.match(given))
        return
    forms = [form for flat in flats if (form := _FORMS.get(str(flat.get("format")))) is not None]
    yield from (forms[0].format(day) for day in _FAR_DAYS if forms)


def _with_moments(
    subject: Subject, view: FlatSchema, worked: Outcome, name: str, ask: Callable[[dict[str, Any]], Outcome]
) -> Iterator[dict[str, Any]]:
    """Yield the call with a moment as a number, if a large number makes it neither slow nor its answer long."""
    calls = [{**worked.arguments, name: number} for number in (_MAX_NUMBER, *_MOMENTS)]
    million, *moments = [one for one in calls if view.fits(subject.schema, one)] or [{}]
    if not moments or million[name] != _MAX_NUMBER:
        return
    made = ask(million)
    is_quick = made.answer is not None and made.seconds < worked.seconds + _NOISE_S
    if is_quick and len(made.text) < len(worked.text) + _NOISE:
        yield from moments
