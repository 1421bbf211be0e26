r"""Half-wrong calls: calls that worked, with one thing wrong at the end, when half of the work may be done.

move(pieces=["P-1", "P-2"])                      works
move(pieces=["P-1", "P-2", "no-such-entry"])     fails, and may have moved two pieces
load(table="P-1,12\nP-2,13\nP-2,?!")             fails at its third row, and may have stored two
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ....profile.roles import PATH_ROLES, role_of
from ....profile.told_halves import keeps_what_came_before
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import CannotMake, FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.given_rows import GivenRows, given_rows
from ...calls.known_values import known_values
from ...calls.missing_things import calls_out_of_proportion, failing_calls, unlisted_values
from .wrong_items import AMOUNT, UNKNOWN_ENTRY, stands_beside, wrong_items, wrong_records

__all__ = [
    "MAX_RECORDS",
    "behind_a_new_record",
    "half_wrong_calls",
    "longer_lists",
    "renamed_texts",
    "with_repeated_records",
    "wrong_rows",
]

#: Calls with a wrong record come first, at most so many.
MAX_RECORDS = 12
_MAX_FAILING, _MAX_LISTED, _MAX_OTHERS, _MAX_NUMBERS, _MAX_NEW = 16, 3, 6, 6, 4
#: No number, no name and no day.
_WRONG_CELL = "?!"


def half_wrong_calls(subject: Subject, worked: list[Outcome]) -> Iterator[dict[str, Any]]:
    """Yield calls that worked with one wrong value each, the last arguments first: a tool uses them last."""
    found: list[dict[str, Any]] = []
    for outcome in worked[:2]:
        wrong = failing_calls(subject, [outcome.arguments])
        found += [call for call in wrong if call and call not in found]
    if not keeps_what_came_before(subject.facts.description or ""):
        # The work is half done when the last of several records turns out to be wrong.
        yield from itertools.islice((call for one in worked for call in _with_wrong_record(subject, one)), MAX_RECORDS)
    yield from found[::-1][:_MAX_FAILING]
    if not subject.is_served:
        numbers = (call for one in worked[:1] for call in calls_out_of_proportion(subject, one.arguments))
        yield from itertools.islice(numbers, _MAX_NUMBERS)


def renamed_texts(subject: Subject, call: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call with other texts in its arguments that name things of any form, and are no paths."""
    properties = subject.schema.get("properties") or {}
    texts = [
        name
        for name, value in call.items()
        if isinstance(value, str)
        and not {"enum", "const", "pattern", "format"} & set(properties.get(name) or {})
        and role_of(name, properties.get(name) or {}) not in PATH_ROLES
    ]
    return {**call, **{name: f"{call[name]}-{UNKNOWN_ENTRY}" for name in texts}}


def _with_wrong_record(subject: Subject, worked: Outcome) -> Iterator[dict[str, Any]]:
    """Yield a call with a record of an unknown key after its records, also with other names of what it makes."""
    call = worked.arguments
    renamed = renamed_texts(subject, call)
    with suppress(CannotMake):
        fits = FlatSchema(subject.schema).fits
        for name, value in call.items():
            changed: list[Any] = []
            if value and isinstance(value, Mapping):
                changed = [{**value, UNKNOWN_ENTRY: list(value.values())[-1]}, *_with_wrong_parts(value)]
            elif value and isinstance(value, list) and isinstance(value[-1], Mapping):
                changed = [[*value, wrong] for wrong in wrong_records(value[-1])]
            elif value and isinstance(value, list) and isinstance(value[-1], str):
                changed = [[*value, wrong] for wrong in (*_others(subject, name, value), UNKNOWN_ENTRY)]
                if not any(fits(subject.schema, {**call, name: records}) for records in changed):
                    # An identifier has to be of a form.
                    changed = [[*value, wrong] for wrong in unlisted_values(value[-1])]
            elif value and isinstance(value, list) and type(value[-1]) is int:
                changed = [[*value, wrong] for wrong in itertools.islice(unlisted_values(value[-1]), 2)]
            elif isinstance(value, str):
                changed = _with_wrong_rows(call, name)
            rows: list[dict[str, Any]] = []
            if value and (isinstance(value, Mapping) or stands_beside(call, name) or _is_list_of_lists(value)):
                rows = [last for last, _ in wrong_items(known_values(subject), call, name)]
            for records in [*({name: records} for records in changed), *rows]:
                for others in (call, renamed):
                    if fits(subject.schema, made := {**others, **records}):
                        yield made


