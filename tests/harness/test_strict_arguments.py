"""What strict mode makes of arguments, and back: a tool gets the same in both modes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from forge_harness.schema.model_schema import input_schema
from forge_harness.schema.strict import harden, harden_schema
from forge_harness.schema.strict_arguments import restore_arguments
from pytest_forge.strategies.calls.examples import candidate_arguments

OBJECT = "Send the object as a JSON-encoded string."
VALUE = "Send the value as a JSON-encoded string."
REST = "Further properties of this object, or null for none."


class CannotSay(Exception):
    """Strict mode has no words for the value."""


class StrictModel:
    """Writes values as a model under strict mode must; knows the hardened schema and nothing of how it came about."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def write(self, node: dict[str, Any], value: Any) -> Any:
        if "$ref" in node:
            path = node["$ref"].removeprefix("#").strip("/").split("/")
            target = self.schema
            for key in filter(None, path):
                target = target[key]
            return self.write(target, value)
        if "anyOf" in node:
            for branch in node["anyOf"]:
                try:
                    return self.write(branch, value)
                except CannotSay:
                    continue
            raise CannotSay
        told = node.get("description", "")
        if told.endswith(VALUE) or (told.endswith(OBJECT) and isinstance(value, dict)):
            return json.dumps(value)
        if told.endswith(OBJECT):
            raise CannotSay
        if isinstance(value, dict) and node.get("type") == "object":
            return self.write_object(node["properties"], value)
        if isinstance(value, list) and node.get("type") == "array":
            return [self.write(node["items"], item) for item in value]
        if isinstance(value, dict | list) or not Draft202012Validator(node).is_valid(value):
            raise CannotSay
        return value

    def write_object(self, properties: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
        rest = next((name for name, part in properties.items() if part.get("description", "").startswith(REST)), None)
        free = {name: part for name, part in value.items() if name == rest or name not in properties}
        if free and rest is None:
            raise CannotSay
        written = {
            name: self.write(part, value[name]) if name in value else self.write_absent(part)
            for name, part in properties.items()
            if name != rest
        }
        return written | ({} if rest is None else {rest: json.dumps(free) if free else None})

    def write_absent(self, node: dict[str, Any]) -> Any:
        return None if {"type": "null"} in node.get("anyOf", []) else self.write(node, None)


def sent(schema: dict[str, Any], arguments: dict[str, Any]) -> Any:
    hardened = harden_schema(schema)
    return StrictModel(hardened).write(hardened, arguments)


def round_trip(schema: dict[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    return restore_arguments(harden(schema), sent(schema, arguments))


def parameter(schema: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}, **rest}


class Leaf(BaseModel):
    name: str
    labels: dict[str, str] = Field(default_factory=dict)


class Node(BaseModel):
    kind: str = "node"
    children: list[Node | Leaf] = Field(default_factory=list)
    extra: Any = None
    note: str | None = None


class Point(BaseModel):
    x: int
    label: str = "a"
    meta: dict[str, Any] = Field(default_factory=dict)


class Args(BaseModel):
    root: Node
    where: Point | dict[str, int] | None = None
    by_name: dict[str, Leaf] = Field(default_factory=dict)
    either: str | dict[str, int] | list[str] = "x"
    pair: tuple[int, str] = (1, "a")
    limit: int = 10
    since: str | None = None


@pytest.mark.requirement("strict:decoder")
@pytest.mark.requirement("strict:in-the-loop")
@pytest.mark.parametrize(
    "arguments",
    [
        {"root": {}},
        {"root": {"kind": "x", "extra": {"deep": [None, 1.5, {"": ""}]}, "note": None}},
        {"root": {"extra": "plain"}, "either": "[1]"},
        {"root": {"extra": "null"}, "either": {"a": 1}, "limit": 0},
        {"root": {"extra": 5}, "either": ["x"], "pair": [3, "3"]},
        {"root": {"children": [{"name": "l", "labels": {"k": "v"}}, {"children": [{"name": "m"}]}]}},
        {"root": {}, "where": {"x": 1, "meta": {"k": 1}}},
        {"root": {}, "where": {"x": 1}},
        {"root": {}, "where": {"y": 1}},
        {"root": {}, "by_name": {"x": {"name": "n", "labels": {}}}, "since": "today", "either": '{"a": 1}'},
    ],
)
def test_a_tool_gets_the_same_arguments_in_both_modes(arguments):
    restored = round_trip(input_schema(Args), arguments)

    assert Args.model_validate(restored) == Args.model_validate(arguments)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "object"}, {"a": {"b": None}}),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {}),
        ({}, None),
        ({}, "null"),
        ({}, '{"a": 1}'),
        ({"type": ["string", "object"]}, '{"a": 1}'),
        ({"type": ["string", "object"]}, {"a": 1}),
        ({"anyOf": [{"type": ["string", "integer", "null"]}, {"type": "object"}]}, "5"),
        ({"anyOf": [{"type": ["string", "integer", "null"]}, {"type": "object"}]}, 5),
        ({"anyOf": [{"type": ["string", "integer", "null"]}, {"type": "object"}]}, None),
        ({"anyOf": [{"enum": ["auto", "none"]}, {"type": "object"}]}, "auto"),
        ({"anyOf": [{"enum": ["auto", "none"]}, {"type": "object"}]}, {"name": "auto"}),
        ({"anyOf": [{"type": "string", "format": "date"}, {"type": "object"}]}, "2024-01-01"),
        ({"anyOf": [{"type": "string", "format": "date"}, {"type": "object"}]}, {"a": 1}),
        ({"enum": [{"a": 1}, "b", 3]}, {"a": 1}),
        ({"enum": [{"a": 1}, "b", 3]}, "b"),
        ({"type": "array", "items": {}}, [1, "1", None, [], {}]),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "object"}]}, ['{"a": 1}', {"a": 1}]),
        ({"type": "array", "items": {"type": ["object", "null"]}}, [None, {"a": None}]),
    ],
)
@pytest.mark.parametrize("required", [True, False])
def test_a_value_comes_back_as_it_was(schema, value, required):
    whole = parameter(schema, required=["a"]) if required else parameter(schema)

    assert round_trip(whole, {"a": value}) == {"a": value}


