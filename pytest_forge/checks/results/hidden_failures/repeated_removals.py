"""Repeated removals: what is gone is removed again, without the error of which the tool's description tells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ....profile.told_errors import tells_of_missing
from ....strategies.calls.examples import candidate_arguments
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView

__all__ = ["RepeatedRemoval", "repeated_removal"]

_MAX_CALLS, _MAX_WRITERS = 2, 4
#: Share of a check's time.
_SHARE = 0.2


class RepeatedRemoval(Struct, frozen=True):
    """A call that removes nothing, since an equal one has just removed what it names.

    Attributes:
        name: The argument that names it.
        outcome: The call.
    """

    name: str
    outcome: Outcome


def repeated_removal(subject: Subject) -> RepeatedRemoval | None:
    """Return a second removal of the same thing that succeeds, although the description calls it an error.

    The first one changes what files or readers show: the value of an argument is there before it, and not after it.

    Args:
        subject: A server's writer; its server is started afresh.
    """
    if not tells_of_missing(subject.facts.description or ""):
        return None
    subject.renew()
    view, patience = StateView(subject), subject.patience(_SHARE)
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        if patience.is_over:
            return None
        before = _with_it(subject, view, call)
        first = subject.call(call)
        after = view.taken(call, is_settled=False)
        second = subject.call(call)
        last = view.taken(call, is_settled=False)
        gone = [
            name
            for name, value in call.items()
            if isinstance(value, str) and value and _shows(before, value) and not _shows(after, value)
        ]
        if gone and first.succeeded and second.succeeded and not view.changed(after, last):
            return RepeatedRemoval(gone[0], second)
    return None


def _with_it(subject: Subject, view: StateView, call: Mapping[str, Any]) -> dict[str, str]:
    """Return the data after another tool, if need be, was called with the same values, so that it is there."""
    before = view.taken(call)
    writers = [one for one in subject.neighbours if one[0].tier != "read" and one[0].name != subject.facts.name]
    for other in [subject.beside(*one) for one in writers[:_MAX_WRITERS]]:
        ordinary = next(iter(candidate_arguments(other.schema, limit=1)), {})
        given = {**ordinary, **{name: value for name, value in call.items() if name in ordinary}}
        if not call.keys() <= given.keys() or all(_shows(before, value) for value in _names(subject, call)):
            continue
        other.call(given)
        before = view.taken(call)
    return before


def _names(subject: Subject, call: Mapping[str, Any]) -> list[str]:
    """Return the texts of a call that are no choices: these are shown in any case."""
    nodes = subject.schema.get("properties") or {}
    return [value for name, value in call.items() if isinstance(value, str) and "enum" not in nodes.get(name, {})]


def _shows(data: Mapping[str, str], value: str) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) for text in data.values())
