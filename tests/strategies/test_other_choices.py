"""Documents with the texts with which a tool's code compares their values."""

from __future__ import annotations

import csv
import io
import json
from enum import Enum
from typing import Any

from pytest_forge.strategies.other_choices import contents_with_choices
from pytest_forge.strategies.own_shape import own_choices
from pytest_forge.targets.functions import function_tool

_BUSY = ("queued", "running")
_STILL = ("done", "failed")
_WEIGHTS = {"small": 1, "large": 5}


class _Way(Enum):
    ROAD = "road"
    SEA = "sea"


def _of(function: Any) -> dict[str, list[str]]:
    return own_choices(function_tool(function))


def _is_usable(row: dict[str, Any]) -> bool:
    return isinstance(row["id"], int) and row["state"].strip().lower() in _BUSY


def test_members_of_a_collection_are_choices_wherever_the_value_goes() -> None:
    def rows(text: str) -> list[dict[str, Any]]:
        return [row for row in json.loads(text) if _is_usable(row)]

    assert _of(rows) == {"state": ["queued", "running"]}


def test_keys_of_a_map_members_of_an_enumeration_and_cases_are_choices() -> None:
    def parcel(text: str) -> tuple[int, str, int]:
        found = json.loads(text)
        match found["mark"]:
            case "fragile" | "heavy":
                cost = 2
            case _:
                cost = 1
        return _WEIGHTS[found["size"]], _Way(found["way"]).value, cost

    assert _of(parcel) == {"mark": ["fragile", "heavy"], "size": ["large", "small"], "way": ["road", "sea"]}


def test_columns_of_a_table_have_choices() -> None:
    def open_ones(text: str) -> int:
        return sum(row["state"] == "open" for row in csv.DictReader(io.StringIO(text)))

    assert _of(open_ones) == {"state": ["open"]}


def test_choices_may_be_joined_from_several_collections() -> None:
    def moved(text: str) -> int:
        found = json.loads(text)
        return sum(job["state"] in _BUSY + _STILL and job["way"] not in ("air", *_WEIGHTS) for job in found)

    assert _of(moved) == {"state": ["queued", "running", "done", "failed"], "way": ["air", "large", "small"]}


def test_a_key_of_a_document_is_no_choice() -> None:
    def total(text: str) -> int:
        found = json.loads(text)
        return int(found["value"]) if "value" in found else 0

    assert _of(total) == {}


def test_each_record_has_another_choice_and_the_first_the_one_that_is_asked_for() -> None:
    data = json.dumps([{"state": "hello"}, {"state": 10}, {"state": ["hello"]}]).encode()

    first, second = contents_with_choices(".json", data, {"state": ["done", "queued"]}, {"state": "queued"})

    assert json.loads(first) == [{"state": "queued"}, {"state": "queued"}, {"state": ["hello"]}]
    assert json.loads(second) == [{"state": "queued"}, {"state": "done"}, {"state": ["hello"]}]
