"""Echoed records: a writer that answers for a record which does not exist as it does for one that it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.missing_things import UNUSED_NAME, UNUSED_NUMBER
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView

__all__ = ["EchoedRecord", "echoed_record"]

_MAX_CALLS, _MAX_OTHERS = 3, 4
#: Share of a check's time.
_SHARE = 0.3


class EchoedRecord(Struct, frozen=True):
    """A call that names nothing, changes nothing, and is answered like one that changes a record.

    Attributes:
        name: The argument that names nothing.
        outcome: The call.
        refused_by: Another tool, which refuses the same value of this argument.
    """

    name: str
    outcome: Outcome
    refused_by: str


def echoed_record(subject: Subject) -> EchoedRecord | None:
    """Return a call of a server's writer that does nothing and says it did; None if none shows.

    With a record that exists, the call changes the data, and the record is still there. With one that another tool of
    the server refuses it changes nothing, and the answer is the same but for the value of the call.

    Args:
        subject: The writer; its server is started afresh if one was found.
    """
    view, patience = StateView(subject, keeps_given=True), subject.patience(_SHARE)
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        shared = [name for name, value in call.items() if _is_name(value) and any(_takers(subject, name))]
        if not shared or patience.is_over:
            continue
        before = view.taken(call)
        done = subject.call(call)
        after = view.taken(call, is_settled=False)
        if not done.succeeded or not view.changed(before, after):
            continue
        for name in shared:
            unknown = {**call, name: UNUSED_NAME if isinstance(call[name], str) else UNUSED_NUMBER}
            if not is_valid(subject.schema, unknown) or not _is_there(call[name], after):
                continue
            before = view.taken(unknown)
            made = subject.call(unknown)
            if view.changed(before, view.taken(unknown, is_settled=False)) or not made.succeeded:
                continue
            refused_by = _refused_by(subject, name, unknown[name], call[name])
            if _without(made, unknown[name]) == _without(done, call[name]) and refused_by:
                # Its control may have removed the record.
                subject.renew()
                return EchoedRecord(name, made, refused_by)
    return None


def _is_name(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


def _takers(subject: Subject, name: str) -> Iterator[Subject]:
    """Yield the other tools of the server that take an argument of this name."""
    found = 0
    for facts, tool in subject.neighbours:
        schema = facts.input_schema
        properties = schema.get("properties") if isinstance(schema, Mapping) else None
        if facts.name != subject.facts.name and isinstance(properties, Mapping) and name in properties:
            found += 1
            if found <= _MAX_OTHERS:
                yield subject.beside(facts, tool)


def _refused_by(subject: Subject, name: str, unknown: Any, known: Any) -> str:
    """Return the name of another tool that refuses the unknown value and takes the known one; "" if there is none."""
    for other in _takers(subject, name):
        for ordinary in candidate_arguments(other.schema, limit=2)[-1:]:
            calls = [{**ordinary, name: value} for value in (unknown, known)]
            if not all(is_valid(other.schema, call) for call in calls):
                continue
            refused = other.call(calls[0])
            if refused.ran and not refused.succeeded and not refused.timed_out and other.call(calls[1]).succeeded:
                return other.facts.name
    return ""


def _is_there(value: Any, data: Mapping[str, str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", text) for text in data.values())


def _without(outcome: Outcome, value: Any) -> str:
    """Return an answer with a mark for a value of the call."""
    text = outcome.text if isinstance(outcome.text, str) else json.dumps(outcome.value, default=str)
    return re.sub(rf"(?<!\w){re.escape(str(value))}(?!\w)", "NAME", text)
