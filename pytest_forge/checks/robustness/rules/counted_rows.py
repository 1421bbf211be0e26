"""Counted rows: rows of which an answer tells neither that they count nor that they do not.

total("day,cents", a good row)                  rows 1, rejected 0
total("day,cents", a good row and "2024,x")     rows 1, rejected 1: each row is told of
total("day,cents", a good row and "2024")       rows 1, rejected 0: one row is lost
total("day,cents", a good row and "2024,?")     rows 2, rejected 0: it counts with a number that it does not give
"""

from __future__ import annotations

from typing import Any

from ....profile.told_totals import leaves_rows_out, replaces_numbers
from ....regex import regex
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.given_rows import GivenRows
from ...calls.told_words import told_words
from .counting_calls import counting_calls, tables_of
from .made_up_numbers import has_made_up_number

__all__ = ["judge_counted_rows"]

_SHARE = 0.2
#: Cells that most columns do not take.
_WRONG = ("?!", "")
_NUMBER = regex(r"-?\d{1,12}(?:\.\d{1,6})?")


def judge_counted_rows(subject: Subject) -> bool:
    """Judge that an answer which tells of each row of a table, right or wrong, tells of all wrong rows.

    Those have too few cells, or no number where another number changes nothing. A row without a number where others
    have one does not count with a number that no row gives.

    Returns:
        Whether an answer tells of right and of wrong rows.

    Raises:
        CheckFailure: If the numbers of an answer do not add up to its rows, or one of them is made up.
    """
    says = told_words(subject)
    if subject.is_served or leaves_rows_out(says):
        return False
    judged = False
    for table in subject.patience(_SHARE).each(tables_of(subject)):
        good, other = table.rows[:2]
        one, two = ([*counting_calls(subject, [table.call_with(rows)])] for rows in ([good], [good, other]))
        if not table.separator or not one or not two:
            continue
        plain, cells = one[0].numbers, other.split(table.separator)
        keys = [key for key, number in plain.items() if number == 1 and two[0].numbers.get(key) == 2]
        beside = [key for key, number in plain.items() if number == two[0].numbers.get(key) == 0]
        short = [table.separator.join(cells[:number]) for number in range(1, len(cells))]
        rows = [*short, *(_with(table, cells, place, cell) for place in range(len(cells)) for cell in _WRONG)]
        told = {row: _numbers(subject, table, [good, row]) for row in rows if keys and beside}
        shown = [
            (key, rest)
            for key in keys
            for rest in beside
            if any(numbers.get(key) == numbers.get(rest) == 1 for numbers in told.values())
        ]
        judged = judged or bool(shown)
        for row in short if shown else ():
            if told[row] == plain:
                _fail(shown[0], "the one with too few cells", table.call_with([good, row]))
        for place in [place for place, cell in enumerate(cells) if shown and _NUMBER.fullmatch(cell.strip())]:
            row = _with(table, cells, place, _WRONG[0])
            number = _with(table, cells, place, _other_number(cells[place]))
            # Another number may be left out on purpose.
            if told[row] == plain and _numbers(subject, table, [good, number]) == two[0].numbers:
                _fail(shown[0], f"the one with {_WRONG[0]!r} for a number", table.call_with([good, row]))
            if told[row] == two[0].numbers and not replaces_numbers(says):
                _judge_number(subject, table, cells, place)
    return judged


def _judge_number(subject: Subject, table: GivenRows, cells: list[str], place: int) -> None:
    """Judge that the second row of a table does not count with a made-up number where a cell is none."""

    def answer(cell: str | None) -> Any:
        rows = [table.rows[0], *([] if cell is None else [_with(table, cells, place, cell)])]
        made = counting_calls(subject, [table.call_with(rows)])
        return made[0].answer if made else None

    if has_made_up_number(answer, cells[place]):
        row = _with(table, cells, place, _WRONG[0])
        raise CheckFailure(
            "number_made_up",
            f"The row {row!r} has no number where others have one, and the answer has one for it that no row gives, "
            "where it tells of other wrong rows. Tell of every row that cannot be read.",
            about=table.name,
            arguments=table.call_with([table.rows[0], row]),
        )


def _numbers(subject: Subject, table: GivenRows, rows: list[str]) -> dict[str, int]:
    """Return the numbers in the answer for some rows; none if the call fails."""
    made = counting_calls(subject, [table.call_with(rows)])
    return made[0].numbers if made else {}


def _with(table: GivenRows, cells: list[str], place: int, cell: str) -> str:
    return table.separator.join([*cells[:place], cell, *cells[place + 1 :]])


def _other_number(cell: str) -> str:
    """Return another number with as many digits."""
    text = cell.rstrip()
    return f"{text[:-1]}{(int(text[-1]) + 1) % 10}"


def _fail(shown: tuple[str, str], which: str, call: dict[str, Any]) -> None:
    raise CheckFailure(
        "row_untold",
        f"Of two rows the answer counts one in {shown[0]!r} and none in {shown[1]!r}, where it tells of other wrong "
        f"rows: {which} is lost. Tell of every row that does not count.",
        about=shown[1],
        arguments=call,
    )
