"""Choices beside null: each choice of an argument with another one that is null, or left out."""

from __future__ import annotations

from pytest_forge.strategies.calls.pairs import choices_beside_null

SCHEMA = {
    "type": "object",
    "properties": {
        "number": {"type": "integer"},
        "frames": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
        "note": {"type": "string"},
        "way": {"type": "string", "enum": ["join", "swap"]},
    },
    "required": ["number"],
}
BASE = {"number": 1, "frames": ["a"], "note": "b", "way": "join"}


def test_each_choice_is_beside_null_and_beside_what_is_left_out():
    assert choices_beside_null(SCHEMA, [{"number": 1}, BASE]) == [
        {"number": 1, "frames": None, "note": "b", "way": "join"},
        {"number": 1, "frames": None, "note": "b", "way": "swap"},
        {"number": 1, "frames": ["a"], "way": "join"},
        {"number": 1, "frames": ["a"], "way": "swap"},
    ]


def test_a_schema_without_choices_has_none():
    assert choices_beside_null({"type": "object", "properties": {"note": {"type": "string"}}}, [{"note": "b"}]) == []
