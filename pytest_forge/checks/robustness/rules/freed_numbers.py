"""Freed numbers: a number that is given out again after its record was removed, although it is said to be kept.

open_ticket("a")     number 1
open_ticket("b")     number 2
withdraw(2)          gone
open_ticket("c")     number 2 again, the largest number that is left and one: whoever has noted 2 meets another ticket
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ....profile.told_numbers import told_for_good
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed, served_tool
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from .record_numbers import argument_of_name, numbers_in, numbers_in_text, removers_of

__all__ = ["judge_freed_numbers"]

_SHARE, _MAX_REMOVERS = 0.1, 4


def judge_freed_numbers(subject: Subject) -> bool:
    """Judge that a tool of a server gives out no number of a removed record, if it, or the remover, is told not to.

    Returns:
        Whether another tool has removed a record.

    Raises:
        CheckFailure: If it does, twice.
    """
    if not subject.is_served or subject.facts.tier == "read" or served_tool(subject).server.address.url:
        return False
    removers = [one for one in removers_of(subject)[:_MAX_REMOVERS] if told_for_good(_told(subject, one), ())]
    patience, is_judged = subject.patience(_SHARE), False
    for remover, argument in ((one, name) for one in removers for name in argument_of_name(one)):
        if patience.is_over:
            break
        try:
            found = _given(subject, remover, argument)
            is_again = found is not None and found.value == found.next and _given(subject, remover, argument) == found
        except NoCallFits:
            continue
        is_judged = is_judged or found is not None
        said = told_for_good(_told(subject, remover), [found.key, argument]) if found is not None else ""
        if found is not None and is_again and said:
            raise CheckFailure(
                "number_given_twice",
                f'The description says "{said}", but {found.value!r} under {found.key!r} was given out again after '
                f"{remover.facts.name!r} had removed its record. Keep the last number, and do not count what is left.",
                about=found.key,
                arguments=found.call,
                before=before_json([(subject.facts.name, found.call), (remover.facts.name, found.removal)]),
            )
    return is_judged


class _Given(NamedTuple):
    """A number that a call gave out, the call that removed its record, and the number that the same call gave next."""

    call: dict[str, Any]
    key: str
    value: int | str
    removal: dict[str, Any]
    next: int | str | None


def _told(subject: Subject, remover: Subject) -> str:
    return "\n\n".join(one.facts.description or "" for one in (subject, remover))


def _given(subject: Subject, remover: Subject, argument: str) -> _Given | None:
    """Return the number of a record that was made and removed, and that of the next one.

    None if no record was made or removed, or the removal leaves the record to be removed again.
    """
    subject.renew()
    call = plausible_calls(subject, limit=1)[0]
    first = _numbers(subject, call, argument)
    fits, [ordinary] = FlatSchema(remover.schema).fits, candidate_arguments(remover.schema, limit=1) or [{}]
    for key in sorted(first, key=lambda one: one != argument):
        removal = {**ordinary, argument: first[key]}
        if not fits(remover.schema, removal) or looks_failed(remover.call(removal)):
            continue
        if not looks_failed(remover.call(removal)):
            return None
        return _Given(call, key, first[key], removal, _numbers(subject, call, argument).get(key))
    return None


def _numbers(subject: Subject, call: dict[str, Any], argument: str) -> dict[str, int | str]:
    """Return what an answer may name its record by: numbers, texts with digits that the call did not give."""
    outcome = subject.call(call)
    value = None if looks_failed(outcome) else outcome.value
    if isinstance(value, str):
        # "Ticket 4 is open."
        named = numbers_in_text(value)
        value = named[0] if len(named) == 1 else None
    found = numbers_in(value if isinstance(value, Mapping) else {argument: value})
    given = list(call.values())
    return {key: part for key, part in found.items() if part not in given}
