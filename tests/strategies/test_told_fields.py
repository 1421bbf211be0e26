"""Records of calls have the keys that a description names."""

from __future__ import annotations

from typing import Any

from pytest_forge.strategies.calls.examples import candidate_arguments
from pytest_forge.strategies.calls.values import ValueMaker
from pytest_forge.strategies.own_records import with_own_choices
from pytest_forge.strategies.schemas.flat_schema import FlatSchema
from pytest_forge.strategies.told_arguments import has_other_type, lacks_told_key, usual_kinds, with_told_argument

FREE = {"type": "array", "items": {"type": "object", "additionalProperties": True}}


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def test_the_first_call_has_the_keys_of_the_description_with_values_of_their_kinds() -> None:
    told = 'Visits, each {"day": "YYYY-MM-DD", "gate": name of the gate, "visitors": whole number}.'

    [record] = candidate_arguments(schema(visits={**FREE, "description": told}))[0]["visits"]

    assert record == {"day": "2024-01-01", "gate": "hello", "visitors": 1}


def test_a_start_is_before_an_end() -> None:
    told = 'Stays, each {"from": "HH:MM", "to": "HH:MM"}.'

    [record] = candidate_arguments(schema(stays={**FREE, "description": told}))[0]["stays"]

    assert record["from"] < record["to"]


def test_a_key_of_an_uncertain_kind_is_a_text_and_then_a_number() -> None:
    told = 'Lines, each {"part": number of the part}.'

    node = {**FREE["items"], "description": told}

    records = ValueMaker(FlatSchema(node)).several(node, limit=12)

    values = [record["part"] for record in records if "part" in record]
    assert isinstance(values[0], str)
    assert isinstance(values[-1], int)


def test_records_within_records_are_told_of() -> None:
    told = 'Orders, each {"customer": name, "lines": [{"sku": text, "pieces": whole number}]}.'

    [record] = candidate_arguments(schema(orders={**FREE, "description": told}))[0]["orders"]

    assert record["lines"] == [{"sku": "1", "pieces": 1}]


def test_a_class_tells_the_form_of_its_fields() -> None:
    shift = {
        "type": "object",
        "description": "A shift.\n\nAttributes:\n    begins: HH:MM.\n    ends: HH:MM.",
        "properties": {"begins": {"type": "string"}, "ends": {"type": "string"}},
        "required": ["begins", "ends"],
    }
    shifts = {"type": "array", "items": {"$ref": "#/$defs/Shift"}, "description": "The shifts."}

    [record] = candidate_arguments({**schema(shifts=shifts), "$defs": {"Shift": shift}})[0]["shifts"]

    assert record == {"begins": "12:00", "ends": "13:00"}


def test_values_that_have_to_be_texts_are_texts() -> None:
    node = {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "string"}}}

    calls = candidate_arguments(schema(rows={**node, "description": 'each {"name": text, "pieces": whole number}'}))

    assert {type(value) for value in calls[0]["rows"][0].values()} == {str}


def test_words_on_the_tool_tell_of_its_one_argument_with_records() -> None:
    told = 'Sum up hours. Each entry has "worker" and "hours", a whole number. Returns "total".'

    [entry] = candidate_arguments(with_told_argument(schema(entries=FREE), told))[0]["entries"]

    assert entry == {"worker": "hello", "hours": 1}
    assert with_told_argument(schema(one=FREE, other=FREE), told) == schema(one=FREE, other=FREE)


def test_records_get_different_texts_that_the_code_expects() -> None:
    call = {"lines": [{"sku": "1", "pieces": 1}], "note": "x"}

    [changed] = with_own_choices(call, schema(lines=FREE, note={"type": "string"}), {"sku": ["nut", "bolt"]})

    assert changed == {"lines": [{"sku": "nut", "pieces": 1}, {"sku": "bolt", "pieces": 1}], "note": "x"}


def test_a_record_without_a_key_of_the_description_lacks_one() -> None:
    told = 'Orders, each {"customer": name, "lines": [{"sku": text, "pieces": whole number}], "note"?: text}.'
    node = schema(orders={**FREE, "description": told})
    whole = {"customer": "Ada", "lines": [{"sku": "1", "pieces": 2}]}

    assert not lacks_told_key(node, {"orders": [whole, {**whole, "lines": None}]})
    assert not lacks_told_key(node, {"orders": []})
    assert lacks_told_key(node, {"orders": [whole, {}]})
    assert lacks_told_key(node, {"orders": [{**whole, "lines": [{"sku": "1"}]}]})
    assert not lacks_told_key(schema(orders=FREE), {"orders": [{}]})


def test_a_value_of_another_type_than_the_description_asks_for_is_known() -> None:
    told = 'Orders, each {"customer": name, "lines": [{"sku": text, "pieces": whole number}], "note"?: text}.'
    node = schema(orders={**FREE, "description": told})
    line = {"sku": "1", "pieces": 2}

    assert not has_other_type(node, {"orders": [{"customer": "Ada", "lines": [line]}, {}]})
    assert has_other_type(node, {"orders": [{"customer": "Ada", "lines": [{**line, "pieces": None}]}]})
    assert has_other_type(node, {"orders": [{"customer": "Ada", "lines": [{**line, "pieces": "two"}]}]})
    assert not has_other_type(schema(orders=FREE), {"orders": [{"customer": None}]})
    limits = schema(crates={**FREE, "description": 'Entries with "jars" and "limit": no crate gets more.'})
    assert not has_other_type(limits, {"crates": [{"jars": 0, "limit": 10}]})
    assert has_other_type(limits, {"crates": [{"jars": None, "limit": 10}]})


def test_where_the_description_names_no_type_that_of_other_calls_is_meant() -> None:
    node = schema(edits={**FREE, "description": 'Entries with "begins", "ends" and "pieces", a whole number.'})
    usual = usual_kinds(node, [{"edits": [{"begins": 1, "ends": 2.5, "pieces": 3}]}])

    assert usual == {"begins": {"number"}, "ends": {"number"}, "pieces": {"number"}}
    assert not has_other_type(node, {"edits": [{"begins": 4, "ends": 7, "pieces": 0}]}, usual)
    assert has_other_type(node, {"edits": [{"begins": "", "ends": 7, "pieces": 0}]}, usual)
    assert not has_other_type(node, {"edits": [{"begins": "", "ends": 7, "pieces": 0}]})
    assert usual_kinds(schema(edits=FREE), [{"edits": [{"begins": 1}]}]) == {}
