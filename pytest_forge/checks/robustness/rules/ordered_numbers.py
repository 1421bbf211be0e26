"""Ordered numbers: amounts that are ordered by their digits, as texts are, where they are meant by value.

rank(by="date")       2024-03-15, 2024-03-02, 2024-02-03
rank(by="amount")     950, 87, 5300, 1800, 12400: in the order of texts, backwards
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_ranks import ranks_amounts
from ....profile.told_totals import limits_results
from ....regex import regex
from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls, taken_call
from ...calls.told_words import told_words
from .listing_calls import listing_calls

__all__ = ["judge_ordered_numbers"]

_SHARE = 0.1
_MAX_BASES, _MAX_KEYS = 4, 4
_LARGE = (50, 20, 10)
#: Fewer values may be in the order of their texts by chance; without a choice that names them, more are needed.
_FEWEST, _FEWEST_UNNAMED = 4, 5
_NUMBER = regex(r"-?\d{1,15}(?:\.\d{1,9})?")
#: In no order, neither as numbers nor as texts.
_AMOUNTS = (100, 9, 85, 1200, 700)


def judge_ordered_numbers(subject: Subject) -> bool:
    """Judge that records are ordered by the value of a number, where a choice names its field.

    Such a choice changes the order of the records, and nothing else. Without one, and for numbers that are written as
    texts, the description has to say that the largest or the smallest comes first, and no other field may explain the
    order.

    Returns:
        Whether there are numbers in the order of their values, or of their texts.

    Raises:
        CheckFailure: If they are in the order of their texts, and not of their values.
    """
    judged, is_ranked = False, ranks_amounts(told_words(subject))
    with FastCalls(subject) as fast:
        for base in subject.patience(_SHARE).each(_bases(subject)):
            every = _longest(subject, fast, base)
            for place, records in _records(every).items():
                for key in _number_keys(records)[:_MAX_KEYS]:
                    for name in _choices(subject, every.arguments):
                        judged = _judge_choice(subject, fast, every, (place, key, name), is_ranked) or judged
                    if is_ranked and len(records) >= _FEWEST_UNNAMED and not _is_explained(records, key):
                        judged = _judge(records, key, every.arguments) or judged
    return judged


def _judge_choice(subject: Subject, fast: FastCalls, every: Outcome, at: tuple[str, str, str], is_ranked: bool) -> bool:
    """Judge the order that the choice of a field gives, if another choice gives another one."""
    place, key, name = at
    if not is_valid(subject.schema, call := {**every.arguments, name: key}):
        return False
    chosen = _records(fast.call(call)).get(place, [])
    if len(chosen) < _FEWEST or (key not in chosen[0]) or not (is_ranked or _are_numbers(chosen, key)):
        return False
    others = (
        _records(fast.call(other)).get(place, [])
        for field in chosen[0]
        if field != key and is_valid(subject.schema, other := {**every.arguments, name: field})
    )
    texts = [*map(_text, chosen)]
    orders = ([*map(_text, found)] for found in others)
    if any(order != texts and sorted(order) == sorted(texts) for order in orders):
        return _judge(chosen, key, call)
    return False


def _judge(records: list[Mapping[str, Any]], key: str, call: dict[str, Any]) -> bool:
    """Tell whether records are in the order of a number, and in no other by chance."""
    values = [str(record[key]) for record in records]
    as_texts, as_numbers = sorted(values), sorted(values, key=float)
    is_of_texts = values in (as_texts, as_texts[::-1])
    is_of_numbers = values in (as_numbers, as_numbers[::-1])
    if is_of_texts and not is_of_numbers and len(set(values)) >= _FEWEST:
        raise CheckFailure(
            "ordered_as_text",
            f"The records are ordered by the texts of {key!r}: {', '.join(values[:_FEWEST])}. Compare the numbers.",
            about=key,
            arguments=call,
        )
    return is_of_numbers and not is_of_texts


def _is_explained(records: list[Mapping[str, Any]], key: str) -> bool:
    """Tell whether the records are in the order of another field."""
    for field in records[0]:
        values: list[Any] = [record.get(field) for record in records]
        kinds = {str if isinstance(value, str) else float for value in values if isinstance(value, str | int | float)}
        if field != key and len(kinds) == 1 and None not in values and len({*map(str, values)}) > 1:
            ordered = sorted(values)
            if values in (ordered, ordered[::-1]):
                return True
    return False


def _bases(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield calls whose answers list several records: ordinary ones, with more rows in lists of records."""
    for call in listing_calls(subject, limit=_MAX_BASES):
        yield call
        for name, rows in call.items():
            if isinstance(rows, list) and rows and isinstance(rows[0], Mapping):
                more = [_with_number(rows[0], number, amount) for number, amount in enumerate(_AMOUNTS)]
                if is_valid(subject.schema, {**call, name: more}):
                    yield {**call, name: more}


def _with_number(row: Mapping[str, Any], number: int, amount: int) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            changed[key] = amount
        elif isinstance(value, str) and value:
            changed[key] = str(amount) if _NUMBER.fullmatch(value) else f"{value}{'cadbe'[number]}"
        else:
            changed[key] = value
    return changed


def _longest(subject: Subject, fast: FastCalls, base: dict[str, Any]) -> Outcome:
    """Return the outcome of a call, with as large a limit as the tool takes."""
    nodes = subject.schema.get("properties") or {}
    limits = [
        name
        for name, node in nodes.items()
        if isinstance(node, Mapping)
        and node.get("type") == "integer"
        and limits_results(name, str(node.get("description") or ""))
    ]
    calls = [{**base, **dict.fromkeys(limits, large)} for large in _LARGE] if limits else []
    return taken_call(fast, [call for call in calls if is_valid(subject.schema, call)]) or fast.call(base)


def _choices(subject: Subject, call: Mapping[str, Any]) -> list[str]:
    """Return the arguments that are texts and may name a field."""
    nodes = subject.schema.get("properties") or {}
    return [name for name, node in nodes.items() if isinstance(node, Mapping) and _is_text(node, call.get(name))]


def _is_text(node: Mapping[str, Any], value: Any) -> bool:
    return isinstance(value, str) or node.get("type") == "string" or isinstance(node.get("default"), str)


def _records(outcome: Outcome) -> dict[str, list[Mapping[str, Any]]]:
    """Return the lists of records in an answer: at least so many that their order is none by chance."""
    value = outcome.value if outcome.succeeded else None
    parts = value if isinstance(value, Mapping) else {"": value}
    return {
        str(place): part
        for place, part in parts.items()
        if isinstance(part, list) and len(part) >= _FEWEST and all(isinstance(item, Mapping) for item in part)
    }


def _number_keys(records: list[Mapping[str, Any]]) -> list[str]:
    """Return the fields that are a number, or one that is written as a text, in every record."""
    return [key for key in records[0] if _are_numbers(records, key) or _are_texts_of_numbers(records, key)]


def _are_numbers(records: list[Mapping[str, Any]], key: str) -> bool:
    return all(type(record.get(key)) in (int, float) for record in records)


def _are_texts_of_numbers(records: list[Mapping[str, Any]], key: str) -> bool:
    values = [record.get(key) for record in records]
    return all(isinstance(value, str) and _NUMBER.fullmatch(value) for value in values)


def _text(record: Mapping[str, Any]) -> str:
    return json.dumps(record, sort_keys=True, default=repr)
