"""Shrinking a call that fails, and the calls in which two arguments meet."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_forge.strategies.calls.pairs import paired_arguments
from pytest_forge.strategies.calls.shrink import smallest

NUMBER = {"type": "integer", "minimum": 0, "maximum": 100}


def schema_of(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def test_optional_arguments_that_do_not_matter_are_dropped() -> None:
    schema = schema_of("a", a=NUMBER, b={"type": "string"}, c={"type": "array", "items": NUMBER})

    found = smallest({"a": 7, "b": "text", "c": [1, 2]}, lambda call: call.get("b") is not None, schema)

    assert found == {"a": 0, "b": ""}


def test_what_is_required_stays() -> None:
    schema = schema_of("a", "b", a=NUMBER, b=NUMBER)

    found = smallest({"a": 40, "b": 90}, lambda call: True, schema)

    assert found == {"a": 0, "b": 0}


def test_a_text_keeps_the_character_that_matters() -> None:
    schema = schema_of("text", text={"type": "string", "minLength": 1})

    found = smallest({"text": "hello, world and all"}, lambda call: "," in call["text"], schema)

    assert found == {"text": ","}


def test_a_number_becomes_the_least_that_fails() -> None:
    schema = schema_of("a", a=NUMBER)

    found = smallest({"a": 97}, lambda call: call["a"] >= 41, schema)

    assert found == {"a": 41}


def test_a_list_keeps_the_item_that_matters_and_its_optional_fields_go() -> None:
    item = {"type": "object", "properties": {"n": NUMBER, "note": {"type": "string"}}, "required": ["n"]}
    schema = schema_of("items", items={"type": "array", "items": item})
    call = {"items": [{"n": 1, "note": "x"}, {"n": 9, "note": "y"}, {"n": 3}]}

    found = smallest(call, lambda call: any(one["n"] == 9 for one in call["items"]), schema)

    assert found == {"items": [{"n": 9}]}


def test_every_call_that_is_tried_fits_the_schema() -> None:
    schema = schema_of("a", "text", a={**NUMBER, "minimum": 5}, text={"type": "string", "minLength": 3})
    tried: list[dict[str, Any]] = []

    found = smallest({"a": 50, "text": "abcdef"}, lambda call: not tried.append(call), schema)

    assert found == {"a": 5, "text": "abc"} or (found["a"], len(found["text"])) == (5, 3)
    assert all(call["a"] >= 5 and len(call["text"]) >= 3 for call in tried)


@pytest.mark.parametrize("most", [0, 1, 5])
def test_no_more_calls_are_made_than_allowed(most: int) -> None:
    tried: list[dict[str, Any]] = []

    smallest({"a": 100}, lambda call: bool(tried.append(call)), schema_of(a=NUMBER), most_calls=most)

    assert len(tried) <= most


def test_the_arguments_given_are_left_alone() -> None:
    given = {"items": [1, 2, 3]}

    smallest(given, lambda call: call.get("items", []).append(4) is None, schema_of(items={"type": "array"}))

    assert given == {"items": [1, 2, 3]}


def test_a_schema_that_cannot_be_read_holds_nothing_back() -> None:
    assert smallest({"a": 5, "b": 1}, lambda call: "a" in call, {"type": 7}) == {"a": 0}


def test_equal_values_of_two_arguments_meet_first() -> None:
    calls = paired_arguments({"c": 1}, {"a": [0, 5], "b": [9, 5]}, limit=3)

    assert calls[0] == {"c": 1, "a": 5, "b": 5}


def test_a_list_meets_the_positions_at_and_behind_its_end() -> None:
    calls = paired_arguments({}, {"items": [["x", "y"]], "index": [0, 1, 2, 3, 9]}, limit=3)

    assert [call["index"] for call in calls] == [1, 3, 0]


def test_every_pair_of_arguments_has_its_turn() -> None:
    values = {name: [0, 1, 2] for name in "abcd"}

    calls = paired_arguments({}, values, limit=6)

    assert {frozenset(call) for call in calls} == {frozenset(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")}


def test_pairs_are_the_same_every_time_and_no_more_than_asked_for() -> None:
    values = {"a": list(range(9)), "b": ["", "x"], "c": [None, True]}

    first, second = (paired_arguments({}, values, limit=20) for _ in range(2))

    assert first == second
    assert len(first) == 20
