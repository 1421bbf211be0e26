"""Counting calls: the numbers in the answers of calls with rows, beside the sizes of the data that they leave."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView, is_database, without_moments
from ...calls.worlds.fresh_world import make_fresh
from .given_rows import GivenRows, given_rows

__all__ = ["Counted", "counting_calls", "tables_of"]

_MAX_CALLS, _MAX_TABLES = 8, 4
_ROW = "\nINSERT INTO "


class Counted(Struct, frozen=True):
    """A call that works.

    Attributes:
        numbers: The numbers at the top of its answer, and the lengths of the lists there, by their keys.
        added: How many entries it adds to the data, by place.
        data: The data that it leaves, by place, without moments.
    """

    numbers: dict[str, int]
    added: dict[str, int]
    data: dict[str, str]


def tables_of(subject: Subject) -> list[GivenRows]:
    """Return the rows of the calls of a function that work."""
    tables = [table for call in plausible_calls(subject, limit=_MAX_CALLS) for table in given_rows(call)]
    ways = ((table, counting_calls(subject, [table.call_with(table.rows[:2])])) for table in tables[:_MAX_CALLS])
    return [table for table, made in ways if made and made[0].numbers][:_MAX_TABLES]


def counting_calls(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[Counted]:
    """Make calls of a function one after the other in a fresh world; return none of them if one fails."""
    fits = FlatSchema(subject.schema).fits
    if not all(fits(subject.schema, call) for call in calls):
        return []

    def made() -> list[tuple[dict[str, int], dict[str, int], dict[str, str]]]:
        make_fresh([subject])
        return list(_each(subject, calls))

    found = in_a_copy(made, limit_s=4 * subject.call_s, tell=subject.has_left) or []
    return [Counted(*one) for one in found] if len(found) == len(calls) else []


def _each(
    subject: Subject, calls: Sequence[dict[str, Any]]
) -> Iterator[tuple[dict[str, int], dict[str, int], dict[str, str]]]:
    view = StateView(subject)
    before = _sizes(view.taken(calls[0], is_settled=False))
    for call in calls:
        with fake_sleep():
            outcome = subject.call(call)
        if not outcome.succeeded:
            return
        data = view.taken(call, is_settled=False)
        after = _sizes(data)
        added = {place: size - before.get(place, 0) for place, size in after.items()}
        yield _numbers(outcome.value), added, {place: without_moments(text) for place, text in data.items()}
        before = after


def _numbers(value: Any) -> dict[str, int]:
    parts = value.items() if isinstance(value, Mapping) else ()
    return {
        key: len(part) if isinstance(part, list) else part
        for key, part in parts
        if type(part) is int or isinstance(part, list)
    }


def _sizes(data: Mapping[str, str]) -> dict[str, int]:
    """Return how many entries there are at each place: rows, items of the longest list or object, or lines."""
    return {place: text.count(_ROW) if is_database(text) else _entries(text) for place, text in data.items()}


def _entries(text: str) -> int:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return len([line for line in text.splitlines() if line.strip()])
    parts = [value, *(value.values() if isinstance(value, dict) else ())]
    return max(len(part) if isinstance(part, dict | list) else 0 for part in parts)
