"""Missing records: a writer's answer for a record that no list shows, compared with that for one that it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ....profile.told_errors import tells_of_missing
from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.call_search import refusal_form
from ...calls.listed_values import calls_with_listed_values
from ...calls.missing_things import UNUSED_NAME, UNUSED_NUMBER
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView

__all__ = ["MissingRecord", "missing_record"]

_MAX_CALLS = 8
#: Share of a check's time.
_SHARE = 0.2


class MissingRecord(Struct, frozen=True):
    """A call that names nothing, changes nothing, and is answered with a sentence of its own.

    Attributes:
        name: The argument that names nothing.
        outcome: The call.
    """

    name: str
    outcome: Outcome


def missing_record(subject: Subject) -> MissingRecord | None:
    """Return a call of a server's writer that fails in words alone; None if none shows.

    With a record that a list shows, the call changes what readers answer, and repeated it is answered alike. With a
    name that exists nowhere it changes nothing, and is answered in other words; in any words if the description says
    that such a call fails.

    Args:
        subject: The writer.
    """
    view = StateView(subject)
    patience = subject.patience(_SHARE)
    made = 0
    for base in plausible_calls(subject, limit=1)[:1]:
        found = _told_missing(subject, view, base)
        if found is not None:
            return found
        for call in calls_with_listed_values(subject, [base]):
            made += 1
            if made > _MAX_CALLS or patience.is_over:
                return None
            name = next(name for name in call if call[name] != base.get(name))
            if not isinstance(_told(_made(subject, view, call, is_changing=True)), str):
                continue
            found = _compared(subject, view, call, name)
            if found is not None:
                return found
    return None


def _told_missing(subject: Subject, view: StateView, call: dict[str, Any]) -> MissingRecord | None:
    """Return the call with a name of nothing, if it succeeds although the description says that it fails.

    The call changes something, and the name is all that it needs, so that nothing else can be meant.
    """
    if len(call) != 1 or not tells_of_missing(subject.facts.description or ""):
        return None
    [name] = call
    unknown = _unknown(subject, call, name) if isinstance(call[name], str | int) else None
    done = _made(subject, view, call, is_changing=True)
    if unknown is None or done is None or not done.succeeded:
        return None
    failed = _made(subject, view, unknown, is_changing=False)
    return MissingRecord(name, failed) if failed is not None and failed.succeeded else None


def _compared(subject: Subject, view: StateView, call: dict[str, Any], name: str) -> MissingRecord | None:
    """Return the call with a name of nothing, if it differs from an equal call in what it does and what it tells."""
    unknown = _unknown(subject, call, name)
    if unknown is None:
        return None
    done = _made(subject, view, call, is_changing=False)
    failed = _made(subject, view, unknown, is_changing=False)
    again = _made(subject, view, call, is_changing=False)
    if _told(done) is None or _told(done) != _told(again) or _told(failed) in (None, _told(done)):
        return None
    return None if failed is None else MissingRecord(name, failed)


def _unknown(subject: Subject, call: dict[str, Any], name: str) -> dict[str, Any] | None:
    """Return the call with a name or number of nothing; None if the schema does not allow it."""
    unknown = {**call, name: UNUSED_NAME if isinstance(call[name], str) else UNUSED_NUMBER}
    return unknown if is_valid(subject.schema, unknown) else None


def _made(subject: Subject, view: StateView, call: dict[str, Any], *, is_changing: bool) -> Outcome | None:
    """Make a call; None unless it changes something, or changes nothing, as expected."""
    before = view.taken(call)
    outcome = subject.call(call)
    return outcome if bool(view.changed(before, view.taken(call, is_settled=False))) is is_changing else None


def _told(outcome: Outcome | None) -> str | None:
    """Return a success in words without the values of the call; None if there is no such success."""
    if outcome is None or not outcome.succeeded:
        return None
    value = outcome.value
    # SDKs wrap a text in an object of one key.
    [value] = value.values() if isinstance(value, Mapping) and len(value) == 1 else [value]
    return refusal_form(outcome) if isinstance(value, str) else None
