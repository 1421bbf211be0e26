"""Even parts: parts that add up to an amount, of which one takes more of the rest than it is said to.

split(total=100, people=3)     33, 33, 34                  they differ by one at most
split(total=60, people=7)      9, 9, 9, 9, 9, 9, 6         one is smaller by three
split(total=60, people=40)     2, 2, 2, ... 2, -18         the last one gives back what was too much
"""

from __future__ import annotations

from collections.abc import Mapping, Sized
from decimal import Decimal
from typing import Any

from ....profile.told_parts import told_even
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from .part_calls import amount_of, amounts_of, part_calls, parts_of, unit_of

__all__ = ["judge_even_parts"]

_SHARE = 0.15
_MAX_BASES = 2
#: Calls that show what the parts are.
_FEWEST_SHOWN = 3


def judge_even_parts(subject: Subject) -> bool:
    """Judge parts of an amount, as many as a number or a list of the call, by their size if they add up to it.

    No part is less than nothing, and none differs by more than one unit if the description says so. At least three
    calls with the same other arguments show it.

    Returns:
        Whether such calls were found.

    Raises:
        CheckFailure: If it is otherwise in another call, twice.
    """
    judged, told = False, told_even(told_words(subject))
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
            for name in amounts_of(base):
                shown: dict[str, set[str]] = {}
                uneven: dict[str, tuple[dict[str, Any], dict[str, str]]] = {}
                for number, call in enumerate(patience.each(part_calls(subject, base, name))):
                    outcome = fast.call(call)
                    if outcome.timed_out:
                        return judged
                    if number >= _FEWEST_SHOWN and not shown and not uneven:
                        # The answer has no parts.
                        break
                    for place, wrong in _told_of_parts(outcome.value, call, name, told).items():
                        kind = f"{place} {[value for value in call.values() if not _is_amount(value)]}"
                        if wrong:
                            uneven.setdefault(kind, (call, {place: wrong}))
                        else:
                            shown.setdefault(kind, set()).add(str(call))
                for kind, (call, wrong_at) in uneven.items():
                    if len(shown.get(kind, ())) < _FEWEST_SHOWN:
                        continue
                    again = _told_of_parts(fast.call(call).value, call, name, told)
                    if wrong_at.items() <= again.items():
                        raise CheckFailure(
                            "uneven_parts",
                            f"The parts of {name!r} add up to it, but {', '.join(wrong_at.values())}. Give one unit of "
                            "what is left over to each of some parts.",
                            about=name,
                            arguments=call,
                        )
                judged = judged or any(len(calls) >= _FEWEST_SHOWN for calls in shown.values())
    return judged


def _told_of_parts(value: Any, call: Mapping[str, Any], name: str, told: str) -> dict[str, str]:
    """Return what is wrong with the parts at each place that add up to the amount; "" for nothing."""
    counts = {part if type(part) is int else len(part) for part in call.values() if type(part) is int or _is_many(part)}
    places = [(place, parts) for place, parts in parts_of(value) if len(parts) in counts]
    return {place: _wrong(parts, told) for place, parts in places if sum(parts) == amount_of(call[name])}


def _wrong(parts: list[Decimal], told: str) -> str:
    low, high = min(parts), max(parts)
    if low < 0:
        return f"one of them is {low}"
    is_uneven = bool(told) and high - low > unit_of([part.normalize() for part in parts])
    return f"they differ by {high - low} where the description says {told!r}" if is_uneven else ""


def _is_many(value: Any) -> bool:
    return isinstance(value, Sized) and not isinstance(value, str)


def _is_amount(value: Any) -> bool:
    return amount_of(value) is not None