def test_what_was_left_out_is_left_out():
    optional = parameter({"type": "string"}, required=[])

    assert round_trip(optional, {}) == {}
    assert restore_arguments(harden(parameter({})), {"a": None}) == {}
    assert restore_arguments(harden(parameter({"type": ["string", "object"]})), {"a": "null"}) == {}
    assert round_trip(parameter({"type": "object", "properties": {"b": {"type": "integer"}}}), {"a": {}}) == {"a": {}}


def test_null_stays_where_it_is_one_of_the_values():
    assert restore_arguments(harden(parameter({"type": ["string", "null"]})), {"a": None}) == {"a": None}


@pytest.mark.requirement("strict:decoder")
@pytest.mark.parametrize("free", [True, {}, {"type": "integer"}, {"type": "object"}])
@pytest.mark.parametrize(
    "value",
    [
        {},
        {"a": "x"},
        {"a": "x", "other": 1},
        {"b": 2, "additional_properties": 3, "": {"deep": None}},
        {"a": "null", "more": None, "additional_properties_": []},
    ],
)
def test_free_keys_beside_declared_ones_come_back(free, value):
    open_object = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "additionalProperties": free,
    }

    assert round_trip(open_object, value) == value
    assert round_trip(parameter(open_object), {"a": value}) == {"a": value}
    assert round_trip(parameter({"anyOf": [{"type": "integer"}, open_object]}), {"a": value}) == {"a": value}


def test_the_name_for_free_keys_is_none_that_is_declared():
    declared = {"additional_properties": {"type": "string"}, "additional_properties_": {"type": "string"}}
    schema = {"type": "object", "properties": declared, "additionalProperties": True}
    value = {"additional_properties": "a", "additional_properties_": "b", "additional_properties__": "c", "d": 1}

    assert set(harden_schema(schema)["properties"]) == {*declared, "additional_properties__"}
    assert round_trip(schema, value) == value


def test_keys_of_a_pattern_are_free_keys():
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "patternProperties": {"^x-": {"type": "integer"}},
        "additionalProperties": False,
    }

    assert round_trip(schema, {"a": "1", "x-b": 2}) == {"a": "1", "x-b": 2}
    assert round_trip(parameter({**schema, "properties": {}}), {"a": {"x-b": 2}}) == {"a": {"x-b": 2}}


def test_a_root_that_takes_any_key_is_sent_them_as_one_property():
    schema = {"type": "object", "additionalProperties": True}

    assert list(harden_schema(schema)["properties"]) == ["additional_properties"]
    assert round_trip(schema, {"b": [1], "c": {}}) == {"b": [1], "c": {}}


