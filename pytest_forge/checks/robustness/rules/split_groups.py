"""Split groups: records of one group count apart where another record stands between them.

sales([north 1, north 2, south 4])     north 3, south 4
sales([north 1, south 4, north 2])     north 1, south 4, north 2: "one row for each region", and north has two
sales([north 1, south 4, north 2])     north 2, south 4: the first part of north is lost, if not from a sum of all
sales([NORTH 1, SOUTH 4, north 2])     north 1, south 4, north 2: sorted by their letters, put together by their names
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from typing import Any, TypeAlias

from msgspec import Struct

from ....profile.letter_cases import says_case_is_ignored
from ....profile.told_grouping import grouping_words, is_grouped_by, may_stand_anywhere
from ....strategies.calls.written_moments import later_moment
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from .planted_answer import planted_answer

__all__ = ["judge_split_groups"]

_SHARE = 0.1
_MAX_KEYS, _MAX_OTHERS, _DEEPEST = 4, 3, 3
_DAY = timedelta(days=1)

_Record: TypeAlias = dict[str, Any]


class _Orders(Struct, frozen=True):
    """Two records of a group, and another one between them.

    Attributes:
        call: The call that they belong to.
        name: The argument.
        group: The two.
        apart: All three.
        is_equal: Whether the two have the same texts.
    """

    call: dict[str, Any]
    name: str
    group: list[_Record]
    apart: list[_Record]
    is_equal: bool = False

    def call_with(self, records: list[_Record]) -> dict[str, Any]:
        """Return the call with other records."""
        return {**self.call, self.name: records}


def judge_split_groups(subject: Subject) -> bool:
    """Judge that records which have something in common count together wherever they stand, if words say so.

    Returns:
        Whether a call puts records together.

    Raises:
        CheckFailure: If a group has two rows, or only a part of it counts, where another record stands within it.
    """
    words = grouping_words(told_words(subject), subject.facts.name)
    judged = False
    for orders in subject.patience(_SHARE).each(list(_orders(subject, words)) if words else ()):
        group, apart = (_answer(subject, orders, records) for records in (orders.group, orders.apart))
        rows, of_all = _rows(group), _rows(apart)
        if group is None or apart is None or len(rows) != len(set(rows)):
            continue
        is_split = bool(rows) and len(set(of_all)) < len(of_all)
        judged = judged or bool(rows)
        if not is_split and not _is_lost(subject, orders, group, apart):
            continue
        if [_answer(subject, orders, records) for records in (orders.group, orders.apart)] == [group, apart]:
            raise CheckFailure(
                "group_split",
                f"Of three records in {orders.name!r}, two belong together by the description. Alone they are put "
                f"together, and with the other one between them {'each has a row' if is_split else 'one is lost'}. "
                "Collect the records in a dict, or sort them by what they are grouped by.",
                about=orders.name,
                arguments=orders.call_with(orders.apart),
            )
    return judged


def _orders(subject: Subject, words: Collection[str]) -> Iterator[_Orders]:
    """Yield records in two orders for each key by which words put them together."""
    view = FlatSchema(subject.schema)
    told = {name: str(node.get("description") or "") for name, node in view.arguments.items()}
    calls = plausible_calls(subject)
    is_caseless = says_case_is_ignored(" ".join(told_words(subject).split()))
    seen: set[tuple[str, str]] = set()
    for call in calls:
        for name, items in call.items():
            if not isinstance(items, list) or not items or not isinstance(items[0], Mapping):
                continue
            for key, value in items[0].items():
                is_new = (name, key) not in seen and len(seen) < _MAX_KEYS
                if not is_new or not isinstance(value, str) or not is_grouped_by(key, words):
                    continue
                if may_stand_anywhere(told.get(name, "")) and planted_answer(subject, call) is not None:
                    seen.add((name, key))
                    others = list(dict.fromkeys([*_known(calls, name, key, value), *similar_values(value, ())]))
                    made = [one for other in others[:_MAX_OTHERS] for one in _in_two_orders(call, name, key, other)]
                    made += _in_two_cases(call, name, key, others) if is_caseless else ()
                    yield from (one for one in made if view.fits(view.root, one.call_with(one.apart)))


def _known(calls: list[dict[str, Any]], name: str, key: str, value: Any) -> list[Any]:
    """Return the other texts that calls have under a key of the records of an argument."""
    records = [record for call in calls for record in call.get(name) or () if isinstance(record, Mapping)]
    return [record[key] for record in records if isinstance(record.get(key), str) and record[key] != value]


def _in_two_orders(call: dict[str, Any], name: str, key: str, other: str) -> Iterator[_Orders]:
    first: _Record = dict(call[name][0])
    second = {one: value + 1 if type(value) is int else value for one, value in first.items()}
    third = {**second, key: other}
    yield _Orders(call, name, [first, second], [first, third, second], is_equal=True)
    # What sorts the records by their moments first leaves them in this order.
    later = [_later(record, place * _DAY, key) for place, record in enumerate([first, third, second])]
    if later[2] != second:
        yield _Orders(call, name, [later[0], later[2]], later)


def _in_two_cases(call: dict[str, Any], name: str, key: str, others: list[str]) -> Iterator[_Orders]:
    """Yield records whose texts differ in letter case, with one whose text is between theirs when it is sorted."""
    first: _Record = call[name][0]
    high, low = str(first[key]).upper(), str(first[key]).lower()
    between = [text for other in others for text in (other, other.upper(), f"Z{other}") if high < text < low]
    for text in [one for one in between if one.lower() != low][:1]:
        texts = (high, text, low)
        records = [{**first, key: one} for one in texts]
        yield _Orders(call, name, [records[0], records[2]], records)


def _later(record: _Record, by: timedelta, key: str) -> _Record:
    """Return a record with its moments so much later, but for the one under a key."""
    found = {one: later_moment(value, by) for one, value in record.items() if isinstance(value, str) and one != key}
    return {**record, **{one: value for one, value in found.items() if value is not None}}


def _answer(subject: Subject, orders: _Orders, records: list[_Record]) -> Any:
    """Return what a call answers, without the order of a list of rows; None if it fails."""
    answer = planted_answer(subject, orders.call_with(records))
    return None if answer is None else _unordered(json.loads(answer))


def _unordered(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _unordered(part) for key, part in value.items()}
    return sorted(map(_unordered, value), key=repr) if isinstance(value, list) else value


def _rows(answer: Any) -> list[str]:
    """Return the texts of each row of the one list in an answer."""
    lists = list(_lists(answer, 0))
    return [json.dumps(_texts(row), sort_keys=True) for row in lists[0] if _texts(row)] if len(lists) == 1 else []


def _lists(value: Any, depth: int) -> Iterator[list[Any]]:
    if isinstance(value, list) and all(isinstance(row, list | Mapping) for row in value):
        yield value
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for part in value.values():
            yield from _lists(part, depth + 1)


def _texts(row: Any) -> list[Any]:
    """Return the texts of a row with their places."""
    parts = row.items() if isinstance(row, Mapping) else enumerate(row) if isinstance(row, list) else ()
    return [[key, part] for key, part in parts if isinstance(part, str)]


def _is_lost(subject: Subject, orders: _Orders, group: Any, apart: Any) -> bool:
    """Tell whether a record that is apart from its group leaves rows as if one of the group was not there."""
    if not orders.is_equal:
        return False
    first, third, second = orders.apart
    together = _answer(subject, orders, [first, second, third])
    if together in (None, apart):
        return False
    # A sum of all may count the lost record. What the last record decides is the same without the one between.
    changed = _parts(apart) - _parts(together)
    without = [_answer(subject, orders, records) for records in ([third, second], [first, third])]
    is_usable = changed and changed.isdisjoint(_parts(group)) and together not in without and None not in without
    return bool(is_usable) and any(changed <= _parts(other) for other in without)


def _parts(answer: Any, depth: int = 0) -> set[str]:
    """Return the rows of an answer, or its values with their keys."""
    if not isinstance(answer, Mapping) or depth >= _DEEPEST:
        return {json.dumps(row, sort_keys=True) for row in (answer if isinstance(answer, list) else [answer])}
    return {f"{key}: {part}" for key, value in answer.items() for part in _parts(value, depth + 1)}
