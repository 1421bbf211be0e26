"""Group means: a mean of items that is one of the means of groups, of which a small one counts as much as a large one.

{"north": [5, 5, 4, 5], "south": [1]}     mean("shop") {"average": 2.88, "votes": 5}: the mean of 4.75 and 1
                                          mean("shop") {"average": 4.0, "votes": 5}: the mean of the five votes

It is found in the lists of numbers that a function's modules hold, and shows again with one more item in each of them.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, TypeAlias

from ....profile.told_means import tells_of_item_mean
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import make_fresh
from .held_tables import tables_of_modules

__all__ = ["judge_group_means"]

_SHARE = 0.1
_MAX_BASES, _MAX_DEPTH, _MAX_GROUPINGS = 4, 4, 40
#: Time limit of a call in a copy, in calls.
_CALLS = 2

#: The items of each group, in the lists in which the modules hold them.
_Groups: TypeAlias = list[list[float]]


def judge_group_means(subject: Subject) -> bool:
    """Judge that a mean beside the number of all items is their mean, and not that of the means of their groups.

    The description must tell of a mean, and not say that groups count alike. The mean of all items is nowhere in the
    answer.

    Returns:
        Whether an answer has the mean of items that stand in groups.

    Raises:
        CheckFailure: If it is that of groups.
    """
    if subject.is_served or not tells_of_item_mean(told_words(subject)):
        return False
    groupings = _groupings(subject)
    judged = False
    for call in subject.patience(_SHARE).each(_calls(subject) if groupings else ()):
        numbers = _numbers(subject, call)
        for place, groups in enumerate(groupings):
            if sum(map(len, groups)) not in numbers:
                continue
            judged = judged or _has(numbers, _mean(groups))
            if not _is_of_groups(numbers, groups):
                continue
            # Another number of items, of another mean: it is no accident.
            more = [[*items, items[0]] for items in groups]
            if _is_of_groups(_numbers(subject, call, grown=place), more):
                raise CheckFailure(
                    "groups_count_alike",
                    f"The answer has the mean of the means of {len(groups)} groups, {_of_means(groups):.6g}, beside "
                    f"the number of all items. Their mean is {_mean(groups):.6g}. Divide the sum of all items by their "
                    "number, or say that each group counts the same.",
                    arguments=call,
                )
    return judged


def _groupings(subject: Subject) -> list[_Groups]:
    """Return the groups of different sizes that the modules of a function hold, always in the same order."""
    found = (groups for module, name in tables_of_modules(subject) for groups in _groups_in(vars(module)[name]))
    return [*itertools.islice((one for one in found if _of_means(one) != _mean(one)), _MAX_GROUPINGS)]


def _groups_in(value: Any, depth: int = 0) -> Iterator[_Groups]:
    if depth >= _MAX_DEPTH or type(value) not in (list, tuple, dict):
        return
    parts = list(value.values()) if type(value) is dict else list(value)
    groups = [items for part in parts if (items := _items_of(part))]
    if len({len(items) for items in groups}) > 1:
        yield groups
    for part in parts:
        yield from _groups_in(part, depth + 1)


def _items_of(part: Any) -> list[float]:
    """Return the numbers of a group: a list of them, or the only one in a record."""
    lists = [one for one in (part.values() if type(part) is dict else [part]) if type(one) is list]
    is_group = len(lists) == 1 and all(type(item) in (int, float) for item in lists[0])
    return lists[0] if is_group else []


def _is_of_groups(numbers: Sequence[float], groups: _Groups) -> bool:
    """Tell whether an answer has the number of all items and the mean of the means of groups, but not that of items."""
    is_counted = sum(map(len, groups)) in numbers
    return is_counted and _has(numbers, _of_means(groups)) and not _has(numbers, _mean(groups))


def _has(numbers: Sequence[float], mean: float) -> bool:
    """Tell whether a mean is among numbers with a point, rounded or cut as these are."""
    written = [(number, len(repr(number).partition(".")[2])) for number in numbers if type(number) is float]
    return any(abs(number - mean) < 10.0**-digits for number, digits in written)


def _of_means(groups: _Groups) -> float:
    return fmean(map(fmean, groups))


def _mean(groups: _Groups) -> float:
    return fmean(itertools.chain.from_iterable(groups))


def _numbers(subject: Subject, call: dict[str, Any], *, grown: int | None = None) -> list[float]:
    """Return the numbers of the answer to a call; with *grown*, the groups of that place have an item more each."""

    def made() -> list[float]:
        make_fresh([subject])
        for items in _groupings(subject)[grown] if grown is not None else ():
            items.append(items[0])
        with fake_sleep():
            outcome = subject.call(call)
        return list(_leaves(json.loads(json.dumps(outcome.value, default=repr)))) if outcome.succeeded else []

    return in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or []


def _leaves(value: Any) -> Iterator[float]:
    if type(value) in (int, float):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _leaves(part)


def _calls(subject: Subject) -> list[dict[str, Any]]:
    try:
        return plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]
    except NoCallFits:
        return []
