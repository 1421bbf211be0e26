"""Records in an order in which no usual mistake of a list in pages loses nothing, whatever the list is sorted by."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_forge.checks.robustness.equal_calls.unsorted_records import unsorted_records
from pytest_forge.strategies.schemas.flat_schema import is_valid

LEVELS = ["low", "middle", "high"]
SCHEMA = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "minLength": 1},
        "day": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$", "examples": ["2024-03-05"]},
        "rank": {"type": "integer", "minimum": 1, "maximum": 4, "default": 2},
        "stars": {"type": "integer", "minimum": 1, "maximum": 3, "default": 3},
        "share": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5},
        "level": {"enum": LEVELS, "type": "string", "default": "middle"},
        "is_pinned": {"type": "boolean", "default": False},
        "owner_id": {"type": "integer", "default": 1},
    },
    "required": ["title", "day"],
    "additionalProperties": False,
}
CALL = {"title": "hello", "day": "2024-03-05"}
Record = dict[str, Any]
#: Whether a record comes after the last one of a page, in the words of a tool that sorts by two keys.
MISTAKES: dict[str, Callable[[tuple[int, int], tuple[int, int]], bool]] = {
    "both": lambda one, last: one[0] >= last[0] and one[1] > last[1],
    "the first alone": lambda one, last: one[0] > last[0],
    "the second alone": lambda one, last: one[1] > last[1],
}


def every_series(*, kept: tuple[str, ...] = ()) -> list[list[Record]]:
    return unsorted_records(SimpleNamespace(schema=SCHEMA), dict(CALL), kept=kept)


def series(*, kept: tuple[str, ...] = ()) -> list[Record]:
    return every_series(kept=kept)[0]


def keys_of(records: list[Record]) -> dict[str, list[int]]:
    """Return the rank of each record by what it may be sorted by; the number of its entry is one as well."""
    found = {"number": list(range(len(records)))}
    for name in records[0]:
        values = [LEVELS.index(one[name]) if name == "level" else one[name] for one in records]
        ranks = {value: rank for rank, value in enumerate(sorted(set(values)))}
        found[name] = [ranks[value] for value in values]
    return found


def is_lost(keys: list[tuple[int, int]], goes_on: Callable[[tuple[int, int], tuple[int, int]], bool]) -> bool:
    for size in (1, 2, 3):
        shown: list[tuple[int, int]] = []
        while True:
            left = sorted(one for one in keys if not shown or goes_on(one, shown[-1]))
            shown += left[:size]
            if len(left) <= size:
                break
        if set(shown) != set(keys):
            return True
    return False


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("first", ["title", "day", "rank", "stars", "share", "level", "is_pinned"])
def test_a_mistake_in_going_on_loses_a_record(first, mistake):
    keys = keys_of(series())
    for second, signs in itertools.product(("number", "title"), itertools.product((1, -1), repeat=2)):
        is_right = mistake == "the first alone" and len(set(keys[first])) == len(keys[first])
        if second != first and not is_right:
            pairs = [(signs[0] * a, signs[1] * b) for a, b in zip(keys[first], keys[second], strict=True)]
            assert is_lost(pairs, MISTAKES[mistake]), (second, signs)


def test_going_on_behind_both_keys_loses_none():
    keys = keys_of(series())
    assert not is_lost(list(zip(keys["rank"], keys["number"], strict=True)), lambda one, last: one > last)


def test_each_record_fits_the_schema_and_names_no_other():
    records = [record for records in every_series() for record in records]

    assert all(is_valid(SCHEMA, record) for record in records)
    assert not any("owner_id" in record for record in records)


def test_what_a_reader_asks_for_stays():
    assert {record["day"] for record in series(kept=("day", "level"))} == {CALL["day"]}
    assert not any("level" in record for record in series(kept=("day", "level")))


def test_most_records_are_as_usual():
    records = series()

    assert sum(record["is_pinned"] for record in records) == 2
    assert sum(record["level"] == "middle" for record in records) >= 3
