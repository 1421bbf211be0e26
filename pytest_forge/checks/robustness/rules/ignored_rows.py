"""Ignored rows: a row that changes nothing, since its key is there, and that an answer counts as stored.

store("ada,a@b.example" and "eve,e@b.example")     stored 2
store("ada,a@b.example" and "eve,a@b.example")     stored 2, and the data are those of the first row alone
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....profile.told_totals import counts_stored
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.given_rows import GivenRows
from ...calls.sequences import before_json
from ...calls.told_words import told_words
from .counting_calls import Counted, counting_calls, tables_of

__all__ = ["judge_ignored_rows"]

_SHARE = 0.2
_MAX_CELLS = 6


def judge_ignored_rows(subject: Subject) -> bool:
    """Judge that an answer which counts what was stored does not count a row of which nothing is stored.

    A row differs from one that is stored in all cells but one, which has the same text or its other letter case. What
    writes over the row before it changes the data, and what tells of a duplicate has another answer.

    Returns:
        Whether an answer counts what is stored, as the data show.

    Raises:
        CheckFailure: If it counts a row that leaves the data as they are.
    """
    if subject.is_served or subject.facts.tier == "read":
        return False
    judged, told = False, told_words(subject)
    patience = subject.patience(_SHARE)
    for table in patience.each(tables_of(subject)):
        one, other = table.rows[:2]
        first, both = (counting_calls(subject, [table.call_with(rows)]) for rows in ([one], [one, other]))
        key = _counting(first[0], both[0], told) if first and both else ""
        judged = judged or bool(key)
        for row in _alike(table, one, other) if key else ():
            if patience.is_over:
                return judged
            together = counting_calls(subject, [table.call_with([one, row])])
            if together and together[0].numbers == both[0].numbers and together[0].data == first[0].data:
                _fail(subject, key, table.call_with([one, row]), [])
            calls = [table.call_with([one]), table.call_with([row])]
            in_turn = counting_calls(subject, calls)
            if in_turn and in_turn[1].numbers == first[0].numbers and in_turn[1].data == in_turn[0].data:
                _fail(subject, key, calls[1], calls[:1])
    return judged


def _counting(first: Counted, both: Counted, told: str) -> str:
    """Return the key of a number that is said to count what is stored, and grows with the data; "" if there is none."""
    grows = any(added == 1 and both.added.get(place) == 2 for place, added in first.added.items())
    counts = (key for key, number in first.numbers.items() if number == 1 and both.numbers.get(key) == 2)
    return next((key for key in counts if counts_stored(told, key)), "") if grows else ""


def _alike(table: GivenRows, one: Any, other: Any) -> Iterator[Any]:
    """Yield rows like the other one that share a cell with the first, by its text or in another letter case."""
    if isinstance(one, str) and table.separator:
        cells, more = one.split(table.separator), other.split(table.separator)
        if len(cells) == len(more):
            yield from (table.separator.join(row) for row in _mixed(cells, more, range(len(cells))))
    elif isinstance(one, str) and one.swapcase() != one:
        yield one.swapcase()
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        yield from _mixed(one, other, range(len(one)))
    elif isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        yield from _mixed(one, other, [*one])


def _mixed(one: Any, other: Any, places: Any) -> Iterator[Any]:
    for place in [place for place in places if one[place] != other[place]][:_MAX_CELLS]:
        value = one[place]
        for same in dict.fromkeys((value, value.swapcase() if isinstance(value, str) else value)):
            changed = other.copy()
            changed[place] = same
            if changed != one:
                yield changed


def _fail(subject: Subject, key: str, call: dict[str, Any], before: list[dict[str, Any]]) -> None:
    raise CheckFailure(
        "addition_counted",
        f"In {key!r} the answer counts a row of which nothing is stored: the data are as before it. Count what the "
        "statement or the collection has really taken, and tell of the others.",
        about=key,
        arguments=call,
        before=before_json([(subject.facts.name, one) for one in before]),
    )
