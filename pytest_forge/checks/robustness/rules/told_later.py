"""Told later: what the readers of a server answer about the record that a call has just made.

add_event(first_day="2024-01-31", repeat="monthly")     {"id": 7}
list_dates(event_id=7)                                  the days of that event
"""

from __future__ import annotations

from collections.abc import Iterator

from ....strategies.calls.examples import candidate_arguments
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.preparation.made_records import calls_naming

__all__ = ["told_later"]

_MAX_READERS = 3


def told_later(subject: Subject, made: Outcome) -> Iterator[Outcome]:
    """Yield the answer to a call, and for a writer of a server the answers of readers that take the record's number.

    Args:
        subject: The tool.
        made: The outcome of its call.
    """
    yield made
    if not subject.is_served or subject.facts.tier == "read" or not made.succeeded:
        return
    readers = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
    for reader in [subject.beside(*one) for one in readers[:_MAX_READERS]]:
        for usual in candidate_arguments(reader.schema, limit=1):
            named = next(calls_naming(made, usual, reader.schema))
            if named != usual:
                yield reader.call(named)
