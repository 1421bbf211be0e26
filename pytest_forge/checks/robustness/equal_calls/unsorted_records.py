"""Unsorted records: calls of a maker that add records in another order than any in which a reader may sort them.

record(hive="hello2", day="2024-01-02")
record(hive="hello6", day="2024-01-04")
record(hive="hello1", day="2024-01-01")     entered later than it was made
record(hive="hello5", day="2024-01-04")     ties with an earlier one

Records of ordinary calls are alike, or come in the order of their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject

__all__ = ["unsorted_records"]

#: The rank of each record among the others: of its texts, and of its days and numbers, some of which tie.
_RANKS, _TIED = (2, 6, 1, 5, 3, 4), (2, 4, 1, 4, 3, 1)
_DAY = re.compile(r"(\d{4}-\d\d-)\d\d(?!\d)")


def unsorted_records(maker: Subject, call: dict[str, Any], *, kept: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return calls that differ from a working one in the texts, days and numbers for which the schema allows it.

    Args:
        maker: The tool that adds records.
        call: A call of it.
        kept: Arguments that stay as they are, such as those that a reader of the records asks for.
    """
    fits = FlatSchema(maker.schema).fits
    found = []
    for number in range(len(_RANKS)):
        record = call
        for name, value in call.items():
            other = {**record, name: _ranked(value, number)}
            record = other if name not in kept and fits(maker.schema, other) else record
        found.append(record)
    return found


def _ranked(value: Any, number: int) -> Any:
    """Return a value of the same form that has the rank of record *number* among those of the others."""
    if type(value) in (int, float):
        return value + _TIED[number]
    if not isinstance(value, str):
        return value
    if _DAY.match(value):
        return _DAY.sub(rf"\g<1>0{_TIED[number]}", value, count=1)
    return f"{value}{_RANKS[number]}"
