"""Item orders: an answer that depends on the order of a list or an object, which makes no difference by its words.

charge(1000, rebates=["TEN_PERCENT", "ONE_OFF"])     899: the percentage first
charge(1000, rebates=["ONE_OFF", "TEN_PERCENT"])     900: the same rebates, and another price
elect([["Ana"], ["Bo"]])                             "Ana", and "Bo" if the second ballot comes first
route("/api/x", {"/": "web", "/api": "api"})         "api", and "web" if the shorter prefix comes last
fee("ZX-12", {"Z": 5, "ZX": 9})                      5, and 9 if "ZX" comes first: "the longest prefix counts"
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from ....oracles.text_leaves import leaves_of
from ....profile.told_orders import is_whole_answer, told_measure, told_order
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.call_variants import richer_calls
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values, quoted_values
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_item_orders"]

_SHARE = 0.2
_MAX_BASES, _MAX_VALUES, _MAX_ITEMS, _MAX_PAIRS = 3, 16, 6, 24
#: A number from which amounts can be taken, and one whose parts are no whole numbers.
_LARGE = (10_007, 97)
#: How far the numbers in a text move on; the larger step leaves a gap behind most spans.
_NUMBER, _STEPS = regex(r"(?<!\d)\d{1,9}(?!\d)", re.ASCII), (3, 1)
#: Up to here, numbers differ by the rounding of sums.
_ROUNDED = 0.011

_Call: TypeAlias = dict[str, Any]
#: Whether a call succeeded, and the numbers, flags and chosen texts of its answer by their keys.
_Told: TypeAlias = list[Any]


def judge_item_orders(subject: Subject) -> bool:
    """Judge that a function gives the same numbers for a list or object in another order, if its description says so.

    If it says so of the result, or which entry of an object counts by its length or size, the texts that it chooses
    from them are compared as well.

    Returns:
        Whether it was judged.

    Raises:
        CheckFailure: If it gives others, or refuses one of the orders, twice.
    """
    if subject.is_served:
        return False
    measured = _measured(subject)
    if not (said := measured | _said(subject)):
        return False
    fits = FlatSchema(subject.schema).fits
    is_judged = False
    for name in said:
        calls = [call for call in _calls(subject, name) if fits(subject.schema, call)]
        is_chosen = is_whole_answer(said[name]) or name in measured
        different, is_compared = _different(subject, name, calls, is_chosen=is_chosen)
        is_judged = is_judged or is_compared
        for call, other in subject.patience(_SHARE).each(different):
            first, second = (_told(subject, one, is_chosen=is_chosen) for one in (call, other))
            if first is None or second is None or not _differ(first, second):
                continue
            if [_told(subject, one, is_chosen=is_chosen) for one in (call, other)] == [first, second]:
                raise CheckFailure(
                    "order_changes_answer",
                    f'The description says "{said[name]}", but with {name!r} in another order, the '
                    "tool answers otherwise. Sort the items first, or compare all of them.",
                    about=name,
                    arguments=other if second[0] else call,
                )
    return is_judged


def _said(subject: Subject) -> dict[str, str]:
    """Return the lists of which a sentence says that their order makes no difference, each with the sentence.

    Without lists, those are meant that take any keys.
    """
    nodes = _nodes(subject)
    lists = {name: node for name, node in nodes.items() if node.get("type") == "array"} or _free_objects(nodes)
    told = told_words(subject) if len(lists) == 1 else ""
    found = {name: told_order(str(node.get("description") or ""), told, name) for name, node in lists.items()}
    return {name: sentence for name, sentence in found.items() if sentence}


def _measured(subject: Subject) -> dict[str, str]:
    """Return the object that takes any keys, with the sentence that says which of its entries counts.

    In JSON, the keys of an object have no order.
    """
    objects = _free_objects(_nodes(subject))
    if len(objects) != 1:
        return {}
    ((name, node),) = objects.items()
    sentence = told_measure(str(node.get("description") or ""), told_words(subject), name)
    return {name: sentence} if sentence else {}


def _nodes(subject: Subject) -> dict[str, Mapping[str, Any]]:
    properties = subject.schema.get("properties") or {}
    return {name: node for name, node in properties.items() if isinstance(node, Mapping)}


def _free_objects(nodes: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {name: node for name, node in nodes.items() if node.get("type") == "object" and not _has_fields(node)}


def _has_fields(node: Mapping[str, Any]) -> bool:
    return bool(node.get("properties"))


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
            if isinstance(items, list) and items and isinstance(items[0], list):
                yield from ({**base, name: value} for value in _opposed(items))
            if isinstance(items, list) and (not items or isinstance(items[0], str)):
                old = items[0] if items else ""
                known = [*quoted.values_for(name, old), *held.values_for(name, old)]
                tried = dict.fromkeys([*items, *_moved(old), *known])
                yield from ({**base, name: [value]} for value in list(tried)[:_MAX_VALUES])
            if isinstance(items, Mapping):
                yield from ({**base, name: value} for value in _objects(base, name))


def _objects(call: _Call, name: str) -> Iterator[dict[str, Any]]:
    """Yield the object of a call, and others in which several keys may fit another text of the call."""
    old: Mapping[str, Any] = call[name]
    if len(old) > 1:
        yield {**old}
    texts = [text for key, text in call.items() if key != name and isinstance(text, str) and len(text) > 1]
    value = next(iter(old.values()), None)
    for text in texts if old else ():
        half = (len(text) + 1) // 2
        for keys in ((text[:1], text[:half], text), (text[-1:], text[-half:], text)):
            values = [value, *similar_values(value, ())][: len(keys)]
            yield dict(zip(keys, values, strict=False))


def _opposed(items: list[Any]) -> list[list[Any]]:
    """Return lists whose items weigh the same: each of the texts in *items* alone, and two in both orders."""
    texts = list(dict.fromkeys(text for _, text in leaves_of(items)))[:_MAX_ITEMS]
    return [[[text] for text in texts], [texts[:2], texts[1::-1]]] if len(texts) > 1 else []


def _moved(item: str) -> list[str]:
    """Return a text with each of its numbers increased, by one step or another: "12:03-13:33" for "09:00-10:30"."""
    return [moved for step in _STEPS if (moved := _NUMBER.sub(partial(_increased, step), item)) != item]


def _increased(step: int, number: re.Match[str]) -> str:
    return f"{int(number[0]) + step:0{len(number[0])}}"


def _different(
    subject: Subject, name: str, calls: list[_Call], *, is_chosen: bool
) -> tuple[list[tuple[_Call, _Call]], bool]:
    """Return calls that differ in the order of the list alone, and are answered differently; in one copy.

    The second value is whether any call that succeeds was compared with another one.
    """

    def made() -> tuple[list[tuple[_Call, _Call]], bool]:
        bases: list[tuple[_Call, list[Any]]] = []
        pairs: list[tuple[_Call, _Call]] = []
        for call in calls:
            if isinstance(items := call[name], Mapping):
                pairs += [(call, {**call, name: other}) for other in _turned(items)]
            elif len(items) > 1:
                pairs += [(call, {**call, name: other}) for other in (items[::-1], items[1:] + items[:1])]
            elif _told_alone(subject, call, is_chosen=False)[0]:
                base = {**call, name: []}
                known = next((known for other, known in bases if other == base), None)
                if known is None:
                    bases.append((base, known := []))
                known += [item for item in items if item not in known]
        for base, known in bases:
            for one, other in itertools.combinations(known[:_MAX_ITEMS], 2):
                pairs.append(({**base, name: [one, other]}, {**base, name: [other, one]}))
        told = [
            (pair, [_told_alone(subject, call, is_chosen=is_chosen) for call in pair]) for pair in pairs[:_MAX_PAIRS]
        ]
        has_worked = any(one[0] for _, both in told for one in both)
        return [pair for pair, (first, second) in told if _differ(first, second)], has_worked

    # In JSON, an object keeps the order of its keys.
    found, has_worked = in_a_copy(made, limit_s=2 * subject.call_s, tell=subject.has_left) or ([], False)
    return [(call, other) for call, other in found], bool(has_worked)


def _turned(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return an object with its keys in other orders."""
    entries = list(value.items())
    return [dict(other) for other in (entries[::-1], entries[1:] + entries[:1])]


