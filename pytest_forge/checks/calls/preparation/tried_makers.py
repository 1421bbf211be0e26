"""Makers tried: the tool that creates the record which a call needs, found by calls of one after the other.

add_item(code="CAM-4")     done, and lend_items(codes=["CAM-4"]) works, or changes something for the first time
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from ....targets.subject import Subject
from ..asking import looks_failed
from ..state_view import StateView
from .made_records import calls_naming, names_of_records, record_made
from .record_makers import aligned_calls, calls_holding, makers_of

__all__ = ["SHARE_OF_SEARCH", "changing_makers", "has_changed", "uses_up", "working_makers"]

SHARE_OF_SEARCH = 0.3
"""Share of a check's time for each part of the search."""
_MAX_CALLS, _MAX_TRIES = 2, 3

#: The tool that creates the record, its call, and the call that needs the record; in JSON types.
_Note = dict[str, Any]


def working_makers(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[_Note]:
    """Yield a call that works once another tool has made a record.

    What needs the records of several tools is left to chains.
    """
    patience = subject.patience(SHARE_OF_SEARCH)
    has_made = False
    for facts, _ in makers_of(subject, calls[0] if calls else {}):
        known: list[dict[str, Any]] = []
        for call in calls[:_MAX_CALLS]:
            for arguments in aligned_calls(facts, call):
                if not patience.has_time_to_shorten:
                    return
                # What an earlier trial has made is not made again.
                made = None if arguments in known else record_made(subject, facts.name, arguments)
                note = {"tool": facts.name, "arguments": arguments, "call": call}
                tries = [call] if arguments in known else []
                if made is not None:
                    known.append(arguments)
                    tries = list(itertools.islice(calls_naming(made, call, subject.schema), _MAX_TRIES))
                if any(not looks_failed(subject.call(one)) for one in tries):
                    # It may need what another tool has made before, as well: a chain makes both.
                    if has_made and not _works_on_new_server(subject, note):
                        return
                    yield note
        has_made = has_made or bool(known)


def holding_makers(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[_Note]:
    """Yield a call that works once another tool has made a record whose text is one that the call wants to find in it.

    Each is tried on a server that has just been started, in which the name of the record is free.
    """
    patience = subject.patience(SHARE_OF_SEARCH)
    for facts, _ in makers_of(subject, calls[0] if calls else {}):
        for call in calls[:1]:
            for arguments in calls_holding(facts, call):
                if not patience.has_time_to_shorten:
                    return
                note = {"tool": facts.name, "arguments": arguments, "call": call}
                if _works_on_new_server(subject, note):
                    yield note


def changing_makers(subject: Subject, view: StateView, calls: list[dict[str, Any]]) -> Iterator[_Note]:
    """Yield a call that changes a record which another tool has just made, where those that work change nothing.

    A tool that does not look whether there is such a record takes the name of none.
    """
    patience = subject.patience(SHARE_OF_SEARCH)
    for facts, _ in makers_of(subject, calls[0]):
        for arguments in aligned_calls(facts, calls[0])[:_MAX_TRIES]:
            made = record_made(subject, facts.name, arguments)
            if made is None:
                continue
            names = names_of_records(made, facts.name, arguments, calls[0], subject.schema)
            for call in calls[:_MAX_TRIES] if names or _is_listed(arguments, calls[0]) else ():
                if not patience.has_time_to_shorten:
                    return
                named = next(calls_naming(made, call, subject.schema, only=names))
                before = view.taken(named)
                if not looks_failed(subject.call(named)) and has_changed(view, before, named):
                    yield {"tool": facts.name, "arguments": arguments, "call": call, "only": names}


def uses_up(subject: Subject, note: Mapping[str, Any]) -> bool:
    """Return whether the call of a note fails once it has worked: if the record is created again, or after that."""
    made = record_made(subject, note["tool"], note["arguments"])
    call = note["call"] if made is None else next(calls_naming(made, note["call"], subject.schema))
    return any(looks_failed(subject.call(call)) for _ in range(2))


def has_changed(view: StateView, before: Mapping[str, str], call: Mapping[str, Any]) -> bool:
    """Tell whether a call has changed the data behind its tool."""
    return bool(view.changed(before, view.taken(call, is_settled=False)))


def _works_on_new_server(subject: Subject, note: Mapping[str, Any]) -> bool:
    subject.renew()
    made = record_made(subject, note["tool"], note["arguments"])
    named = () if made is None else calls_naming(made, note["call"], subject.schema)
    return any(not looks_failed(subject.call(call)) for call in named)


def _is_listed(made: Mapping[str, Any], call: Mapping[str, Any]) -> bool:
    """Tell whether a list of the call names what was made. One that is not there is no reason to refuse the list."""
    lists = [value for value in call.values() if isinstance(value, list)]
    return any(value in items for value in made.values() if isinstance(value, str) for items in lists)
