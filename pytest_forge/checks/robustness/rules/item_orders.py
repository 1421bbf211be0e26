"""Item orders: an answer that depends on the order of a list, although that is said to make no difference.

charge(1000, rebates=["TEN_PERCENT", "ONE_OFF"])     899: the percentage first
charge(1000, rebates=["ONE_OFF", "TEN_PERCENT"])     900: the same rebates, and another price
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from ....profile.told_orders import told_order
from ....strategies.mined_constants import author_functions
from ....strategies.schemas.flat_schema import CannotMake, FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.call_variants import richer_calls
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.fresh_world import make_fresh_for
from ...calls.known_values import known_values, quoted_values
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_item_orders"]

_SHARE = 0.2
_MAX_BASES, _MAX_VALUES, _MAX_ITEMS, _MAX_PAIRS = 3, 16, 6, 24
#: A number from which amounts can be taken, and one whose parts are no whole numbers.
_LARGE = (10_007, 97)
#: How far the numbers in a text move on; the larger step leaves a gap behind most spans.
_NUMBER, _STEPS = re.compile(r"(?<!\d)\d{1,9}(?!\d)", re.ASCII), (3, 1)
#: Up to here, numbers differ by the rounding of sums.
_ROUNDED = 0.011

_Call: TypeAlias = dict[str, Any]
#: Whether a call succeeded, and the numbers and flags of its answer by their keys.
_Told: TypeAlias = list[Any]


def judge_item_orders(subject: Subject) -> bool:
    """Judge that a function gives the same numbers for a list in another order, if its description says so.

    Returns:
        Whether it was judged.

    Raises:
        CheckFailure: If it gives others, or refuses one of the orders, twice.
    """
    if subject.is_served or not (said := _said(subject)):
        return False
    try:
        fits = FlatSchema(subject.schema).fits
    except CannotMake:
        return False
    is_judged = False
    for name in said:
        calls = [call for call in _calls(subject, name) if fits(subject.schema, call)]
        different, is_compared = _different(subject, name, calls)
        is_judged = is_judged or is_compared
        for call, other in subject.patience(_SHARE).each(different):
            first, second = _told(subject, call), _told(subject, other)
            if first is None or second is None or not _differ(first, second):
                continue
            if [_told(subject, call), _told(subject, other)] == [first, second]:
                raise CheckFailure(
                    "order_changes_answer",
                    f'The description says "{said[name]}", but with the items of {name!r} in another order, the '
                    "tool answers otherwise. Sort them first.",
                    about=name,
                    arguments=other if second[0] else call,
                )
    return is_judged


def _said(subject: Subject) -> dict[str, str]:
    """Return the lists of which a sentence says that their order makes no difference, each with the sentence."""
    function = next(author_functions(subject.tool), None)
    texts = [subject.facts.description or "", (function.__doc__ if function is not None else "") or ""]
    nodes = {name: node for name, node in (subject.schema.get("properties") or {}).items() if isinstance(node, Mapping)}
    lists = {name: node for name, node in nodes.items() if node.get("type") == "array"}
    found = {
        name: told_order(str(node.get("description") or ""), "\n\n".join(texts) if len(lists) == 1 else "", name)
        for name, node in lists.items()
    }
    return {name: sentence for name, sentence in found.items() if sentence}


def _calls(subject: Subject, name: str) -> Iterator[_Call]:
    """Yield ordinary calls with a list of one item that the tool may know, and with lists of several items."""
    held, quoted = known_values(subject), quoted_values(subject)
    for call in [*plausible_calls(subject)[:_MAX_BASES], *richer_calls(subject, limit=_MAX_BASES)]:
        items = call.get(name)
        numbers = [key for key, value in call.items() if type(value) is int]
        larger = [{**call, **dict.fromkeys(numbers, number)} for number in _LARGE if numbers]
        for base in (*larger, call):
            if isinstance(items, list) and len(items) > 1:
                yield base
            if isinstance(items, list) and (not items or isinstance(items[0], str)):
                old = items[0] if items else ""
                known = [*quoted.values_for(name, old), *held.values_for(name, old)]
                tried = dict.fromkeys([*items, *_moved(old), *known])
                yield from ({**base, name: [value]} for value in list(tried)[:_MAX_VALUES])


def _moved(item: str) -> list[str]:
    """Return a text with each of its numbers increased, by one step or another: "12:03-13:33" for "09:00-10:30"."""
    return [moved for step in _STEPS if (moved := _NUMBER.sub(partial(_increased, step), item)) != item]


def _increased(step: int, number: re.Match[str]) -> str:
    return f"{int(number[0]) + step:0{len(number[0])}}"


def _different(subject: Subject, name: str, calls: list[_Call]) -> tuple[list[tuple[_Call, _Call]], bool]:
    """Return calls that differ in the order of the list alone, and are answered differently; in one copy.

    The second value is whether any call that succeeds was compared with another one.
    """

    def made() -> tuple[list[tuple[_Call, _Call]], bool]:
        bases: list[tuple[_Call, list[Any]]] = []
        pairs: list[tuple[_Call, _Call]] = []
        for call in calls:
            if len(items := call[name]) > 1:
                pairs += [(call, {**call, name: other}) for other in (items[::-1], items[1:] + items[:1])]
            elif _told_alone(subject, call)[0]:
                base = {**call, name: []}
                known = next((known for other, known in bases if other == base), None)
                if known is None:
                    bases.append((base, known := []))
                known += [item for item in items if item not in known]
        for base, known in bases:
            for one, other in itertools.combinations(known[:_MAX_ITEMS], 2):
                pairs.append(({**base, name: [one, other]}, {**base, name: [other, one]}))
        told = [(pair, [_told_alone(subject, call) for call in pair]) for pair in pairs[:_MAX_PAIRS]]
        has_worked = any(one[0] for _, both in told for one in both)
        return [pair for pair, (first, second) in told if _differ(first, second)], has_worked

    found, has_worked = in_a_copy(made, limit_s=2 * subject.call_s) or ([], False)
    return [(call, other) for call, other in found], bool(has_worked)


def _differ(first: _Told, second: _Told) -> bool:
    """Tell whether one of two calls succeeds alone, or they answer other numbers under the same keys."""
    if not first[0] or not second[0]:
        return bool(first[0]) != bool(second[0])
    shared = [(value, second[1][key]) for key, value in first[1].items() if key in second[1]]
    return any(
        one != other if isinstance(one, int) else not math.isclose(one, other, rel_tol=1e-6, abs_tol=_ROUNDED)
        for one, other in shared
    )


def _told(subject: Subject, call: _Call) -> _Told | None:
    """Return what a call tells in a fresh process and workspace; None if the process is lost."""
    told: _Told | None = in_a_copy(partial(_told_alone, subject, call), limit_s=subject.call_s)
    return told


def _told_alone(subject: Subject, call: _Call) -> _Told:
    make_fresh_for(subject, [call])
    with fake_sleep():
        outcome = subject.call(call)
    return [outcome.succeeded, dict(_numbers(in_json_types(outcome.returned)))]


def _numbers(value: Any, before: str = "") -> Iterator[tuple[str, int | float]]:
    """Yield the numbers and flags of an answer outside of lists, whose items may keep the order of the call."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _numbers(part, f"{before}/{key}")
    elif isinstance(value, int | float):
        yield before, value
