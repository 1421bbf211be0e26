"""Overriding denials: a decision that depends on where a denial is listed in the tool's own data.

"A denial overrides whatever is allowed elsewhere."
groups of Bo: staff, guests     staff may edit, guests must not     allowed, since the first group decides
groups of Bo: guests, staff                                         denied
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import product
from types import ModuleType
from typing import Any

from ....profile.told_vetoes import told_veto
from ....strategies.mined_constants import author_codes
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.edge_calls import FastCalls, taken_call
from ...calls.told_words import told_words
from ..lasting_reads import calls_that_fit
from .decisions import decision_of
from .held_tables import tables_of_modules

__all__ = ["judge_overriding_denials"]

_MAX_CALLS, _MAX_PRODUCT, _MAX_TABLES, _MAX_TEXTS, _MAX_ARGUMENTS = 6, 1_500, 4, 24, 4
_LONGEST, _DEEPEST, _CALLS_OF_COPY = 40, 3, 4
#: How many calls are made of a slow tool, and the seconds that one takes at least.
_FEWEST, _SHORTEST_S = 300, 1e-4
#: Stands for what a pattern such as "notes/*" takes.
_ANYTHING = "any"
#: Where more decisions differ, an order has a meaning of its own, as that of levels.
_MOST_CHANGED = 0.25

_Call = dict[str, Any]


def judge_overriding_denials(subject: Subject) -> bool:
    """Judge that the order of lists in the data of a function changes no decision, if a denial is said to override.

    The lists are those of records, and those that stand below a key, such as the groups of a user. A list of texts
    alone may be one of levels.

    Returns:
        Whether both decisions were seen.

    Raises:
        CheckFailure: If a few of many decisions differ with another order, twice.
    """
    sentence = "" if subject.is_served else told_veto(told_words(subject))
    tables = [one for one in _tables(subject) if _reordered(vars(one[0])[one[1]]) is not None] if sentence else []
    if not tables:
        return False
    calls = _calls(subject)
    before = _decisions(subject, calls, None)
    kinds = Counter(one for one in before if one)
    if len(kinds) < 2:
        return False
    for table in subject.patience().each(tables[:_MAX_TABLES]):
        after = _decisions(subject, calls, table)
        changed = [number for number, one in enumerate(before) if one and after and after[number] != one]
        is_lost = not after or any(bool(one) != bool(other) for one, other in zip(before, after, strict=True))
        if is_lost or not 0 < len(changed) <= _MOST_CHANGED * sum(kinds.values()):
            continue
        if _decisions(subject, calls, table) == after and _decisions(subject, calls, None) == before:
            number = changed[0]
            raise CheckFailure(
                "denial_by_place",
                f'The description says "{sentence}", but the decision is {before[number]}, and {after[number]} if '
                f"the entries of {table[1]!r} are listed in reverse. Look at all denials before anything is allowed.",
                arguments=calls[number],
            )
    return True


def _tables(subject: Subject) -> list[tuple[ModuleType, str]]:
    """Return the tables of the function's modules, those that its own code names first."""
    named = {name for code in author_codes(subject.tool) for name in code.co_names}
    return sorted(tables_of_modules(subject), key=lambda table: table[1] not in named)


def _calls(subject: Subject) -> list[_Call]:
    """Return calls with texts of the tool's tables in its arguments, as far as it takes them."""
    view = FlatSchema(subject.schema)
    held = [vars(module)[name] for module, name in _tables(subject)]
    found = (text.replace("*", _ANYTHING) for table in held for text in _texts(table, 0))
    texts = [text for text in dict.fromkeys(found) if len(text) <= _LONGEST]
    with FastCalls(subject) as fast:
        first = taken_call(fast, calls_that_fit(subject, limit=_MAX_CALLS))
        if first is None:
            return []
        base = dict(first.arguments)
        taken: dict[str, list[str]] = {}
        for name, value in list(base.items())[:_MAX_ARGUMENTS]:
            if isinstance(value, str):
                others = view.choices(view.arguments.get(name)) or texts[:_MAX_TEXTS]
                tried = [{**base, name: text} for text in others]
                fitting = [call for call in tried if view.fits(subject.schema, call)]
                taken[name] = [call[name] for call in fitting if fast.call(call).succeeded] or [value]
        most = max(_FEWEST, min(_MAX_PRODUCT, int(subject.call_s / max(fast.seconds, _SHORTEST_S))))
    made = [{**base, **dict(zip(taken, values, strict=True))} for values in product(*taken.values())]
    return made if len(made) <= most else random.Random(0).sample(made, most)  # noqa: S311


def _decisions(subject: Subject, calls: list[_Call], table: tuple[ModuleType, str] | None) -> list[str]:
    """Return the decision of each call, "" where it fails, with one table in another order; none if a copy is lost."""

    def told() -> list[str]:
        if table is not None:
            module, name = table
            value = vars(module)[name]
            _put(value, _reordered(value), module, name)
        with FastCalls(subject) as fast:
            outcomes = [fast.call(dict(call)) for call in calls]
        return [decision_of(outcome.value) if outcome.succeeded else "" for outcome in outcomes]

    found: list[str] = in_a_copy(told, limit_s=_CALLS_OF_COPY * subject.call_s) or []
    return found


def _put(value: Any, other: Any, module: ModuleType, name: str) -> None:
    """Change a table where it is, since other modules may hold it as well; a tuple is replaced."""
    if type(value) is list:
        value[:] = other
    elif type(value) is dict:
        value.update(other)
    else:
        setattr(module, name, other)


def _reordered(value: Any, depth: int = 0, *, is_list: bool = False) -> Any:
    """Return a table with its lists in reverse; None if it has none that may be."""
    if type(value) is dict and depth < _DEEPEST:
        # Tuples of one length may be records.
        lengths = {len(part) for part in value.values() if type(part) is tuple}
        lists = {key for key, part in value.items() if type(part) is tuple and len(lengths) > 1}
        parts = {key: _reordered(part, depth + 1, is_list=key in lists) for key, part in value.items()}
        changed = {key: part for key, part in parts.items() if part is not None}
        return {**value, **changed} if changed else None
    is_many = type(value) in (list, tuple) and len(value) > 1
    # A record may be a tuple too.
    has_records = is_many and all(_is_record(item) for item in value)
    is_list = is_list or type(value) is list
    has_texts = is_many and depth > 0 and is_list and all(isinstance(item, str) for item in value)
    return value[::-1] if has_records or has_texts else None


def _is_record(value: Any) -> bool:
    return isinstance(value, list | tuple | dict) or is_dataclass(value)


def _texts(value: Any, depth: int) -> Iterator[str]:
    """Yield the texts in a table, also those that are keys."""
    if isinstance(value, str):
        yield value
    elif depth <= _DEEPEST and is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name, None), depth + 1)
    elif depth <= _DEEPEST and isinstance(value, list | tuple | dict | set | frozenset):
        parts = [part for pair in value.items() for part in pair] if isinstance(value, dict) else value
        parts = sorted(parts, key=str) if isinstance(value, set | frozenset) else parts
        for part in parts:
            yield from _texts(part, depth + 1)
