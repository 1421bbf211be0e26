"""Closed records: a change that is reported as made, of a record that another tool has closed to changes.

book(room="attic")                  booking 1
move(booking=1, day="2024-02-03")   "Booking 1 is on 2024-02-03", and readers show the day

book(room="attic")                  booking 1
cancel(booking=1)
move(booking=1, day="2024-02-03")   "Booking 1 is on 2024-02-03", and no reader shows the day: an UPDATE with a
                                    condition that met no row
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed, served_tool
from ...calls.call_search import refusal_form
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView

__all__ = ["judge_closed_records"]

#: Share of a check's time.
_SHARE = 0.15
_MAX_CLOSERS, _MAX_SLOTS = 4, 3

_Call = dict[str, Any]


class _Change(Struct, frozen=True):
    """A change that worked, as far as its answer tells.

    Attributes:
        call: The call.
        form: Its answer without the values of the call.
        is_kept: Whether the data show the new value, as they did not before.
        before: The call that has closed the record.
    """

    call: _Call
    form: str
    is_kept: bool
    before: list[dict[str, Any]]


def judge_closed_records(subject: Subject) -> None:
    """Judge that a value that is kept nowhere is not answered like one that the data show.

    Args:
        subject: A server's writer.

    Raises:
        CheckFailure: If the value of a change is kept nowhere, twice, after another tool has been called with the same
            record, and the answer is that of a change which is kept.
    """
    closers = _closers(subject)
    if not closers or served_tool(subject).server.address.url:
        return
    patience = subject.patience(_SHARE)
    for name, some in list(_slots(subject, closers))[:_MAX_SLOTS]:
        if patience.is_over:
            return
        kept = _changed(subject, name, None)
        for closer in some if kept is not None and kept.is_kept else ():
            if patience.is_over:
                return
            lost = _changed(subject, name, closer)
            if kept is None or lost is None or lost.is_kept or lost.form != kept.form:
                continue
            if _changed(subject, name, closer) == lost:
                raise CheckFailure(
                    "change_unmade",
                    f"After a call of {closer.facts.name!r} with the same record, a change of {name!r} changed "
                    "nothing, and was answered like one that is made. Look at what the change has met, and report one "
                    "that has met nothing as a failure.",
                    about=name,
                    arguments=lost.call,
                    before=lost.before,
                )


def _slots(subject: Subject, closers: Sequence[Subject]) -> Iterator[tuple[str, list[Subject]]]:
    """Yield the texts and numbers of a call, each with the closers that do without it."""
    try:
        call = plausible_calls(subject, limit=1)[0]
    except NoCallFits:
        return
    for name, value in call.items():
        some = [closer for closer in closers if name not in _required(closer)]
        if some and isinstance(value, str | int) and not isinstance(value, bool):
            yield name, some


def _closers(subject: Subject) -> list[Subject]:
    """Return other writers of the server, all of whose required arguments the tool has as well."""
    own = set(subject.schema.get("properties") or ())
    others = [subject.beside(*one) for one in subject.neighbours if one[0].tier != "read"]
    found = [
        other
        for other in others
        if other.facts.name != subject.facts.name and _required(other) and _required(other) < own
    ]
    return found[:_MAX_CLOSERS]


def _required(tool: Subject) -> set[str]:
    return set(tool.schema.get("required") or ())


def _changed(subject: Subject, name: str, closer: Subject | None) -> _Change | None:
    """Return a change of an argument on a new server, after the closer's call of the record; None if one fails."""
    subject.renew()
    base = plausible_calls(subject, limit=1)[0]
    view = StateView(subject, keeps_given=True)
    before: list[dict[str, Any]] = []
    if closer is not None:
        ordinary = next(iter(candidate_arguments(closer.schema, limit=1)), {})
        closing = {**ordinary, **{key: value for key, value in base.items() if key in ordinary}}
        untouched = view.taken(base)
        if looks_failed(closer.call(closing)) or not view.changed(untouched, view.taken(base)):
            return None
        before = [{"tool": closer.facts.name, "arguments": closing}]
    for value in _other_values(subject, name, base[name]):
        call = {**base, name: value}
        start = view.taken(call)
        if any(_shows(text, value) for text in start.values()):
            continue
        outcome = subject.call(call)
        end = view.taken(call, is_settled=False)
        changes = view.changed(start, end)
        is_kept = any(_shows(end[place], value) for place in changes if place in end)
        if looks_failed(outcome) or (changes and not is_kept):
            return None
        return _Change(call, refusal_form(outcome), is_kept, before)
    return None


def _other_values(subject: Subject, name: str, value: Any) -> list[Any]:
    view = FlatSchema(subject.schema)
    node = (subject.schema.get("properties") or {}).get(name) or {}
    choices = [choice for flat in view.alternatives(node) for choice in flat.get("enum") or ()]
    others = [other for other in (*choices, *similar_values(value, ())) if type(other) is type(value)]
    return [other for other in others if other != value and view.fits(node, other)]


def _shows(text: str, value: Any) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(str(value))}(?![\w.])", text) is not None
