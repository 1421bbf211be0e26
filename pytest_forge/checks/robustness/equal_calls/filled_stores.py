"""Filled stores: records that other tools of a server add, so that a reader has something to answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....targets.subject import Subject
from ...calls.asking import looks_failed
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
        added = records_of_maker(maker, call)
        if added:
            return [(maker.facts.name, one) for one in added]
    return []


def records_of_maker(maker: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Let one tool add records that share the values of a reader's call, and return the calls that worked."""
    return next(filter(None, _added(maker, call)), [])


def _added(maker: Subject, call: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    for ordinary in calls_that_fit(maker, limit=1):
        shared = {name: value for name, value in call.items() if type(ordinary.get(name)) is type(value)}
        records = unsorted_records(maker, {**ordinary, **shared}, kept=shared)
        yield [record for record in records if not looks_failed(maker.call(record))]
