"""Empty cells: cells of a table in a file that are said not to count, and that count as 0.

mean("x"), file "x: 10, 20"          15
mean("x"), file "x: 10, 20, (none)"  10, as with a 0 there, though empty cells are said to be left out
"""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ....profile.told_empties import leaves_out_empties
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.read_files import called_with_content, files_read
from ...calls.told_words import told_words

__all__ = ["judge_empty_cells"]

_SHARE = 0.1
_MAX_CALLS, _MAX_COLUMNS, _FEWEST_ROWS = 3, 6, 3
_SEPARATORS = ",;\t"

_Rows = list[list[str]]


def judge_empty_cells(subject: Subject) -> bool:
    """Judge that an empty cell of a table in a file does not count as 0, if it is said not to count.

    Returns:
        Whether an answer follows a cell of a table.

    Raises:
        CheckFailure: If an empty cell and a 0 have one answer, and a table without the row has another, twice.
    """
    if subject.is_served or not leaves_out_empties(told_words(subject)):
        return False
    judged = False
    calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    for call, (path, content) in subject.patience(_SHARE).each(_tables(subject, calls)):
        for whole, empty, zero, shorter in _variants(content):
            answers = [_answer(subject, call, path, table) for table in (whole, empty, zero, shorter)]
            counts = "" not in answers and len({answers[0], answers[2], answers[3]}) == 3
            judged = judged or counts
            if counts and answers[1] == answers[2] == _answer(subject, call, path, empty):
                raise CheckFailure(
                    "empty_cell_counts",
                    f"An empty cell in {path.name!r} is answered like a 0 there, though the description says that "
                    "such cells do not count. Leave them out before you convert the text.",
                    arguments=call,
                )
    return judged


def _tables(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], tuple[Path, bytes]]]:
    for call in calls:
        for path, content in files_read(subject, call).items():
            yield call, (path, content)


def _variants(content: bytes) -> Iterator[tuple[bytes, bytes, bytes, bytes]]:
    """Yield a table with a number in a cell of its last row, the same with an empty cell, with 0, and without the row.

    Each column with numbers has its turn.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return
    first = text.partition("\n")[0]
    separator = next((sign for sign in _SEPARATORS if sign in first), ",")
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if row]
    if len(rows) < _FEWEST_ROWS or len({len(row) for row in rows}) > 1:
        return
    for column in itertools.islice(range(len(rows[0])), _MAX_COLUMNS):
        if all(_is_number(row[column]) for row in rows[1:]):
            cells = (rows[-1][column], "", "0")
            tables = [[*rows[:-1], [*rows[-1][:column], cell, *rows[-1][column + 1 :]]] for cell in cells]
            whole, empty, zero, shorter = (_written(table, separator) for table in (*tables, rows[:-1]))
            yield whole, empty, zero, shorter


def _is_number(cell: str) -> bool:
    try:
        return float(cell) != 0
    except ValueError:
        return False


def _written(rows: _Rows, separator: str) -> bytes:
    written = io.StringIO()
    csv.writer(written, delimiter=separator, lineterminator="\n").writerows(rows)
    return written.getvalue().encode()


def _answer(subject: Subject, call: dict[str, Any], path: Path, content: bytes) -> str:
    """Return the answer; "" for a call that fails."""
    outcome = called_with_content(subject, call, path, content)
    value = in_json_types(outcome.returned)
    return json.dumps(value, sort_keys=True, default=repr) if outcome.succeeded else ""
