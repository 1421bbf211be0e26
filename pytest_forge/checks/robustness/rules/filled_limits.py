"""Filled limits: a limit that counts what is left out, so that an answer has fewer results than there are.

latest(status="open", limit=50)     three orders
latest(status="open", limit=3)      one order: the limit was applied before the filter
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....profile.told_totals import is_said_to_limit_reading, limits_reading, limits_results, says_it_limits
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls, taken_call
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words, words_on_argument
from ..two_kinds import filter_names
from .answer_series import answer_series
from .filtering_calls import filtering_calls

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
    nodes, words = FlatSchema(subject.schema).arguments, told_words(subject)
    names = sorted(name for name, node in nodes.items() if _is_limit(name, node, words_on_argument(subject, name)))
    names = [name for name in names if not is_said_to_limit_reading(words, name)]
    with FastCalls(subject) as fast:
        for base in patience.each(_bases(subject, fast, names)) if names else ():
            for name in names:
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


def _bases(subject: Subject, fast: FastCalls, limits: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield ordinary calls, and then one with all records and those with values that some of these have."""
    calls = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]
    yield from calls
    view, required = FlatSchema(subject.schema), subject.schema.get("required") or ()
    filters = [name for name in filter_names(subject) if name not in limits]
    plain = {name: value for name, value in (calls[0] if calls else {}).items() if name in required}
    fitting = [call for most in _ALL if view.fits(view.root, call := {**plain, limits[0]: most})]
    every = taken_call(fast, fitting) if filters else None
    if every is not None:
        yield from filtering_calls(view, plain, every.value, filters)


def _judge(subject: Subject, fast: FastCalls, every: Outcome, name: str, place: str) -> bool:
    """Tell whether a number is a limit of some results."""
    fits, call, there = FlatSchema(subject.schema).fits, every.arguments, _results(every)[place]
    counts: dict[int, int] = {}
    said = words_on_argument(subject, name)
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
    if bounds or not short or not (any(counts.values()) or says_it_limits(said)):
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


def _is_limit(name: str, node: Any, said: str) -> bool:
    return node.get("type") == "integer" and limits_results(name, said) and not limits_reading(said)
