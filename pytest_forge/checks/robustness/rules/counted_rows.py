"""Counted rows: rows of which an answer tells neither that they count nor that they do not.

total("day,cents", a good row)                  rows 1, rejected 0
total("day,cents", a good row and "2024,x")     rows 1, rejected 1: each row is told of
total("day,cents", a good row and "2024")       rows 1, rejected 0: one row is lost
"""

from __future__ import annotations

from ....profile.told_totals import leaves_rows_out
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.counting_calls import counting_calls, tables_of
from .counted_totals import told_of_results

__all__ = ["judge_counted_rows"]

_SHARE = 0.2
#: Cells that most columns do not take.
_WRONG = ("?!", "")


def judge_counted_rows(subject: Subject) -> bool:
    """Judge that an answer which tells of each row of a table, right or wrong, tells of rows with too few cells.

    Returns:
        Whether an answer tells of right and of wrong rows.

    Raises:
        CheckFailure: If the numbers of an answer do not add up to its rows.
    """
    if subject.is_served or leaves_rows_out(told_of_results(subject)):
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
        wrong = [
            table.separator.join([*cells[:number], cell, *cells[number + 1 :]])
            for number in range(len(cells))
            for cell in _WRONG
        ]
        short = [table.separator.join(cells[:number]) for number in range(1, len(cells))]
        told = [counting_calls(subject, [table.call_with([good, row])]) for row in wrong] if keys and beside else []
        shown = [
            (key, rest)
            for key in keys
            for rest in beside
            if any(made and made[0].numbers.get(key) == made[0].numbers.get(rest) == 1 for made in told)
        ]
        judged = judged or bool(shown)
        for row in short if shown else ():
            call = table.call_with([good, row])
            made = counting_calls(subject, [call])
            if made and made[0].numbers == plain:
                raise CheckFailure(
                    "row_untold",
                    f"Of two rows the answer counts one in {shown[0][0]!r} and none in {shown[0][1]!r}, where it tells "
                    "of other wrong rows: the one with too few cells is lost. Tell of every row that does not count.",
                    about=shown[0][1],
                    arguments=call,
                )
    return judged
