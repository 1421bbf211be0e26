"""Shared names: the keys of one argument, or the texts of its list, as texts in the records of another argument.

ratings={"ada": 1, "bo": 1}, games=[{"white": "ada", "black": "bo"}, ...]
nodes=["ada", "bo"],         edges=[["ada", "bo"], ...]

A tool that works on two arguments together refuses records whose names the other one does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .schemas.flat_schema import FlatSchema

__all__ = ["with_shared_names"]

_NAMES = ("hello", "ada", "oak")
_RECORDS = 3


def with_shared_names(
    call: Mapping[str, Any], schema: Mapping[str, Any], choices: Mapping[str, Sequence[str]]
) -> Iterator[dict[str, Any]]:
    """Yield variants of a call whose records name what another argument has, each record another pair of it.

    Args:
        call: A valid call.
        schema: The schema of all arguments.
        choices: The texts that the tool expects under some keys of records, which stay as they are.
    """
    view = FlatSchema(schema)
    for name, value in call.items():
        holder = _holder(value)
        for other, records in call.items() if holder is not None else ():
            if other == name or not (isinstance(records, list) and records and isinstance(records[0], Mapping | list)):
                continue
            made = [_named(records[0], number, choices) for number in range(_RECORDS)]
            changed = {**call, name: holder, other: made}
            if made[0] != records[0] and view.fits(schema, changed):
                yield changed


def _holder(value: Any) -> Any:
    """Return an object or a list with the names, whose values are those of the given one; None for other values."""
    if isinstance(value, Mapping) and value:
        values = list(value.values())
        return {name: values[number % len(values)] for number, name in enumerate(_NAMES)}
    is_list = isinstance(value, list) and value and all(isinstance(part, str) for part in value)
    return list(_NAMES) if is_list else None


def _named(record: Any, number: int, choices: Mapping[str, Sequence[str]]) -> Any:
    """Return a record whose texts are names, no two alike as far as there are any, or a record as it is."""
    if isinstance(record, list):
        texts = [place for place, part in enumerate(record) if isinstance(part, str)]
        return [_NAMES[(number + place) % len(_NAMES)] if place in texts else part for place, part in enumerate(record)]
    free = [key for key, part in record.items() if isinstance(part, str) and not choices.get(key)]
    named = {key: _NAMES[(number + place) % len(_NAMES)] for place, key in enumerate(free)}
    chosen = {key: choices[key][number % len(choices[key])] for key in record if choices.get(key)}
    return {**record, **named, **chosen}
