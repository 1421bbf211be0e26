"""Strategies: calls made from a schema."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from pytest_forge.strategies.calls.boundaries import boundary_arguments
from pytest_forge.strategies.calls.broken import invalid_arguments
from pytest_forge.strategies.calls.examples import candidate_arguments
from pytest_forge.strategies.schemas.patterns import text_matching, text_not_matching
from pytest_forge.strategies.workspace_files import plant_files


def text(**keywords: Any) -> dict[str, Any]:
    return {"type": "string", **keywords}


def object_of(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def test_the_first_call_holds_required_arguments_only_and_the_second_all() -> None:
    schema = object_of(("path",), path=text(), limit={"type": "integer", "default": 10}, since=text(format="date"))

    calls = candidate_arguments(schema)

    assert calls[0] == {"path": "notes.txt"}
    assert calls[1] == {"path": "notes.txt", "limit": 10, "since": "2024-01-01"}


def test_examples_and_quoted_words_come_first() -> None:
    schema = object_of(
        ("city", "unit"),
        city=text(examples=["Oslo"]),
        unit=text(description="Either 'metric' or 'imperial'."),
    )

    calls = candidate_arguments(schema)

    assert calls[0] == {"city": "Oslo", "unit": "metric"}


@pytest.mark.parametrize(("name", "value"), [("command", ["echo", "hello"]), ("commands", ["echo hello"])])
def test_a_list_that_is_one_command_holds_its_words(name: str, value: list[str]) -> None:
    schema = object_of((name,), **{name: {"type": "array", "items": text()}})

    assert candidate_arguments(schema)[0] == {name: value}


def test_equal_schemas_give_equal_calls() -> None:
    schema = object_of(("code",), code=text(pattern=r"^[A-Z]{2,5}-\d+(?<!0)$"), rows={"type": "array", "items": {}})

    assert candidate_arguments(schema, seed=3) == candidate_arguments(schema, seed=3)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"x": {"type": "nonsense"}}},
        object_of(("x",), x={"$ref": "#/$defs/absent"}),
        object_of(("x",), x=False),
        {"type": "object", "required": ["x"], "properties": {"x": {"$ref": "#"}}},
    ],
)
def test_a_schema_without_calls_gives_none(schema: dict[str, Any]) -> None:
    assert candidate_arguments(schema) == []


def test_a_recursive_schema_comes_to_an_end() -> None:
    tree = object_of(("name",), name=text(), children={"type": "array", "items": {"$ref": "#/$defs/tree"}})

    calls = candidate_arguments({**object_of(("tree",), tree={"$ref": "#/$defs/tree"}), "$defs": {"tree": tree}})

    assert {"tree": {"name": "hello"}} in calls


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[a-z]{3,}$",
        r"(?=.*[0-9]).+",
        r"^\d{4}-\d{2}$",
        r"^(foo|bar)+x?$",
        r"^(?!.*\.\.)[^/]+$",
        r"^(a|b)\1$",
        r"\s",
        r"^$",
    ],
)
def test_text_is_made_for_a_pattern(pattern: str) -> None:
    made = text_matching(pattern)

    assert made is not None
    assert re.search(pattern, made)


def test_text_beside_a_pattern_does_not_match() -> None:
    made = text_not_matching(r"^[a-z]+$", max_length=3, mark="A1")

    assert made == "A1"


def test_no_text_is_made_for_a_foreign_pattern() -> None:
    assert text_matching(r"^\p{L}+$") is None


def test_every_edge_of_an_argument_is_tried() -> None:
    schema = object_of(
        ("n",),
        n={"type": "integer", "minimum": 1, "exclusiveMaximum": 10},
        mode={"enum": ["a", "b"]},
        on={"type": "boolean"},
        tags={"type": "array", "items": text(maxLength=2), "maxItems": 2},
        note={"anyOf": [text(), {"type": "null"}]},
    )

    found = {(boundary.path, boundary.keyword, json.dumps(boundary.value)) for boundary in boundary_arguments(schema)}

    assert {
        (("n",), "minimum", "1"),
        (("n",), "maximum", "9"),
        (("mode",), "enum", '"a"'),
        (("mode",), "enum", '"b"'),
        (("on",), "boolean", "true"),
        (("on",), "boolean", "false"),
        (("tags",), "empty", "[]"),
        (("tags",), "omitted", "null"),
        (("tags", 0), "maxLength", '"he"'),
        (("note",), "null", "null"),
        (("note",), "empty", '""'),
    } <= found
    assert (("n",), "omitted", "null") not in found


def test_every_kind_of_mistake_is_made_once_at_a_time() -> None:
    schema = object_of(
        ("n", "row"),
        n={"type": "integer", "minimum": 1, "maximum": 9},
        row=object_of(("sku",), sku=text(minLength=2, maxLength=4)),
        free={},
        tags={"type": "array", "items": text()},
    )

    found = invalid_arguments(schema, mark="mark")

    assert {(broken.kind, broken.path) for broken in found} >= {
        ("missing", ("n",)),
        ("wrong_type", ("n",)),
        ("null", ("n",)),
        ("out_of_range", ("n",)),
        ("unknown", ("mark",)),
        ("missing", ("row", "sku")),
        ("out_of_range", ("row", "sku")),
        ("unknown", ("row", "mark")),
        ("wrong_type", ("tags", 0)),
    }
    assert not [broken for broken in found if broken.path == ("free",)]
    assert all(not Draft202012Validator(schema).is_valid(broken.arguments) for broken in found)


def test_no_mistake_is_a_mere_conversion() -> None:
    schema = object_of(("n", "on"), n={"type": "integer"}, on={"type": "boolean"})

    sent = [broken.arguments[broken.path[0]] for broken in invalid_arguments(schema) if broken.kind == "wrong_type"]

    # A fraction cannot become a whole number without a loss.
    assert all(isinstance(value, dict | list) or value in ("forge-mark", "no such thing", 0.5) for value in sent)
    assert 0.5 in sent


def test_planted_files_are_the_ones_that_calls_name(tmp_path: Path) -> None:
    schema = object_of(("path",), path=text(description="A file, e.g. 'in/orders.csv'."))
    calls = candidate_arguments(schema)

    plant_files(tmp_path, schema=schema, calls=calls)

    assert calls[0] == {"path": "in/orders.csv"}
    assert (tmp_path / "in/orders.csv").read_text().startswith("id,name,value\n")
    assert (tmp_path / "notes.txt").is_file()


@pytest.mark.parametrize(("path", "ending"), [("notes.txt", "\nfoo\nbar\n"), ("src/app.py", "\n# foo\n# bar\n")])
def test_planted_files_hold_the_texts_that_calls_replace(path: str, ending: str, tmp_path: Path) -> None:
    schema = object_of(
        ("path", "old_text", "new_text"),
        path=text(description="A text file.", examples=[path]),
        old_text=text(examples=["foo"]),
        new_text=text(examples=["bar"]),
    )

    for _ in range(2):
        plant_files(tmp_path, schema=schema, calls=candidate_arguments(schema))

    assert (tmp_path / path).read_text().endswith(ending)
    assert (tmp_path / path).read_text().count("foo") == 1


def test_planted_files_that_hold_an_example_are_left_as_they_are(tmp_path: Path) -> None:
    schema = object_of(path=text(examples=["notes.txt"]), old_text=text(examples=["hello"]), new=text(examples=["bar"]))

    plant_files(tmp_path, schema=schema, calls=candidate_arguments(schema))

    assert "bar" not in (tmp_path / "notes.txt").read_text()


_leaves = st.one_of(
    st.builds(
        lambda low, span: {"type": "integer", "minimum": low, "maximum": low + span},
        st.integers(-50, 50),
        st.integers(0, 9),
    ),
    st.builds(lambda low, span: text(minLength=low, maxLength=low + span), st.integers(0, 6), st.integers(0, 6)),
    st.sampled_from(
        [{"type": "boolean"}, {"type": "null"}, text(format="date"), {"enum": [1, "a", None]}, {"const": 3}]
    ),
    st.builds(lambda step: {"type": "number", "multipleOf": step, "exclusiveMinimum": 0}, st.sampled_from([1, 5, 0.5])),
)
_nodes = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.builds(lambda item, least: {"type": "array", "items": item, "minItems": least}, inner, st.integers(0, 3)),
        st.builds(lambda left, right: {"anyOf": [left, right]}, inner, inner),
        st.builds(lambda left, right: object_of(("a",), a=left, b=right), inner, inner),
        st.builds(lambda node: {"allOf": [node, {"description": "Both."}]}, inner),
    ),
    max_leaves=6,
)


@given(node=_nodes)
@settings(max_examples=60, deadline=None)
def test_every_made_call_is_valid_and_every_broken_one_is_not(node: dict[str, Any]) -> None:
    schema = object_of(("x",), x=node, y=node)
    validator = Draft202012Validator(schema)

    calls = candidate_arguments(schema)

    assert calls
    assert all(validator.is_valid(call) for call in calls)
    assert all(validator.is_valid(boundary.arguments) for boundary in boundary_arguments(schema, limit=40))
    assert not any(validator.is_valid(broken.arguments) for broken in invalid_arguments(schema, limit=40))


def object_schemas(corpus: Path) -> Iterator[dict[str, Any]]:
    for line in (corpus / "tool_schemas/recorded_tools.jsonl").read_text().splitlines():
        yield json.loads(line)["parameters"]
    for line in (corpus / "tool_schemas/mcp_github_mcp_server.jsonl").read_text().splitlines():
        yield json.loads(line)["parameters"]
    for file in sorted((corpus / "json_schemas/jsonschemabench").glob("*/*.json"))[::8]:
        yield json.loads(file.read_text())["schema"]


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")
def test_nearly_every_schema_of_the_wild_gives_a_valid_call(corpus: Path) -> None:
    tried = made = 0
    for schema in object_schemas(corpus):
        if not isinstance(schema, dict) or schema.get("type") != "object":
            continue
        validator_class = validator_for(schema, default=Draft202012Validator)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if next(validator_class(validator_class.META_SCHEMA).iter_errors(schema), None):
                continue
            calls = candidate_arguments(schema, limit=4)
            valid = [validator_class(schema).is_valid(call) for call in calls]
        tried += 1
        made += bool(calls)

        assert all(valid)

    assert tried > 200
    assert made >= 0.95 * tried


def test_a_list_holds_what_its_description_gives_as_an_example_and_other_texts_too():
    hosts = {"type": "array", "items": {"type": "string"}, "description": "Hosts, for example 'web-1'."}

    calls = candidate_arguments({"type": "object", "properties": {"hosts": hosts}, "required": ["hosts"]}, limit=8)

    assert calls[0] == {"hosts": ["web-1"]}
    assert any("web-1" not in call["hosts"] and call["hosts"] for call in calls)


def test_every_type_of_a_union_is_tried_in_the_first_calls():
    schema = {
        "type": "object",
        "properties": {
            "amount": {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "null"}]},
            "page": {"type": ["string", "integer"]},
        },
        "required": ["amount", "page"],
    }

    calls = candidate_arguments(schema, limit=4)

    assert {type(call["amount"]) for call in calls} >= {str, int}
    assert {type(call["page"]) for call in calls} == {str, int}


def test_a_file_in_the_place_of_a_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "src").touch()

    plant_files(tmp_path, schema=object_of(path=text(examples=["src/main.py"])), calls=[{"path": "src/main.py"}])

    assert (tmp_path / "src").read_bytes() == b""


def test_a_pattern_of_surrogates_is_matched_by_the_same_text_each_time() -> None:
    found = text_matching("[\ud800-\udbff]?x")

    assert found is not None
    assert found == text_matching("[\ud800-\udbff]?x")
