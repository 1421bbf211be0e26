"""Merged values: a cache whose key is a part of an argument, so that values which share the part get one answer.

rate("DE", "2020-06-30")     19
rate("DE", "2020-07-01")     19 after that call, and 16 alone: the key is the year
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....strategies.mined_constants import author_codes, changes_state
from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ..lasting_reads import answers
from .foreign_answer import ForeignAnswer, foreign, foreign_place, repeats, shared
from .like_values import like_calls

__all__ = ["call_with_merged_value"]

_MAX_BASES, _MAX_FOUND, _MAX_BEFORE = 2, 4, 3
#: Seconds that all calls may take once, and calls that tell how long one takes.
_LONGEST_S, _TIMED = 1.0, 8

_Call = dict[str, Any]


def call_with_merged_value(subject: Subject, calls: Sequence[_Call], *, with_numbers: bool) -> ForeignAnswer | None:
    """Return a call that gets the answer to one with another value of an argument; None if there is none.

    Many calls are made in three orders. A call whose answer depends on the order is made again in fresh processes,
    behind one that comes before it in one of the orders.

    Args:
        subject: A function.
        calls: Ordinary calls.
        with_numbers: Whether numbers change as well as texts and days.
    """
    if not changes_state(author_codes(subject.tool)):
        return None
    bases = [call for call in calls if any(answers(subject, [(subject, call)], is_needed=False) or ())][:_MAX_BASES]
    for base in bases:
        made = like_calls(subject, base, with_numbers=with_numbers)[: _limit(subject, base)]
        for before, call in _suspects(subject, made) if len(made) > 1 else ():
            names = tuple(name for name in call if call[name] != before.get(name))
            echoes = [one.get(name) for one in (before, call) for name in names]
            found = foreign_place(subject, before, call, echoes)
            # An accident does not repeat.
            if found is not None and foreign_place(subject, before, call, echoes) == found:
                is_echo = any(repeats(before.get(name), found[1]) for name in names)
                return ForeignAnswer(call, before, names, found[0], is_echo)
    return None


def _limit(subject: Subject, call: _Call) -> int:
    """Return how many calls like one take as long as all may take."""
    seconds = []
    for times in (1, 1 + _TIMED):
        began = own_time()
        answers(subject, [(subject, call)] * times, is_needed=False)
        seconds.append(own_time() - began)
    return int(_LONGEST_S * _TIMED / max(seconds[1] - seconds[0], 1e-3))


def _suspects(subject: Subject, made: list[_Call]) -> Iterator[tuple[_Call, _Call]]:
    """Yield calls whose answer depends on the order, each behind calls that it may have it from."""
    count = len(made)
    orders = [list(range(count)), list(range(count))[::-1], [*range(1, count, 2), *range(0, count, 2)]]
    told: list[list[str]] = []
    for order in orders:
        answered = answers(subject, [(subject, made[at]) for at in order], is_needed=False)
        if answered is None:
            return
        by_call = dict(zip(order, answered, strict=True))
        told.append([by_call[at] for at in range(count)])
    found = [at for at in range(count) if all(one[at] for one in told) and len({one[at] for one in told}) > 1]
    for at in found[:_MAX_FOUND]:
        for order, one in zip(orders, told, strict=True):
            alone = next(other[at] for other in told if other[at] != one[at])
            earlier = order[: order.index(at)]
            behind = [
                before
                for before in earlier
                if shared(one[before], one[at]) and any(foreign(one[before], one[at], alone, []))
            ]
            # A cache keeps the first answer; the last one is the most likely to be like it.
            yield from ((made[before], made[at]) for before in dict.fromkeys([*behind[-1:], *behind[:_MAX_BEFORE]]))
