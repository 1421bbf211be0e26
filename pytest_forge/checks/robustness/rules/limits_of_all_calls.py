"""Limits of all calls: what is said of all calls together, and is kept by each of them alone.

refund("A100", 5001)                              refused: 5000 were paid
refund("A100", 5000), refund("A100", 4999)        both done, though never more than was paid is given back

The second call must add to the first one: the data show it, or a number of its answer that counts both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....profile.told_sums import limits_all_calls
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.copies import in_a_copy
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from .calls_from_start import begin, has_worked, worked

__all__ = ["judge_limits_of_all_calls"]

_SHARE = 0.3
_MAX_CALLS, _MAX_RECORDS = 8, 3
#: No limit of a record is looked for above.
_MOST = 1 << 24
#: Less than half of the limit could be taken twice.
_FEWEST = 3
_CALLS = 6
_NUMBERS = frozenset(("integer", "number"))


def judge_limits_of_all_calls(subject: Subject) -> bool:
    """Judge that two calls together keep a limit of a record, if the description says so of all calls together.

    Returns:
        Whether a record has a limit of its own, which one call keeps.

    Raises:
        CheckFailure: If both calls are carried out, and the second one changes the data.
    """
    is_told = limits_all_calls(subject.facts.description or "")
    if not is_told or (subject.facts.tier == "read" and subject.facts.tier_declared):
        return False
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    except NoCallFits:
        return False
    fits = FlatSchema(subject.schema).fits
    nodes = subject.schema.get("properties") or {}
    for name in [name for name, node in nodes.items() if isinstance(node, Mapping) and node.get("type") in _NUMBERS]:
        limits = _limits(subject, [call for call in calls if name in call], name, fits)
        # A limit that all records have may be one of each call.
        if len({limit for _, limit in limits}) < 2:
            continue
        call, limit = min(limits, key=lambda found: found[1])
        one, other = {**call, name: limit}, {**call, name: limit - 1}
        over = {**call, name: limit + 1}
        if all(_are_done(subject, one, other, name) and not _is_done(subject, over) for _ in range(2)):
            raise CheckFailure(
                "limit_of_one_call",
                f"The tool refuses {limit + 1} in {name!r}, and takes {limit}, but then takes {limit - 1} more for the "
                "same, though the description tells of a limit for all calls together. Count what earlier calls took.",
                about=name,
                arguments=other,
            )
        return True
    return False


def _limits(
    subject: Subject, calls: list[dict[str, Any]], name: str, fits: Callable[..., bool]
) -> list[tuple[dict[str, Any], int]]:
    """Return calls with different texts, each with the largest number that it takes, as far as that is known."""
    found: list[tuple[dict[str, Any], int]] = []
    seen: list[list[Any]] = []
    for call in subject.patience(_SHARE).each(calls):
        texts = [value for value in call.values() if isinstance(value, str)]
        if texts in seen or len(found) == _MAX_RECORDS:
            continue
        seen.append(texts)
        limit = _limit(subject, call, name, fits)
        found += [(call, limit)] if limit >= _FEWEST else []
    return found


def _limit(subject: Subject, call: dict[str, Any], name: str, fits: Callable[..., bool]) -> int:
    """Return the largest number that a first call takes; 0 without one that a call can exceed."""
    low, high = 1, 2
    if not _is_done(subject, {**call, name: low}):
        return 0
    while _is_done(subject, {**call, name: high}):
        low, high = high, high * 2
        if high > _MOST or not fits(subject.schema, {**call, name: high}):
            return 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _is_done(subject, {**call, name: middle}) else (low, middle)
    return low


def _is_done(subject: Subject, call: dict[str, Any]) -> bool:
    """Tell whether a call works as the first one: what others have taken is there again."""

    def done() -> bool:
        begin(subject, call)
        return has_worked(subject, call)

    return done() if subject.is_served else bool(_in_a_copy(subject, done))


def _are_done(subject: Subject, one: dict[str, Any], other: dict[str, Any], name: str) -> bool:
    """Tell whether two calls in turn both work, and the second one adds something to what the first one did."""

    def after(*calls: dict[str, Any]) -> list[Any] | None:
        begin(subject, one)
        outcomes = [worked(subject, call) for call in calls]
        last = outcomes[-1]
        if None in outcomes or last is None:
            return None
        return [StateView(subject).taken(one), dict(_numbers(last.value))]

    def told(*calls: dict[str, Any]) -> Any:
        return after(*calls) if subject.is_served else _in_a_copy(subject, lambda: after(*calls))

    both, first, second = told(one, other), told(one), told(other)
    if both is None or first is None or second is None:
        return False
    # The second call may be taken for a repetition, or for a correction.
    # Calls that were made before all of them may count in each number.
    is_total = any(
        place in first[1]
        and place in second[1]
        and number - first[1][place] == other[name]
        and number - second[1][place] == one[name]
        for place, number in both[1].items()
    )
    return is_total or both[0] not in (first[0], second[0])


def _numbers(value: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """Yield the numbers in an answer by their place."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield place, value
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _numbers(part, f"{place}/{key}")


def _in_a_copy(subject: Subject, made: Callable[[], Any]) -> Any:
    return in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
