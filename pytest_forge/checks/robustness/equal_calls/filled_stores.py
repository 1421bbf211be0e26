"""Filled stores: records that other tools of a server add, so that a reader has something to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.answer_values import answered_values
from ...calls.asking import looks_failed
from ...calls.preparation.needed_records import call_with_needs
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import NamedCall
from ..lasting_reads import calls_that_fit
from .unsorted_records import unsorted_records

__all__ = ["fill_store", "records_of_maker"]

_MAX_MAKERS = 2


def fill_store(subject: Subject, call: dict[str, Any]) -> list[NamedCall]:
    """Let another tool add records, and return the calls that worked.

    A tool that is given nothing adds nothing of its own, but may take away what others have added.

    Args:
        subject: A reader of a server.
        call: A call of it, whose values the records share.
    """
    makers = [subject.beside(*one) for one in makers_of(subject, call)]
    for maker in [one for one in makers if one.schema.get("required")][:_MAX_MAKERS]:
        added = records_of_maker(subject, maker, call)
        if added:
            return added
    return []


def records_of_maker(
    subject: Subject, maker: Subject, call: dict[str, Any], *, given: Sequence[Mapping[str, Any]] = ()
) -> list[NamedCall]:
    """Let one tool add records that share the values of a reader's call, and return the calls that worked.

    Before it, others may have to add what the records belong to.

    Args:
        subject: The reader.
        maker: The tool that adds records.
        call: A call of the reader.
        given: Values of the first record, the second, and so on, which they have in any case.
    """
    shown = {name for name, node in FlatSchema(subject.schema).arguments.items() if node.get("default") is not None}
    for ordinary in calls_that_fit(maker, limit=1):
        shared = {name: value for name, value in call.items() if type(ordinary.get(name)) is type(value)}
        base, kept = {**ordinary, **shared}, {*shown, *call}
        added = _series(maker, base, kept, given)
        needed = None if added else call_with_needs(maker, base, subject.neighbours)
        if needed is not None:
            steps, reply = needed
            answered = [value for _, step in steps for value in answered_values(step)]
            belongs = {name for name, value in reply.arguments.items() if value in answered}
            added = [(name, step.arguments) for name, step in steps]
            added += [(maker.facts.name, reply.arguments), *_series(maker, reply.arguments, {*kept, *belongs}, given)]
        if added:
            return added
    return []


def _series(
    maker: Subject, base: dict[str, Any], kept: set[str], given: Sequence[Mapping[str, Any]]
) -> list[NamedCall]:
    """Add the first series of records of which the first one is taken, and return those that are."""
    for series in unsorted_records(maker, base, kept=kept):
        own = [*given, *[{}] * len(series)]
        first, *others = [{**record, **values} for record, values in zip(series, own, strict=False)]
        if not looks_failed(maker.call(first)):
            added = [first, *(record for record in others if not looks_failed(maker.call(record)))]
            return [(maker.facts.name, record) for record in added]
    return []
