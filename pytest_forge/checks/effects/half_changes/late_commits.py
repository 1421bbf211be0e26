"""Late commits: what a failed call has left shows once another call has worked, which stores it as well.

book([screws 1, nails 1])                                    screws 1, nails 1
book([screws 1, no-such-entry 1]), book([screws 1, ...])     refused, then screws 2: the first line was not undone
book([screws 2, no-such-entry 1]), book([screws 1, ...])     refused, then screws 3

A tool may count its failed calls, and skip their numbers. So two calls that fail are compared, which differ in one
value that is right.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.sequences import before_json
from ...calls.state_view import StateView

__all__ = ["judge_late_commits"]

#: Share of a check's time; calls that fail, and values of each that are changed.
_SHARE, _MAX_FAILING, _MAX_CHANGED = 0.15, 4, 3
#: Time limit of a copy, in calls.
_CALLS = 4

_Call = dict[str, Any]


def judge_late_commits(subject: Subject, wrong: Iterable[_Call], worked: _Call, begin: Callable[[_Call], None]) -> None:
    """Judge that a call stores the same after a call that has failed, whatever that one was given.

    Args:
        subject: A tool that is not declared read-only.
        wrong: Calls that may fail.
        worked: A call that works.
        begin: Restores the state in which a check begins, with the files that a call needs.

    Raises:
        CheckFailure: If it stores something else, twice, although the failed call alone changes nothing.
    """
    patience = subject.patience(_SHARE)
    alone = _stored(subject, None, worked, begin)
    if not alone:
        return
    failing = 0
    for call in wrong:
        if failing >= _MAX_FAILING or patience.is_over:
            return
        after = _stored(subject, call, worked, begin)
        failing += after is not None
        if after is None or after == alone:
            continue
        for other in itertools.islice(_changed(subject, call), _MAX_CHANGED):
            second = _stored(subject, other, worked, begin)
            if second in (None, alone, after) or _stored(subject, call, worked, begin) != after:
                continue
            raise CheckFailure(
                "half_made_change",
                "A call that failed had begun a change, which the next call that worked has stored with its own. "
                "Roll back what was begun when a call fails.",
                arguments=worked,
                before=before_json([(subject.facts.name, call)]),
            )


def _stored(
    subject: Subject, failing: _Call | None, worked: _Call, begin: Callable[[_Call], None]
) -> dict[str, str] | None:
    """Return what the data are after both calls; None if the first works or changes data, or the second fails."""

    def made() -> dict[str, str] | None:
        begin(worked)
        view = StateView(subject)
        before = view.taken(worked)
        if failing is not None:
            with fake_sleep():
                refused = subject.call(failing)
            is_refused = refused.ran and not refused.succeeded and not refused.timed_out
            if not is_refused or view.changed(before, view.taken(worked, is_settled=False)):
                return None
        with fake_sleep():
            done = subject.call(worked)
        after = view.taken(worked, is_settled=False)
        return after if done.succeeded and view.changed(before, after) else None

    if subject.is_served:
        return made()
    found: dict[str, str] | None = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return found


def _changed(subject: Subject, call: _Call) -> Iterator[_Call]:
    """Yield the call with another number or text in one place, those of the first items of lists first."""
    fits = FlatSchema(subject.schema).fits
    for value in _variants(call):
        if fits(subject.schema, value):
            yield value


def _variants(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        inner = sorted(value, key=lambda name: not isinstance(value[name], list | Mapping))
        for name in inner:
            yield from ({**value, name: one} for one in _variants(value[name]))
    elif isinstance(value, list) and value:
        yield from ([one, *value[1:]] for one in _variants(value[0]))
    elif type(value) in (int, float):
        yield value + 1
    elif isinstance(value, str):
        yield from similar_values(value, ())[:1]