def _is_list_of_lists(value: Any) -> bool:
    return isinstance(value, list) and isinstance(value[-1], list)


def _with_wrong_rows(call: Mapping[str, Any], name: str) -> list[str]:
    """Return a text of rows with a wrong one at its end, of which the last cell is missing, or is no number.

    A single row has another one beside it, which differs in each of its cells: the work is done for it as well.
    """
    made = [
        table.call_with([*table.rows, row])[name]
        for table in given_rows({name: call[name]})
        if not table.head
        for row in wrong_rows(table)
    ]
    return made[::-1]


def wrong_rows(table: GivenRows) -> list[str]:
    """Return rows like the last one of a text with cells: one is no value, all are none, or the last one is missing."""
    cells = table.rows[-1].split(table.separator) if table.separator else []
    wrong = ([_WRONG_CELL] * len(cells), [*cells[:-1], _WRONG_CELL], cells[:-1]) if cells else ()
    return [table.separator.join(row) for row in wrong]


def _with_wrong_parts(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an object with another key of the form of its last one, and an empty or a disproportionate value there."""
    key, part = list(value.items())[-1]
    other = next((str(one) for one in unlisted_values(key) if one not in value), None)
    wrong: list[Any] = [""] if isinstance(part, str) else list(wrong_records(part)) if _is_record(part) else []
    if isinstance(part, int | float) and not isinstance(part, bool):
        wrong = [-AMOUNT, AMOUNT]
    yield from ({**value, other: one} for one in wrong if other is not None)


def _is_record(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value)


def with_repeated_records(subject: Subject, worked: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Return calls whose last record or text of a list is there twice, where each may have to be there once."""
    made = [
        {**one.arguments, name: [*value, record]}
        for one in worked
        for name, value in one.arguments.items()
        if value and isinstance(value, list)
        for record in _again(value[-1])
    ]
    with suppress(CannotMake):
        fits = FlatSchema(subject.schema).fits
        return [call for call in made if fits(subject.schema, call)][:_MAX_LISTED]
    return []


def _again(record: Any) -> Iterator[Any]:
    """Yield a record or a text as it is, and a record with other numbers, which would show in the data."""
    if isinstance(record, Mapping):
        numbers = {key: value + 1 for key, value in record.items() if type(value) is int}
        yield from ({**record, key: number} for key, number in reversed(numbers.items()))
    if isinstance(record, str | Mapping):
        yield record


def longer_lists(call: Mapping[str, Any], worked: Iterable[Outcome]) -> set[str]:
    """Return the arguments that are lists of texts or numbers of calls that worked, with another item at the end."""
    return {
        name
        for one in worked
        for name, value in one.arguments.items()
        if value and isinstance(value, list) and isinstance(value[-1], str | int) and call.get(name, [])[:-1] == value
    }


def behind_a_new_record(subject: Subject, worked: Outcome) -> Iterator[dict[str, Any]]:
    """Yield calls with a record of the same form before its records, a few for each of its lists.

    A form that the schema does not tell may allow some of them only.
    """
    call = worked.arguments
    with suppress(CannotMake):
        fits = FlatSchema(subject.schema).fits
        for name, value in call.items():
            others = (
                [other for other in _alike(value[0]) if other not in value] if value and type(value) is list else []
            )
            made = ({**call, name: [other, *value]} for other in others)
            yield from itertools.islice((one for one in made if fits(subject.schema, one)), _MAX_NEW)


def _alike(record: Any) -> Iterator[Any]:
    """Yield records of the form of another that have none of its texts, or not all of them."""
    if isinstance(record, str):
        yield from unlisted_values(record)
    elif isinstance(record, Mapping):
        texts = {key: list(unlisted_values(value)) for key, value in record.items() if isinstance(value, str)}
        yield from ({**record, **dict(zip(texts, found, strict=True))} for found in zip(*texts.values(), strict=False))
        numbers = {key: list(unlisted_values(value)) for key, value in record.items() if type(value) is int}
        # A text may have to be one of a few choices.
        yield from ({**record, key: other} for key, others in (texts or numbers).items() for other in others)


def _others(subject: Subject, name: str, value: list[Any]) -> list[str]:
    """Return a text of the same form as those of a list, which is not in it; none if there is none."""
    lists = [call.get(name) for call in candidate_arguments(subject.schema, limit=_MAX_OTHERS)]
    texts = [item for items in lists if isinstance(items, list) for item in items if isinstance(item, str)]
    return [text for text in texts if text not in value][:1]
