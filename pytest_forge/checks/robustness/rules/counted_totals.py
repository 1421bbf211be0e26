"""Counted totals: a total that was counted up to the limit, and a flag that does not tell of what was left out.

search("account", limit=50)     five articles, total 5
search("account", limit=2)      two articles, total 2: the count ended with the list
search("account", limit=2)      two articles, total 3: it ended when it was known that there are more
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....profile.told_totals import counts_matches, limits_reading, tells_of_rest
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls, taken_call
from ...calls.told_words import told_words
from .answer_series import answer_series
from .listing_calls import listing_calls

__all__ = ["judge_counted_totals"]

_SHARE = 0.1
_MAX_BASES = 4
#: More than there is, if the schema, or the tool itself, allows it.
_ALL = (50, 20, 10)
_FEW = (1, 2, 3)


def judge_counted_totals(subject: Subject) -> bool:
    """Judge numbers that are said to count all matches, and flags that are said to tell of what is left out.

    Returns:
        Whether there is one beside an answer that a limit cuts.

    Raises:
        CheckFailure: If a limit cuts the answer, and the number is that of the results, or the flag stays the same.
    """
    told = told_words(subject)
    numbers = [name for name, node in (subject.schema.get("properties") or {}).items() if _is_limit(node)]
    fits = FlatSchema(subject.schema).fits
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in patience.each(list(listing_calls(subject, limit=_MAX_BASES)) if numbers else []):
            for name in numbers:
                calls = ({**base, name: one} for one in _ALL)
                every = taken_call(fast, [call for call in calls if fits(subject.schema, call)])
                places = _listed(every)
                if every is None or not places or not _beside(every.value, told):
                    continue
                large = every.arguments[name]
                few = [fast.call({**base, name: one}) for one in _FEW if fits(subject.schema, {**base, name: one})]
                for place, there in places.items():
                    if 1 < len(there) < large:
                        cut = [one for one in few if _is_cut(one, name, place, there)]
                        judged = _judge(fast, told, every, cut, place) or judged
    return judged


def _judge(fast: FastCalls, told: str, every: Outcome, few: list[Outcome], place: str) -> bool:
    """Tell whether there are enough answers that a limit cuts."""
    there = _listed(every)[place]
    if len(few) < min(len(there) - 1, len(_FEW)):
        return False
    for key, value in _beside(every.value, told):
        values = [one.value.get(key) for one in few]
        counts = [len(_listed(one)[place]) for one in few]
        is_number = type(value) is int
        is_wrong = _ends_early(value, values, len(there), counts) if is_number else set(values) == {value}
        if is_wrong:
            cut = fast.call(few[-1].arguments)
            # An accident does not repeat.
            if not cut.succeeded or cut.value != few[-1].value:
                return False
            raise CheckFailure(
                "cut_hidden",
                f"The answer lists {counts[-1]} of {len(there)} results, and {key!r} is {values[-1]!r}, as if there "
                "were no more. Go on counting behind the limit.",
                about=key,
                arguments=cut.arguments,
            )
    return True


def _ends_early(value: int, values: list[Any], number: int, counts: list[int]) -> bool:
    """Tell whether a count of all results ends with the list, or with the first result that the list leaves out.

    Args:
        value: The count where all results are listed.
        values: The counts where only some are.
        number: How many results there are.
        counts: How many results were listed each time.
    """
    ends = [[min(count + further, number) for count in counts] for further in (0, 1)]
    return value == number and values in ends and values[0] != value


def _is_cut(outcome: Outcome, name: str, place: str, there: list[Any]) -> bool:
    """Tell whether an answer lists as many of all results as its limit allows, and there are more."""
    found, few = _listed(outcome).get(place, []), outcome.arguments[name]
    return len(found) == few < len(there) and all(item in there for item in found)


def _beside(value: Any, told: str) -> list[tuple[str, Any]]:
    """Return the numbers and flags of an answer that are said to tell of all results."""
    parts = value.items() if isinstance(value, Mapping) else ()
    is_said = {int: counts_matches, bool: tells_of_rest}
    return [(key, part) for key, part in parts if type(part) in is_said and is_said[type(part)](told, key)]


def _listed(outcome: Outcome | None) -> dict[str, list[Any]]:
    return answer_series(outcome.value) if outcome is not None and outcome.succeeded else {}


def _is_limit(node: Any) -> bool:
    is_whole = isinstance(node, Mapping) and node.get("type") == "integer"
    return is_whole and not limits_reading(str(node.get("description") or ""))
