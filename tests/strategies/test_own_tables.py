"""Objects with the keys of a tool's own tables."""

from __future__ import annotations

from typing import Any

from pytest_forge.strategies.own_tables import with_own_tables


def _schema(values: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"given": {"type": "object", "additionalProperties": values}}}


def _given(values: Any, *tables: dict[str, Any]) -> list[Any]:
    return [call["given"] for call in with_own_tables({"given": {}}, _schema(values), list(tables))]


def test_two_keys_then_one_then_all_of_them_have_a_small_number() -> None:
    stock = {"bolt": 1200, "nut": 900, "pin": 80}

    assert _given({"type": "integer"}, stock) == [{"bolt": 1, "nut": 1}, {"bolt": 1}, {"bolt": 1, "nut": 1, "pin": 1}]


def test_settings_by_section_have_other_values_of_the_same_types() -> None:
    defaults = {"page": {"margin": 12, "turned": False, "tone": "black", "marks": []}}

    assert _given({"type": "object"}, defaults) == [
        {"page": {"margin": 13, "turned": True, "tone": "black", "marks": []}}
    ]


def test_a_table_whose_values_have_another_type_gives_its_keys_alone() -> None:
    assert _given({"type": "number"}, {"red": "#f00"}) == [{"red": 1}]
    assert _given({"type": "object"}, {"red": "#f00"}) == []


def test_values_of_any_type_are_like_those_of_the_table() -> None:
    assert _given(True, {"retries": 3, "proxy": "none"}) == [{"retries": 4, "proxy": "none"}, {"retries": 4}]


def test_a_call_without_free_objects_stays_alone() -> None:
    schema = {"type": "object", "properties": {"given": {"type": "object", "properties": {"a": {}}}}}

    assert list(with_own_tables({"given": {}}, schema, [{"a": 1}])) == []
