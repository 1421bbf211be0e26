"""Added parts: the parts of an amount, which add up to it for most amounts and numbers of parts, and not for all.

split(total=100, people=2)     50, 50         the parts add up
split(total=10, people=5)      2, 2, 2, 2, 2
split(total=100, people=3)     33, 33, 33     1 is lost
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from .part_calls import amount_of, amounts_of, part_calls, parts_of, unit_of

__all__ = ["judge_added_parts"]

_SHARE = 0.15
_MAX_BASES = 2
#: Calls that show that the parts are meant to add up.
_FEWEST_SHOWN = 3


def judge_added_parts(subject: Subject) -> bool:
    """Judge that parts add up to an amount of the arguments if they do in at least three calls.

    A difference counts if it is at most one unit of the last digit for each part: what rounding loses or gains.

    Returns:
        Whether such calls were found.

    Raises:
        CheckFailure: If they do not in another call, twice.
    """
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
            for name in amounts_of(base):
                shown: dict[str, set[str]] = {}
                lost: dict[str, tuple[dict[str, Any], Decimal]] = {}
                for number, call in enumerate(patience.each(part_calls(subject, base, name))):
                    outcome = fast.call(call)
                    if outcome.timed_out:
                        return judged
                    if number >= _FEWEST_SHOWN and not shown and not lost:
                        # The answer has no parts.
                        break
                    for place, rest in _rests(outcome.value, call[name]) if outcome.succeeded else ():
                        if rest == 0:
                            shown.setdefault(place, set()).add(str(call))
                        else:
                            lost.setdefault(place, (call, rest))
                judged = judged or any(len(calls) >= _FEWEST_SHOWN for calls in shown.values())
                for place, (call, rest) in lost.items():
                    again = fast.call(call) if len(shown.get(place, ())) >= _FEWEST_SHOWN else None
                    if again is not None and again.succeeded and (place, rest) in set(_rests(again.value, call[name])):
                        raise CheckFailure(
                            "lost_in_parts",
                            f"The parts in the answer add up to {name!r} in other calls, but here they miss it by "
                            f"{abs(rest)}. Give what is left over to some of the parts.",
                            about=name,
                            arguments=call,
                        )
    return judged


def _rests(value: Any, given: Any) -> Iterator[tuple[str, Decimal]]:
    """Yield the places with several parts whose sum is a given amount but for what rounding loses, and the rest."""
    total = amount_of(given)
    if total is None:
        return
    for place, parts in parts_of(value):
        rest = total - sum(parts, Decimal())
        if abs(rest) <= unit_of([*parts, total]) * len(parts):
            yield place, rest
