"""Added parts: the parts of an amount, which add up to it for most amounts and numbers of parts, and not for all.

split(total=100, people=2)     50, 50         the parts add up
split(total=10, people=5)      2, 2, 2, 2, 2
split(total=100, people=3)     33, 33, 33     1 is lost
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.answer_series import answer_series
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_added_parts"]

_SHARE = 0.15
_MAX_BASES, _MAX_AMOUNTS = 2, 2
#: Amounts, and numbers of parts, that divide without a rest, and some that do not.
_AMOUNTS = (60, 120, 100, 101, 77)
_COUNTS = (2, 5, 3, 7)
#: Calls that show that the parts are meant to add up.
_FEWEST_SHOWN = 3


def judge_added_parts(subject: Subject) -> bool:
    """Judge that parts add up to an amount of the arguments if they do in at least three calls.

    A difference counts if it is less than one unit of the last digit for each part: what rounding loses.

    Returns:
        Whether such calls were found.

    Raises:
        CheckFailure: If they do not in another call, twice.
    """
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
            for name in [name for name, value in base.items() if _amount(value) is not None][:_MAX_AMOUNTS]:
                shown: dict[str, set[str]] = {}
                lost: dict[str, tuple[dict[str, Any], Decimal]] = {}
                for number, call in enumerate(patience.each(_calls(subject, base, name))):
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


def _calls(subject: Subject, base: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Yield a call with other amounts, each with other numbers beside it, and with three keys in a map of numbers."""
    fits = FlatSchema(subject.schema).fits
    counts = [other for other, value in base.items() if other != name and type(value) is int]
    maps = {
        other: dict.fromkeys([*value, "b", "c"][:3], 1)
        for other, value in base.items()
        if isinstance(value, dict) and value and all(_amount(part) is not None for part in value.values())
    }
    lists = {other: [*value, *value, *value][:3] for other, value in base.items() if isinstance(value, list) and value}
    variants = [{}, *(found for found in (maps, lists) if found)]
    for amount, count, others in itertools.product(_AMOUNTS, _COUNTS if counts else _COUNTS[:1], variants):
        call = {**base, **others, **dict.fromkeys(counts[:1], count), name: _like(base[name], amount)}
        if fits(subject.schema, call):
            yield call


def _rests(value: Any, given: Any) -> Iterator[tuple[str, Decimal]]:
    """Yield the places with several parts whose sum is a given amount but for what rounding loses, and the rest."""
    total = _amount(given)
    for place, series in answer_series(value).items():
        parts = [_amount(part) for part in series]
        known = [part for part in parts if part is not None]
        if total is None or len(known) < 2 or len(known) < len(parts) or not any(known[1:]):
            continue
        unit = Decimal(1).scaleb(min(_exponent(one) for one in (*known, total)))
        rest = total - sum(known)
        if abs(rest) < unit * len(known):
            yield place, rest


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) and exponent < 0 else 0


def _amount(value: Any) -> Decimal | None:
    """Return a number, or a text that is one, as a decimal; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or (isinstance(value, str) and not value):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _like(value: Any, amount: int) -> Any:
    """Return an amount in the form of a value: a number, or a text with as many digits behind the point."""
    if isinstance(value, str):
        return f"{amount:.{len(value.partition('.')[2])}f}"
    return amount
