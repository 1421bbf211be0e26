"""Counting calls: the numbers in the answers of calls with rows, beside the sizes of the data that they leave."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.given_rows import GivenRows, given_rows, told_rows
from ...calls.known_values import quoted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView, is_database, without_moments
from ...calls.worlds.fresh_world import make_fresh

__all__ = ["Counted", "counting_calls", "tables_of"]

_MAX_CALLS, _MAX_TABLES, _MAX_TOLD = 8, 4, 12
_ROW = "\nINSERT INTO "


class Counted(Struct, frozen=True):
    """A call that works.

    Attributes:
        numbers: The numbers at the top of its answer, and the lengths of the lists and objects there, by their keys.
        added: How many entries it adds to the data, by place.
        data: The data that it leaves, by place, without moments.
        answer: Its answer.
    """

    numbers: dict[str, int]
    added: dict[str, int]
    data: dict[str, str]
    answer: Any


def tables_of(subject: Subject) -> list[GivenRows]:
    """Return the rows of the calls of a function that work, and at last those of a form that is told."""
    bases = plausible_calls(subject, limit=_MAX_CALLS)
    tables = [table for call in bases for table in given_rows(call)][:_MAX_CALLS]
    ways = ((table, counting_calls(subject, [table.call_with(table.rows[:2])])) for table in tables)
    found = [table for table, made in ways if made and made[0].numbers][:_MAX_TABLES]
    return found or list(itertools.islice(_told_tables(subject, bases), _MAX_TABLES))


def _told_tables(subject: Subject, bases: Sequence[dict[str, Any]]) -> Iterator[GivenRows]:
    """Yield tables in a form that is quoted, as in "article;price", whose rows count unlike a part of one."""
    quoted = quoted_values(subject)
    for base in bases[:1]:
        told = ((name, form) for name, old in base.items() for form in quoted.values_for(name, old))
        tables = (table for name, form in told for table in told_rows(base, name, form))
        for table in itertools.islice(tables, _MAX_TOLD):
            made = [counting_calls(subject, [table.call_with(rows)]) for rows in (table.rows[:1], [_first_cell(table)])]
            if all(made) and made[0][0].numbers != made[1][0].numbers:
                yield table


def _first_cell(table: GivenRows) -> str:
    return str(table.rows[0].partition(table.separator)[0])


def counting_calls(
    subject: Subject, calls: Sequence[dict[str, Any]], *, files: Mapping[str, bytes] | None = None
) -> list[Counted]:
    """Make calls of a function one after the other in a fresh world; return none of them if one fails.

    Args:
        subject: The tool.
        calls: The calls.
        files: Files of its world that have another content.
    """
    fits = FlatSchema(subject.schema).fits
    if not all(fits(subject.schema, call) for call in calls):
        return []

    def made() -> list[tuple[dict[str, int], dict[str, int], dict[str, str], Any]]:
        make_fresh([subject])
        for name, data in (files or {}).items():
            (subject.sandbox.workspace / name).write_bytes(data)
        return list(_each(subject, calls))

    found = in_a_copy(made, limit_s=4 * subject.call_s, tell=subject.has_left) or []
    return [Counted(*one) for one in found] if len(found) == len(calls) else []


def _each(
    subject: Subject, calls: Sequence[dict[str, Any]]
) -> Iterator[tuple[dict[str, int], dict[str, int], dict[str, str], Any]]:
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
        yield (
            _numbers(outcome.value),
            added,
            {place: without_moments(text) for place, text in data.items()},
            _plain(outcome.value),
        )
        before = after


def _numbers(value: Any) -> dict[str, int]:
    parts = value.items() if isinstance(value, Mapping) else ()
    return {
        key: len(part) if isinstance(part, Mapping | list) else part
        for key, part in parts
        if type(part) is int or isinstance(part, Mapping | list)
    }


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=repr))


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
