"""Described values: what the text of a definition shows is what the first calls send."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_forge.strategies.calls.edge_values import EdgeValues
from pytest_forge.strategies.calls.examples import candidate_arguments
from pytest_forge.strategies.described_calls import described_calls
from pytest_forge.strategies.described_values import broken_forms, described_values
from pytest_forge.targets.docstring import described_parameters, leading_text


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


RECORDS = {
    "type": "array",
    "items": {"type": "object", "additionalProperties": True},
    "description": 'Cargo, each {"kind": str, "tons": number}, e.g. [{"kind": "salt", "tons": 4}].',
}


@pytest.mark.parametrize(
    ("description", "values"),
    [
        ('Boxes, e.g. [{"kind": "salt", "tons": 4}].', [[{"kind": "salt", "tons": 4}]]),
        ("Limits such as {'low': 1, 'high': None}", [{"low": 1, "high": None}]),
        ("Each of them is {'kind': str}", []),
        ("A span such as '30m', '2h' or '1h30m', never \"soon\"", ["30m", "2h", "1h30m"]),
        ("A port, e.g. 8080.", [8080]),
        ("Bytes, e.g. 5000000", []),
        ("A date like 2024-01-02", []),
        ("{1: 2} and [nan]", []),
    ],
)
def test_only_what_a_description_writes_out_is_a_value(description: str, values: list[Any]) -> None:
    assert described_values(description) == values


def test_the_first_call_sends_the_records_that_the_description_shows() -> None:
    calls = candidate_arguments(schema(cargo=RECORDS))

    assert calls[0] == {"cargo": [{"kind": "salt", "tons": 4}]}


def test_edges_break_one_field_of_the_records_that_the_description_shows() -> None:
    edges = EdgeValues(schema(cargo=RECORDS)).of("cargo")

    whole = {"kind": "salt", "tons": 4}
    assert [whole, {"tons": 4}] in edges
    assert [whole, {"kind": "salt", "tons": 0}] in edges
    assert [whole, {"kind": "salt1", "tons": 5}] in edges


def test_an_argument_in_the_same_form_takes_the_example_of_the_other() -> None:
    told = {"type": "string", "description": 'A place as "row:seat", e.g. "12:4".'}
    calls = candidate_arguments(schema(first=told, last={"type": "string", "description": "End in the same form."}))

    assert calls[0] == {"first": "12:4", "last": "12:4"}


def test_an_argument_in_the_same_form_takes_the_form_of_a_moment() -> None:
    told = {"type": "string", "description": "When it began, as ``YYYY-MM-DDTHH:MM``."}
    calls = candidate_arguments(schema(start=told, end={"type": "string", "description": "End, in the same form."}))

    assert calls[0] == {"start": "2024-01-01T12:00", "end": "2024-01-01T13:00"}


@pytest.mark.parametrize("mark", ["for instance", "for example", "such as"])
def test_the_quoted_example_of_a_text_comes_first(mark) -> None:
    table = {"type": "string", "pattern": "^[a-z]+$", "description": f"Name of a table, {mark} 'sales'"}

    assert candidate_arguments(schema(table=table))[0] == {"table": "sales"}


def test_a_form_is_broken_by_a_number_out_of_range_and_by_a_missing_part() -> None:
    forms = broken_forms("12:4")

    assert {"912:4", "12:94", "12", "12:"} <= set(forms)


def test_a_text_is_tried_as_a_key_of_the_object_beside_it() -> None:
    owners = {"type": "object", "additionalProperties": {"type": "string"}, "description": 'e.g. {"a1": "b2"}'}
    calls = candidate_arguments(schema(part={"type": "string"}, owners=owners))

    assert {"part": "a1", "owners": {"a1": "b2"}} in calls


def test_a_call_in_a_docstring_gives_its_arguments() -> None:
    text = 'Add.\n\n>>> add(1, b="x)y",\n...     c=[2])\n3\n>>> badd(1)\n>>> add(n)\n'

    assert described_calls(text, "add", ["a", "b", "c"]) == [{"a": 1, "b": "x)y", "c": [2]}]


def test_a_description_of_several_lines_is_read_to_its_end() -> None:
    docstring = (
        "Do.\n\nArgs:\n    one: First\n        line, e.g.\n        [1, 2].\n    two (int): Second.\nReturns:\n    x: y"
    )

    assert described_parameters(docstring) == {"one": "First line, e.g. [1, 2].", "two": "Second."}


def test_a_numpy_parameter_without_a_type_is_described() -> None:
    docstring = (
        "Do.\n\nParameters\n----------\none\n    First\n    line.\ntwo : int\n    Second.\nReturns\n-------\nint\n"
    )

    assert described_parameters(docstring) == {"one": "First line.", "two": "Second."}


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("Do.", "Do."),
        ("Do.\n\nThe kind is a or b.\n\nArgs:\n    one: First.", "Do.\n\nThe kind is a or b."),
        ("Do.\n\nReturns:\n    A text.", "Do."),
        ("Do: it.\n\n:param one: First.", "Do: it."),
        ("Do.\n\nParameters\n----------\none\n    First.", "Do."),
        ("", ""),
    ],
)
def test_the_text_before_the_first_section_describes_the_function(docstring: str, expected: str) -> None:
    assert leading_text(docstring) == expected


def test_a_list_takes_the_bare_examples_of_its_description() -> None:
    schema = {
        "type": "object",
        "properties": {
            "names": {"type": "array", "items": {"type": "string"}, "description": "Scans to delete, e.g. scan_07.png."}
        },
        "required": ["names"],
    }

    assert candidate_arguments(schema, limit=1) == [{"names": ["scan_07.png"]}]


def test_a_date_of_the_description_comes_first() -> None:
    node = {"type": "string", "format": "date", "description": "First day, e.g. 2025-02-01."}

    [call] = candidate_arguments({"type": "object", "properties": {"day": node}, "required": ["day"]}, limit=1)

    assert call == {"day": "2025-02-01"}


def test_an_example_of_several_words_fits_a_pattern() -> None:
    node = {
        "type": "string",
        "pattern": "^[A-Z][a-z]+ [0-9]{4}$",
        "description": "Term, e.g. Spring 2024 or Autumn 2025.",
    }

    [call] = candidate_arguments({"type": "object", "properties": {"term": node}, "required": ["term"]}, limit=1)

    assert call == {"term": "Spring 2024"}


def test_a_pattern_of_a_day_gives_one_that_exists() -> None:
    node = {"type": "string", "pattern": "^20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}h$"}

    [call] = candidate_arguments({"type": "object", "properties": {"start": node}, "required": ["start"]}, limit=1)

    assert call == {"start": "2000-01-01 00h"}


def test_a_list_takes_the_record_that_its_description_shows() -> None:
    node = {"type": "array", "items": {"type": "object"}, "description": 'Entries like {"tree": "oak", "height": 12}.'}

    [call] = candidate_arguments({"type": "object", "properties": {"trees": node}, "required": ["trees"]}, limit=1)

    assert call == {"trees": [{"tree": "oak", "height": 12}]}
