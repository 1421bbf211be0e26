"""Unfailed names: a change of nothing that is answered as made, although the docstring tells a failure.

    LookupError: There is no such parcel.

mark_sent(parcel="P-31")    {"parcel": "P-31", "state": "sent"}, and its row has the state
mark_sent(parcel="P-62")    {"parcel": "P-62", "state": "sent"}, and no row has changed: there is no such parcel

The rows are those of files, of what readers answer, and of what the modules of a function hold.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....oracles.own_code import OwnCode
from ....profile.told_missing import names_thing, told_missing_things
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.call_search import refusal_form
from ...calls.fake_sleep import fake_sleep
from ...calls.held_rows import held_rows
from ...calls.known_values import known_values, quoted_values
from ...calls.missing_things import UNUSED_NAME, UNUSED_NUMBER, unlisted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import in_a_fresh_world
from .unmet_rows import shows

__all__ = ["judge_unfailed_names"]

#: Share of a check's time.
_SHARE = 0.15
_MAX_CALLS, _MAX_KNOWN, _MAX_SERIES = 4, 5, 8
_DIGITS = regex(r"\d+(?=\D*$)")

_Call = dict[str, Any]


def judge_unfailed_names(subject: Subject) -> None:
    """Judge that a call which is told to fail for something that is not there does not report a change of it.

    Args:
        subject: A tool that may change something.

    Raises:
        CheckFailure: If a call names nothing, changes nothing, and is answered like one that makes a change, twice.
    """
    things = told_missing_things(told_words(subject))
    if not things:
        return
    patience = subject.patience(_SHARE)
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
    except NoCallFits:
        return
    for name, pairs in itertools.islice(_series(subject, calls, things), _MAX_SERIES):
        if patience.is_over:
            return
        found = _unfailed(subject, pairs, name)
        if found is not None and _unfailed(subject, pairs, name) == found:
            unknown, known = pairs[found]
            raise CheckFailure(
                "change_unmade",
                f"A call with {unknown[name]!r} for {name!r} changed nothing, and was answered like one with "
                f"{known[name]!r}, which makes a change, although the description says that this "
                "fails. Look at what the change has met, and report one that has met nothing as a failure.",
                about=name,
                arguments=unknown,
            )


def _series(
    subject: Subject, calls: Sequence[_Call], things: Sequence[frozenset[str]]
) -> Iterator[tuple[str, list[tuple[_Call, _Call]]]]:
    """Yield an argument that names such a thing, and calls: one that names nothing, and one that may name something."""
    view, nodes = FlatSchema(subject.schema), subject.schema.get("properties") or {}
    held, quoted = known_values(subject), quoted_values(subject)
    for call in calls:
        for name in _names(call, nodes, things):
            value = call[name]
            likely = [value, *quoted.values_for(name, value), *held.siblings(name, value)]
            likely += held.values_for(name, value)
            known = [one for one in dict.fromkeys(likely) if view.fits(subject.schema, {**call, name: one})]
            pairs = [
                ({**call, name: unknown}, {**call, name: one})
                for one in known[:_MAX_KNOWN]
                for unknown in _unknown(view, subject, {**call, name: one}, name)
            ]
            if pairs:
                yield name, pairs


def _names(call: _Call, nodes: Mapping[str, Any], things: Sequence[frozenset[str]]) -> list[str]:
    """Return the arguments that name such a thing; the only one that may name something, if words tell no more."""
    open_ones = [
        name
        for name, value in call.items()
        if isinstance(value, str | int) and not isinstance(value, bool) and "enum" not in (nodes.get(name) or {})
    ]
    told = {name: str((nodes.get(name) or {}).get("description") or "") for name in open_ones}
    named = [name for name in open_ones if any(names_thing(name, told[name], thing) for thing in things)]
    return named or (open_ones if len(open_ones) == 1 else [])


def _unknown(view: FlatSchema, subject: Subject, call: _Call, name: str) -> Iterator[Any]:
    """Yield a value that probably names nothing.

    A server's readers may not show all that it has, so a number near a known one may be taken.
    """
    value = call[name]
    far = _DIGITS.sub(str(UNUSED_NUMBER), value, count=1) if isinstance(value, str) else UNUSED_NUMBER
    near = [] if subject.is_served else list(unlisted_values(value))[::-1]
    others = [*near, far, *([UNUSED_NAME] if isinstance(value, str) else [])]
    fitting = (one for one in others if one != value and view.fits(subject.schema, {**call, name: one}))
    yield from itertools.islice(fitting, 1)


def _unfailed(subject: Subject, pairs: Sequence[tuple[_Call, _Call]], name: str) -> int | None:
    """Return the number of the first pair whose calls are answered alike, and of which the known name alone changes.

    The other call is made first, so that it finds the same to do; it changes all or nothing by its name.
    """
    return in_a_fresh_world(subject, lambda: _first_unfailed(subject, pairs, name), most_calls=3 * len(pairs))


def _first_unfailed(subject: Subject, pairs: Sequence[tuple[_Call, _Call]], name: str) -> int | None:
    view = StateView(subject, keeps_given=True)

    def data(call: _Call, *, is_settled: bool = False) -> dict[str, str]:
        held = {} if subject.is_served else held_rows(OwnCode(subject.tool))
        return view.taken(call, is_settled=is_settled) | held

    for number, (unknown, known) in enumerate(pairs):
        before = data(known, is_settled=True)
        if not _is_there(before, known[name]) or _is_there(before, unknown[name]):
            continue
        with fake_sleep():
            nothing = subject.call(dict(unknown))
        between = data(known)
        if not nothing.succeeded or nothing.timed_out or view.changed(before, between):
            continue
        with fake_sleep():
            done = subject.call(dict(known))
        if done.succeeded and view.changed(between, data(known)) and refusal_form(nothing) == refusal_form(done):
            return number
    return None


def _is_there(data: Mapping[str, str], value: Any) -> bool:
    return any(shows(text, value) for text in data.values())
