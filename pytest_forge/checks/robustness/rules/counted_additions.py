"""Counted additions: an answer that counts more as added than there is afterwards.

add(two contacts)                   added 2, and there are two more
add(a contact that is there)        added 0, known 1
add(one contact, twice)             added 2, and there is one more
"""

from __future__ import annotations

from typing import Any

from ....profile.told_totals import counts_new
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.sequences import before_json
from ...calls.told_words import told_words
from .counting_calls import counting_calls, tables_of

__all__ = ["judge_counted_additions"]

_SHARE = 0.2


def judge_counted_additions(subject: Subject) -> bool:
    """Judge that an answer which counts what was added does not count what was there already.

    A tool that writes entries again may count these. It counts what is new if the description says so, or if it counts
    none for a call that is repeated.

    Returns:
        Whether an answer counts what was added, as the data show.

    Raises:
        CheckFailure: If it counts more than that.
    """
    if subject.is_served or subject.facts.tier == "read":
        return False
    judged, told = False, told_words(subject)
    for table in subject.patience(_SHARE).each(tables_of(subject)):
        one, both = (table.call_with(table.rows[:count]) for count in (1, 2))
        repeated, different = counting_calls(subject, [one, one]), counting_calls(subject, [both])
        if not repeated or not different:
            continue
        first, again = repeated
        twice = table.call_with(table.rows[:1] * 2)
        doubled = counting_calls(subject, [twice])
        for key, place in _agreeing((first.numbers, first.added), (different[0].numbers, different[0].added)):
            judged = True
            is_new = counts_new(told, key)
            if is_new and again.numbers.get(key) == 1 and again.added.get(place) == 0:
                _fail(subject, key, place, one, [one])
            tells_repeats = again.numbers.get(key) == again.added.get(place) == 0
            if (is_new or tells_repeats) and doubled:
                numbers, added = doubled[0].numbers, doubled[0].added
                if numbers.get(key) == 2 and added.get(place) == 1:
                    _fail(subject, key, place, twice, [])
    return judged


def _agreeing(first: tuple[dict[str, int], dict[str, int]], both: tuple[dict[str, int], dict[str, int]]) -> Any:
    """Yield the keys of numbers, and the places of data, that grow with the rows."""
    for key, number in first[0].items():
        for place, added in first[1].items():
            if number == added == 1 and both[0].get(key) == both[1].get(place) == 2:
                yield key, place


def _fail(subject: Subject, key: str, place: str, call: dict[str, Any], before: list[dict[str, Any]]) -> None:
    raise CheckFailure(
        "addition_counted",
        f"In {key!r} the answer counts an entry that was there already: {place} has fewer entries more than that. "
        "Count what the statement or the collection has really taken.",
        about=key,
        arguments=call,
        before=before_json([(subject.facts.name, one) for one in before]),
    )
