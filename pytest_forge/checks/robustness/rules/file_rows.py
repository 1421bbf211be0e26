"""File rows: rows of a file that a tool opens by itself, which neither count nor are told of.

total("M-3"), file "M-3,12"                  used 1, skipped 0
total("M-3"), file "M-3,12" and "M-3"        used 1, skipped 1: each row is told of
total("M-3"), file "M-3,12" and "M-3,?!"     used 1, skipped 0: one row is lost
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....profile.told_totals import leaves_rows_out
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from ...calls.worlds.own_world import own_world
from .counting_calls import counting_calls

__all__ = ["judge_file_rows"]

_SHARE = 0.1
_MAX_CALLS, _MAX_FILES = 3, 2
_NUMBER, _OTHER, _WRONG, _DAY = "12", "13", "?!", "2024-03-01"


def judge_file_rows(subject: Subject) -> bool:
    """Judge that an answer which tells of right and of wrong rows of a table in a file tells of one without a number.

    Returns:
        Whether an answer tells of right and of wrong rows.

    Raises:
        CheckFailure: If it is as if the row were not there.
    """
    if subject.is_served or leaves_rows_out(told_words(subject)):
        return False
    files = [name for name, data in own_world(subject).files.items() if data and name.endswith(".csv")][:_MAX_FILES]
    cases = list(_cases(subject, files)) if files else []
    for name, call, cells in subject.patience(_SHARE).each(cases):
        plain = _numbers(subject, name, call, [cells])
        two = _numbers(subject, name, call, [cells, _with(cells, _OTHER)]) if 1 in plain.values() else {}
        keys = [key for key, number in plain.items() if number == 1 and two.get(key) == 2]
        beside = [key for key, number in plain.items() if number == two.get(key) == 0]
        if not keys or not beside:
            continue
        others = [_numbers(subject, name, call, [cells, row]) for row in (cells[:-1], [*cells, _NUMBER], [cells[0]])]
        shown = [one for one in beside if any(told.get(keys[0]) == told.get(one) == 1 for told in others)]
        if shown and _numbers(subject, name, call, [cells, _with(cells, _WRONG)]) == plain:
            raise CheckFailure(
                "row_untold",
                f"Of two rows in {name!r} the answer counts one in {keys[0]!r} and none in {shown[0]!r}, where it "
                f"tells of other wrong rows: {','.join(_with(cells, _WRONG))!r} is lost. Tell of every row that does "
                "not count.",
                about=shown[0],
                arguments=call,
            )
        if shown:
            return True
    return False


def _cases(subject: Subject, files: list[str]) -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Yield a file, a call and the cells of a row there, of which one is a text of the call and one a number."""
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        for text in [value for value in call.values() if isinstance(value, str) and value and "," not in value][:1]:
            for name in files:
                for cells in ([text, _NUMBER], [_NUMBER, text], [text, _DAY, _NUMBER], [_DAY, text, _NUMBER]):
                    yield name, call, cells


def _with(cells: list[str], number: str) -> list[str]:
    return [number if cell == _NUMBER else cell for cell in cells]


def _numbers(subject: Subject, name: str, call: dict[str, Any], rows: list[list[str]]) -> dict[str, int]:
    """Return the numbers in the answer of a call on a table; none if the call fails."""
    table = "".join(",".join(cells) + "\n" for cells in rows)
    made = counting_calls(subject, [call], files={name: table.encode()})
    return made[0].numbers if made else {}
