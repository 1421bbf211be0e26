"""Calls with one value of a record at an edge."""

from __future__ import annotations

from typing import Any

from pytest_forge.strategies.record_edges import record_edges

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "crates": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        "label": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}


def test_numbers_and_texts_of_a_record_are_tried_at_their_edges() -> None:
    call = {"crates": [{"jars": 3, "room": "left", "is_full": True}, {"jars": 4}]}

    assert list(record_edges(call, SCHEMA)) == [
        {"crates": [{"jars": 0, "room": "left", "is_full": True}, {"jars": 4}]},
        {"crates": [{"jars": -1, "room": "left", "is_full": True}, {"jars": 4}]},
        {"crates": [{"jars": 3, "room": "", "is_full": True}, {"jars": 4}]},
    ]
    assert len(list(record_edges(call, SCHEMA, limit=1))) == 1


def test_a_record_keeps_the_type_of_its_values() -> None:
    assert list(record_edges({"label": {"de": "links"}}, SCHEMA)) == [{"label": {"de": ""}}]
    assert list(record_edges({"crates": []}, SCHEMA)) == []
    assert list(record_edges({}, SCHEMA)) == []