def test_free_keys_of_a_branch_of_the_root_are_taken_too():
    branches = [{"properties": {"a": {"type": "string"}}, "additionalProperties": True}, {"required": ["a"]}]

    assert round_trip({"type": "object", "anyOf": branches}, {"a": "x", "b": 1}) == {"a": "x", "b": 1}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"a": "x", "additional_properties": {"b": 1}}, {"a": "x", "b": 1}),
        ({"a": "x", "b": 1}, {"a": "x", "b": 1}),
        ({"a": "x", "additional_properties": '{"a": "y", "b": 1}'}, {"a": "x", "b": 1}),
        ({"a": None, "additional_properties": '{"a": "y"}'}, {"a": "y"}),
        ({"a": "x", "additional_properties": "no json"}, {"a": "x", "additional_properties": "no json"}),
        ({"a": "x", "additional_properties": "[1]"}, {"a": "x", "additional_properties": "[1]"}),
        ({"a": "x", "additional_properties": 5}, {"a": "x", "additional_properties": 5}),
    ],
)
def test_free_keys_are_understood_however_they_are_sent(said, meant):
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": True}

    assert restore_arguments(harden(schema), said) == meant


@pytest.mark.parametrize(
    ("part", "meant"),
    [
        ({"type": ["string", "null"]}, {"a": None}),
        ({"type": ["string", "null"], "default": "x"}, {"a": None}),
        ({"type": ["string", "null"], "default": None}, {}),
        ({"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}, {}),
        ({"type": "string", "nullable": True, "default": None}, {}),
        ({"$ref": "#/$defs/N", "default": None}, {}),
        ({"type": "string", "default": "x"}, {}),
        ({"type": "string"}, {}),
    ],
)
def test_null_says_left_out_where_it_is_no_value_or_the_default(part, meant):
    definitions = {"N": {"type": ["string", "null"]}}

    assert restore_arguments(harden(parameter(part, **{"$defs": definitions})), {"a": None}) == meant
    assert restore_arguments(harden(parameter(part, required=["a"], **{"$defs": definitions})), {"a": None}) == {
        "a": None
    }


NAMES = st.sampled_from(["a", "b", "additional_properties", "additional_properties_", "$ref", ""])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3) | st.sampled_from(["null", "{}", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)


@st.composite
def objects(draw: st.DrawFn, depth: int = 2) -> tuple[dict[str, Any], Any]:
    """An object's schema, and a value that fits it."""
    free = draw(st.sampled_from([None, False, True, "integer"]))
    names = draw(st.lists(NAMES, max_size=3, unique=True))
    schema: dict[str, Any] = {"type": "object", "properties": {}, "required": []}
    value = {}
    for name in names:
        kind = draw(
            st.sampled_from(["text", "number", "free", "any", "maybe", "maybe null", *["object"] * (depth > 0)])
        )
        part, inner = draw(objects(depth - 1) if kind == "object" else _leaf(kind))
        schema["properties"][name] = part
        is_required = draw(st.booleans())
        if is_required:
            schema["required"].append(name)
        # Left out and null are two things here, and strict mode has one word for both.
        if is_required or kind == "maybe" or draw(st.booleans()):
            value[name] = inner
    if free is not None:
        schema["additionalProperties"] = {"type": "integer"} if free == "integer" else free
    # Without declared properties, an object is JSON text as a whole.
    if free and (names or depth == 2):
        extra = draw(
            st.dictionaries(NAMES | st.text(max_size=2), st.integers() if free == "integer" else JSON, max_size=2)
        )
        value |= {name: part for name, part in extra.items() if name not in names}
    return schema, value


@st.composite
def unions(draw: st.DrawFn) -> tuple[dict[str, Any], Any]:
    """A union of a declared object and others, and a value that fits it."""
    declared = draw(objects())
    counts = st.dictionaries(NAMES, st.integers(), max_size=2)
    free = ({"type": "object", "additionalProperties": {"type": "integer"}}, draw(counts))
    several = ({"type": "array", "items": free[0]}, draw(st.lists(counts, max_size=2)))
    branches = draw(st.permutations([declared, free, several]))
    return {"anyOf": [schema for schema, _ in branches]}, draw(st.sampled_from(branches))[1]


def _leaf(kind: str) -> st.SearchStrategy[tuple[dict[str, Any], Any]]:
    schema, values = {
        "text": ({"type": "string"}, st.text(max_size=3)),
        "number": ({"type": "integer"}, st.integers()),
        "free": ({"type": "object", "additionalProperties": True}, st.dictionaries(NAMES, JSON, max_size=2)),
        "any": ({}, JSON),
        "maybe": ({"type": ["string", "null"], "default": "x"}, st.none() | st.text(max_size=3)),
        "maybe null": ({"type": ["string", "null"], "default": None}, st.text(max_size=3)),
    }[kind]
    return values.map(lambda value: (schema, value))


@given(objects())
@settings(max_examples=200)
def test_whatever_fits_a_schema_can_be_said_and_comes_back(both: tuple[dict[str, Any], Any]) -> None:
    schema, value = both

    told = sent(schema, value)

    assert Draft202012Validator(harden_schema(schema)).is_valid(told)
    assert restore_arguments(harden(schema), told) == value


@pytest.mark.requirement("strict:decoder")
@given(unions())
@settings(max_examples=150)
def test_whatever_fits_a_union_comes_back(both: tuple[dict[str, Any], Any]) -> None:
    schema, value = parameter(both[0], required=["a"]), {"a": both[1]}

    restored = round_trip(schema, value)

    assert Draft202012Validator(schema).is_valid(restored)
    # A value that fits two branches may be written as either, and null is left out in one of them only.
    assert without_null(restored) == without_null(value)


@pytest.mark.parametrize("said", ["no json", '{"a":', "[1]", "NaN", "[" * 100_000])
def test_what_is_no_json_of_the_kind_is_left_for_validation(said):
    assert restore_arguments(harden(parameter({"type": "object"})), {"a": said}) == {"a": said}


def test_a_host_that_does_not_keep_to_the_schema_is_understood():
    hardened = harden(parameter({"type": "object"}))

    assert restore_arguments(hardened, {"a": {"b": 1}, "c": 2}) == {"a": {"b": 1}, "c": 2}


def test_what_was_sent_is_not_changed():
    arguments = {"a": '{"b": 1}'}

    restore_arguments(harden(parameter({"type": "object"})), arguments)

    assert arguments == {"a": '{"b": 1}'}


def test_a_description_that_reads_like_the_note_does_not_make_a_text_json():
    schema = parameter({"type": "string", "description": OBJECT})

    assert restore_arguments(harden(schema), {"a": '{"b": 1}'}) == {"a": '{"b": 1}'}


def test_a_union_that_calls_itself_is_read_once():
    branches = [
        {"type": "object", "properties": {"l": {"$ref": "#/$defs/E"}, "r": {"$ref": "#/$defs/E"}, name: {}}}
        for name in "abcdef"
    ]
    schema = {"type": "object", "properties": {"e": {"$ref": "#/$defs/E"}}, "$defs": {"E": {"anyOf": branches}}}
    value: dict[str, Any] = {"f": '"leaf"'}
    for _ in range(60):
        value = {"l": value, "r": {"a": "1"}, "f": None}

    restored = restore_arguments(harden(schema), {"e": value})

    assert restored["e"]["r"] == {"a": 1}


def test_nesting_beyond_the_interpreter_is_left_for_validation():
    schema = {"type": "object", "properties": {"n": {"$ref": "#"}}}
    value: dict[str, Any] = {}
    for _ in range(100_000):
        value = {"n": value}

    assert restore_arguments(harden(schema), value) is value


@pytest.mark.requirement("strict:decoder")
def test_calls_of_recorded_tools_come_back_as_they_were(corpus: Path) -> None:
    files = [corpus / "tool_schemas" / "recorded_tools.jsonl", *(corpus / "tool_schemas").glob("*mcp*.jsonl")]
    tools = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    came_back = unsayable = 0

    for tool in tools:
        schema = tool.get("parameters")
        if tool.get("dialect") == "gemini" or not isinstance(schema, dict):  # type names in capitals or as numbers
            continue
        for arguments in candidate_arguments(schema, limit=4):
            try:
                restored = round_trip(schema, arguments)
            except CannotSay:
                unsayable += 1
                continue
            came_back += 1
            assert Draft202012Validator(schema).is_valid(restored), (tool["name"], arguments, restored)
            assert without_null(restored) == without_null(arguments), (tool["name"], arguments, restored)

    assert came_back > 50 * max(unsayable, 1)


def without_null(value: Any) -> Any:
    """An optional property that takes null may come as one where it was left out; its tool sees no difference."""
    if isinstance(value, dict):
        return {name: without_null(part) for name, part in value.items() if part is not None}
    return [without_null(item) for item in value] if isinstance(value, list) else value
