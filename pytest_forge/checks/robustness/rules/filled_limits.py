"""Filled limits: a limit that counts what is left out, so that an answer has fewer results than there are.

latest(status="open", limit=50)     three orders
latest(status="open", limit=3)      one order: the limit was applied before the filter
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....profile.told_totals import limits_reading, limits_results, says_it_limits
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls, taken_call
from ...calls.plausible_calls import plausible_calls
from .answer_series import answer_series

__all__ = ["judge_filled_limits"]

_SHARE = 0.1
_MAX_BASES = 5
#: More than there is, if the schema, or the tool itself, allows it.
_ALL = (50, 20, 10)
_FEW = (1, 2, 3, 4, 8)


def judge_filled_limits(subject: Subject) -> bool:
    """Judge that an answer has as many results as its limit allows, if there are as many.

    A number is a limit if it is named or said to be one, an answer never has more results, and with a larger one it
    has more. If it is only named so, the results must not be those whose own number is no greater, such as the pages up
    to the last one. An answer in which a text or a flag differs that is not a result, such as the mark of a next page,
    is not judged, nor is a number that is said to limit what is looked at.

    Returns:
        Whether a limit was found.

    Raises:
        CheckFailure: If a call has fewer results, twice.
    """
    fits = FlatSchema(subject.schema).fits
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in patience.each(plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]):
            nodes = subject.schema.get("properties") or {}
            for name in sorted(name for name, node in nodes.items() if _is_limit(name, node)):
                calls = ({**base, name: one} for one in _ALL)
                fitting = [call for call in calls if fits(subject.schema, call)]
                every = None if patience.is_over else taken_call(fast, fitting)
                if every is None:
                    continue
                large = every.arguments[name]
                for place, there in _results(every).items():
                    if 1 < len(there) < large:
                        judged = _judge(subject, fast, every, name, place) or judged
    return judged


def _judge(subject: Subject, fast: FastCalls, every: Outcome, name: str, place: str) -> bool:
    """Tell whether a number is a limit of some results."""
    fits, call, there = FlatSchema(subject.schema).fits, every.arguments, _results(every)[place]
    counts: dict[int, int] = {}
    said = str(subject.schema["properties"][name].get("description") or "")
    bounds = [] if says_it_limits(said) else _numbers(there)
    for few in _FEW:
        one = {**call, name: few}
        outcome = fast.call(one) if fits(subject.schema, one) else None
        if outcome is None or not outcome.succeeded or _beside(outcome.value) != _beside(every.value):
            return False
        found = _results(outcome).get(place, [])
        if len(found) > few or any(item not in there for item in found):
            return False
        counts[few] = len(found)
        bounds = [
            one for one in bounds if found == [item for item, number in zip(there, one, strict=True) if number <= few]
        ]
    short = [few for few, count in counts.items() if count < min(few, len(there))]
    if bounds or not short or not any(counts.values()):
        return not (bounds or short)
    one = {**call, name: short[-1]}
    again = _results(fast.call(one)).get(place, [])
    if len(again) == counts[short[-1]] and _results(fast.call(call)).get(place) == there:
        raise CheckFailure(
            "limit_not_filled",
            f"With {short[-1]} in {name!r} the answer has {len(again)} of {len(there)} results. Apply the limit last, "
            "behind every filter.",
            about=name,
            arguments=one,
        )
    return False


def _numbers(items: Sequence[Any]) -> list[list[float]]:
    """Return the numbers by which the items may be chosen: they themselves, or those under one of their keys."""
    keys = items[0] if all(isinstance(item, Mapping) for item in items) else ()
    columns = [list(items), *([item.get(key) for item in items] for key in keys)]
    return [one for one in columns if all(isinstance(value, int | float) for value in one)]


def _results(outcome: Outcome) -> dict[str, list[Any]]:
    return answer_series(outcome.value) if outcome.succeeded else {}


def _beside(value: Any) -> dict[str, Any]:
    """Return the texts and flags beside the lists of an answer, which may lead to more results."""
    return {key: part for key, part in value.items() if isinstance(part, str | bool)} if isinstance(value, dict) else {}


def _is_limit(name: str, node: Any) -> bool:
    if not isinstance(node, dict) or node.get("type") != "integer":
        return False
    said = str(node.get("description") or "")
    return limits_results(name, said) and not limits_reading(said)
