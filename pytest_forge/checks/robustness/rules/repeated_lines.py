"""Repeated lines: two lines of one item, of which only one counts although they are said to be added up.

pick([{"article": "nut", "quantity": 2}])                  nut: 2
pick([{"article": "nut", "quantity": 3}])                  nut: 3
pick([... 2, ... 3])                                       nut: 3, and no number is 5: the first line is lost
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.identifiers import numbers_something
from ....profile.told_sums import sums_lines
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from .counting_calls import counting_calls

__all__ = ["judge_repeated_lines"]

_SHARE = 0.1
_MAX_CALLS, _DEEPEST = 4, 5
#: Numbers of the two lines, whose sum is neither.
_FEW, _SOME = 2, 3


def judge_repeated_lines(subject: Subject) -> bool:
    """Judge that two records of one item count together, if the description says that lines are added up.

    The number is the only one of its record that an answer repeats.

    Returns:
        Whether there is such a number.

    Raises:
        CheckFailure: If an answer repeats the number of one of them, and has their sum nowhere, twice.
    """
    if subject.is_served or not sums_lines(told_words(subject)):
        return False
    is_judged = False
    for base, name, record in subject.patience(_SHARE).each(list(_records(subject))):
        repeated = {key: places for key in _amounts(record) if (places := _repeated(subject, base, name, record, key))}
        if len(repeated) != 1:
            continue
        [(key, places)] = repeated.items()
        both = {**base, name: [{**record, key: number} for number in (_FEW, _SOME)]}
        together = _numbers(subject, both)
        if not together:
            continue
        is_judged = True
        lost = [place for place in places if together.get(place) in (_FEW, _SOME)]
        if lost and _FEW + _SOME not in together.values() and _numbers(subject, both) == together:
            raise CheckFailure(
                "repeated_line_lost",
                f"The description says that lines are added up, but with {_FEW} and {_SOME} as {key!r} of two equal "
                f"records in {name!r}, the answer has {together[lost[0]]} and nowhere {_FEW + _SOME}. Add the number "
                "to what is there already.",
                about=name,
                arguments=both,
            )
    return is_judged


def _records(subject: Subject) -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Yield calls, with a list of records and its first record, which has a text and a number."""
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        for name, items in call.items():
            first = items[0] if isinstance(items, list) and items else None
            if isinstance(first, dict) and any(isinstance(value, str) for value in first.values()) and _amounts(first):
                yield call, name, first


def _amounts(record: dict[str, Any]) -> list[str]:
    return [key for key, value in record.items() if type(value) in (int, float) and not numbers_something(key)]


def _repeated(subject: Subject, base: dict[str, Any], name: str, record: dict[str, Any], key: str) -> list[str]:
    """Return the places of an answer that have the number of a record, whatever it is."""
    few, some = (_numbers(subject, {**base, name: [{**record, key: number}]}) for number in (_FEW, _SOME))
    return [place for place, number in few.items() if number == _FEW and some.get(place) == _SOME]


def _numbers(subject: Subject, call: dict[str, Any]) -> dict[str, float]:
    """Return the numbers of an answer by their places; none if the call fails."""
    made = counting_calls(subject, [call])
    return dict(_placed(made[0].answer, "", 0)) if made else {}


def _placed(value: Any, place: str, depth: int) -> Iterator[tuple[str, float]]:
    if type(value) in (int, float):
        yield place, value
    elif isinstance(value, Mapping | list) and depth <= _DEEPEST:
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in parts:
            yield from _placed(part, f"{place}.{key}", depth + 1)
