"""Server reads: answers of a server's reader that depend on earlier reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...strategies.calls.examples import candidate_arguments
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import without_moments

__all__ = ["StaleRead", "stale_read"]

_MAX_WRITERS, _MAX_CALLS = 3, 2
#: Share of a check's time.
_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class StaleRead:
    """A call of a reader with another answer after a write than if it had not been made before the write.

    Attributes:
        call: The call.
        writer: Name of the writing tool.
        before: The arguments of the write.
    """

    call: dict[str, Any]
    writer: str
    before: dict[str, Any]


def stale_read(subject: Subject) -> StaleRead | None:
    """Return a call whose answer after a write depends on whether it was made before; None if there is none.

    The server is started afresh only where a write does not show. Writers that take an argument of the reader's come
    first.
    """
    for call, writer, given in subject.patience(_SHARE).each(list(_pairs(subject))):
        answers = partial(_answers, subject, writer, call, given)
        seen = answers()
        if not seen or seen[0] != seen[1]:
            # The write shows, or there is nothing to compare.
            continue
        subject.renew()
        unread = answers(is_read_before=False)
        if not unread or unread[0] != unread[1] or unread[1] == seen[1]:
            continue
        # Earlier calls of other tools, or another start of the server, may have made the difference.
        subject.renew()
        again = answers()
        if again and again[0] == again[1] == seen[0] != unread[1]:
            return StaleRead(call, writer.facts.name, given)
    return None


def _answers(
    subject: Subject, writer: Subject, call: dict[str, Any], given: dict[str, Any], *, is_read_before: bool = True
) -> list[str] | None:
    """Return the answers before and after the write, or two answers after it; None if a call fails."""
    plausible_calls(subject, limit=_MAX_CALLS)
    outcomes: list[Outcome] = [subject.call(call)] if is_read_before else []
    written = writer.call(given)
    while len(outcomes) < 2:
        outcomes.append(subject.call(call))
    if not written.succeeded or any(outcome.timed_out for outcome in outcomes) or not outcomes[-1].succeeded:
        return None
    return [without_moments(outcome.text) for outcome in outcomes]


def _pairs(subject: Subject) -> Iterator[tuple[dict[str, Any], Subject, dict[str, Any]]]:
    """Yield a call of the reader, a writer, and its call with the same values for arguments of the same name."""
    calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    others = (one for one in subject.neighbours if one[0].tier != "read" and one[0].name != subject.facts.name)
    names = {name for call in calls for name in call}
    writers = [subject.beside(*one) for one in others]
    # A writer of the same names is likelier to change what the reader shows.
    writers.sort(key=lambda writer: names.isdisjoint(writer.schema.get("properties") or ()))
    for writer in writers[:_MAX_WRITERS]:
        shared = set(writer.schema.get("properties") or ()) & names
        made = ((call, given) for call in calls for given in candidate_arguments(writer.schema, limit=_MAX_CALLS))
        named = ((call, given | {name: call[name] for name in shared & call.keys()}) for call, given in made)
        yield from [(call, writer, given) for call, given in named if _fits(writer, given)][
            : _MAX_CALLS if shared else 1
        ]


def _fits(writer: Subject, call: dict[str, Any]) -> bool:
    try:
        return FlatSchema(writer.schema).fits(writer.schema, call)
    except CannotMake:
        return False