def _differ(first: _Told, second: _Told) -> bool:
    """Tell whether one of two calls succeeds alone, or they answer other values under the same keys."""
    if not first[0] or not second[0]:
        return bool(first[0]) != bool(second[0])
    shared = [(value, second[1][key]) for key, value in first[1].items() if key in second[1]]
    return any(
        one != other
        if isinstance(one, int | str) or isinstance(other, str)
        else not math.isclose(one, other, rel_tol=1e-6, abs_tol=_ROUNDED)
        for one, other in shared
    )


def _told(subject: Subject, call: _Call, *, is_chosen: bool) -> _Told | None:
    """Return what a call tells in a fresh process and workspace; None if the process is lost."""
    told: _Told | None = in_a_copy(
        partial(_told_alone, subject, call, is_chosen=is_chosen), limit_s=subject.call_s, tell=subject.has_left
    )
    return told


def _told_alone(subject: Subject, call: _Call, *, is_chosen: bool) -> _Told:
    make_fresh_for(subject, [call])
    given = [value for value in call.values() if isinstance(value, list | dict)] if is_chosen else []
    with fake_sleep():
        outcome = subject.call(call)
    keys = (key for value in given if isinstance(value, dict) for key in value)
    choices = frozenset((*(text for _, text in leaves_of(given)), *keys))
    return [outcome.succeeded, dict(_values(in_json_types(outcome.returned), choices))]


def _values(value: Any, choices: frozenset[str], before: str = "") -> Iterator[tuple[str, int | float | str]]:
    """Yield the numbers, flags and *choices* of an answer outside of lists, whose items may keep the order of the call.

    Args:
        value: The answer, or a part of it.
        choices: Texts of the call, one of which the answer may name.
        before: The place of the part.
    """
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _values(part, choices, f"{before}/{key}")
    elif isinstance(value, int | float) or (isinstance(value, str) and value in choices):
        yield before, value
