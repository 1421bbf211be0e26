"""Arguments against a plain JSON Schema: what is refused, in which words, and what no schema can make us do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from forge_harness import RegistrationError, ToolValidationError
from forge_harness.kinds.json_arguments import JsonArguments

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "pattern": "^[A-Z]"},
        "days": {"type": "integer", "minimum": 1, "maximum": 7},
        "places": {"type": "array", "items": {"$ref": "#/$defs/Place"}},
        "labels": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
    "required": ["city"],
    "$defs": {"Place": {"type": "object", "properties": {"lat": {"type": "number"}}, "required": ["lat"]}},
}


def reason(schema: dict[str, Any], arguments: dict[str, Any]) -> str:
    with pytest.raises(ToolValidationError) as caught:
        JsonArguments("weather", schema).check(arguments)
    assert "hunter2" not in str(caught.value)
    return caught.value.reason


def test_fitting_arguments_come_back_as_a_copy() -> None:
    arguments = {"city": "Bern", "places": [{"lat": 1.5}]}

    own = JsonArguments("weather", SCHEMA).check(arguments)
    own["places"][0]["lat"] = 2

    assert arguments == {"city": "Bern", "places": [{"lat": 1.5}]}


@pytest.mark.requirement("args:refusals-never-echo-values")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "city (required)"),
        ({"city": 5}, "city (type)"),
        ({"city": "hunter2"}, "city (pattern)"),
        ({"city": "Bern", "days": 0}, "days (minimum)"),
        ({"city": "Bern", "days": 8}, "days (maximum)"),
        ({"city": "Bern", "days": None}, "days (type)"),
        ({"city": "Bern", "places": [{"lat": 1}, {"lat": "hunter2"}]}, "places.1.lat (type)"),
        ({"city": "Bern", "places": [{}]}, "places.0.lat (required)"),
        ({"city": "Bern", "labels": {"hunter2": "x"}}, "labels.* (type)"),
        ({"city": "Bern", "hunter2": 1}, "unknown field(s) at the root (additionalProperties)"),
    ],
)
def test_a_refusal_names_declared_fields_and_keywords_and_never_a_value(arguments: dict[str, Any], told: str) -> None:
    assert reason(SCHEMA, arguments) == told


def test_every_trouble_is_named_once() -> None:
    assert reason(SCHEMA, {"days": 0, "places": [{}, {}]}).split("; ") == [
        "days (minimum)",
        "places.0.lat (required)",
        "places.1.lat (required)",
        "city (required)",
    ]


def test_a_pattern_for_names_is_advertised_and_accepted_alike() -> None:
    schema = {"type": "object", "patternProperties": {"^x-": {"type": "integer"}}}

    assert JsonArguments("weather", schema).check({"x-a": 1}) == {"x-a": 1}
    assert reason(schema, {"y": 1}).startswith("unknown field(s)")


def test_arguments_nested_beyond_measure_are_refused() -> None:
    node = {"properties": {"a": {"$ref": "#/$defs/T"}}}
    schema = {**node, "type": "object", "$defs": {"T": node}}
    deep: dict[str, Any] = {}
    for _ in range(3_000):
        deep = {"a": deep}

    assert "recursion" in reason(schema, deep)


@pytest.mark.parametrize("keyword", ["not", "if", "allOf"])
def test_a_schema_that_leads_back_to_itself_refuses_its_arguments_at_any_depth_of_the_stack(keyword: str) -> None:
    itself = {"$ref": "#"}
    schema = {"type": "object", keyword: [itself] if keyword == "allOf" else itself}

    def deep(calls: int) -> str:
        return deep(calls - 1) if calls else reason(schema, {})

    assert {deep(calls) for calls in range(0, 700, 9)} == {"arguments nested too deeply (recursion_error)"}


@pytest.mark.parametrize(
    ("schema", "trouble"),
    [
        ({"type": "object", "properties": {"a": {"type": "strin"}}}, "an invalid JSON Schema"),
        ({"type": "object", "properties": {"a": {"$ref": "http://127.0.0.1:9/x"}}}, "cannot be resolved"),
        ({"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}, "cannot be resolved"),
        ({"type": "object", "properties": {"a": {"$ref": "#/$defs/Nowhere"}}}, "cannot be resolved"),
        ({"type": "array"}, "not an object"),
    ],
)
def test_a_schema_that_cannot_be_used_is_the_tools_fault(schema: dict[str, Any], trouble: str) -> None:
    with pytest.raises(RegistrationError, match=re.escape(trouble)):
        JsonArguments("weather", schema).check({"a": "x"})


def test_the_schema_may_come_in_an_older_draft() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"const": 1}}}

    assert JsonArguments("weather", schema).check({"a": 1}) == {"a": 1}
    assert reason(schema, {"a": 2}) == "a (const)"
