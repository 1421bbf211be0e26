"""Taken rejects: rows that an answer tells of as left out, and that are taken all the same.

read("sku,price", "a,12")                prices 1, errors 0
read("sku,price", "a,12" and "b,13")     prices 2, errors 0
read("sku,price", "a,12" and "b,?!")     prices 2, errors 1: the wrong row is told of, and b has a price
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_rejects import rejects_rows
from ....profile.told_totals import counts_stored, replaces_numbers
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.given_rows import GivenRows
from ...calls.told_words import told_words
from .counting_calls import Counted, counting_calls, tables_of

__all__ = ["judge_taken_rejects"]

_SHARE = 0.2
#: Cells that most columns do not take.
_WRONG = ("?!", "", "-1")
_MAX_ROWS = 12


def judge_taken_rejects(subject: Subject) -> bool:
    """Judge that a row which an answer tells of as wrong is not taken, if the description says that it is left out.

    What is taken is a list or an object of the answer, or a number that is said to count what is stored, that grows
    with each right row, or the data.

    Returns:
        Whether an answer tells of wrong rows.

    Raises:
        CheckFailure: If what is taken grows with a row that is told of, twice.
    """
    words = told_words(subject)
    told = "" if subject.is_served or replaces_numbers(words) else rejects_rows(words)
    is_judged = False
    for table in subject.patience(_SHARE).each(tables_of(subject) if told else ()):
        good, other = table.rows[:2]
        one, two = (_made(subject, table, rows) for rows in ([good], [good, other]))
        if one is None or two is None:
            continue
        taken = [*_taken(one, two, words)]
        beside = [key for key, number in one.numbers.items() if two.numbers.get(key) == number]
        for row in list(_wrong(table, other))[:_MAX_ROWS] if taken and beside else ():
            wrong = _made(subject, table, [good, row])
            rest = [key for key in beside if wrong is not None and wrong.numbers.get(key) == one.numbers[key] + 1]
            if wrong is None or not rest:
                continue
            is_judged = True
            place = next((place for place in taken if _is_taken(wrong, two, place, row)), None)
            again = _made(subject, table, [good, row]) if place is not None else None
            if place is not None and again is not None and again.numbers == wrong.numbers:
                shown = repr(place[1]) if place[0] == "answer" else "the data"
                raise CheckFailure(
                    "reject_taken",
                    f'The description says "{told}", but the row {row!r}, of which the answer tells in {rest[0]!r}, is '
                    f"in {shown} as well. Go on with the next row when one cannot be used.",
                    about=table.name,
                    arguments=table.call_with([good, row]),
                )
        if is_judged:
            break
    return is_judged


def _made(subject: Subject, table: GivenRows, rows: list[Any]) -> Counted | None:
    return next(iter(counting_calls(subject, [table.call_with(rows)])), None)


def _taken(one: Counted, two: Counted, words: str) -> Iterator[tuple[str, str]]:
    """Yield the places that grow by one with the second row: of the answer, and of the data."""
    for key, number in one.numbers.items():
        is_list = isinstance(one.answer, Mapping) and isinstance(one.answer.get(key), Mapping | list)
        if two.numbers.get(key) == number + 1 and (is_list or counts_stored(words, key)):
            yield "answer", key
    for place, number in one.added.items():
        if two.added.get(place) == number + 1:
            yield "data", place


def _is_taken(wrong: Counted, right: Counted, place: tuple[str, str], row: Any) -> bool:
    """Tell whether a place is as large as with a right row, and has no other words or flags, such as a status."""
    if _size(wrong, place) != _size(right, place):
        return False
    kind, key = place
    if kind == "data" or not isinstance(wrong.answer, Mapping):
        return kind == "data"
    marks = {repr(leaf) for leaf in _marks(wrong.answer.get(key)) if not isinstance(leaf, str) or leaf not in str(row)}
    return marks <= {repr(leaf) for leaf in _marks(right.answer.get(key))}


def _marks(value: Any) -> Iterator[Any]:
    """Yield the texts, flags and nulls in a value, but no keys."""
    if isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _marks(part)
    elif value is None or isinstance(value, str | bool):
        yield value


def _size(made: Counted, place: tuple[str, str]) -> int | None:
    return (made.numbers if place[0] == "answer" else made.added).get(place[1])


def _wrong(table: GivenRows, row: Any) -> Iterator[Any]:
    """Yield rows like another one with a cell that is wrong in most columns."""
    for cell in _WRONG:
        if isinstance(row, Mapping):
            yield from ({**row, key: cell} for key, value in row.items() if isinstance(value, str))
            numbers = [key for key, value in row.items() if type(value) in (int, float)]
            yield from ({**row, key: -1} for key in numbers if cell == _WRONG[0])
        elif isinstance(row, str) and table.separator:
            cells = row.split(table.separator)
            for place in range(len(cells)):
                yield table.separator.join([*cells[:place], cell, *cells[place + 1 :]])
