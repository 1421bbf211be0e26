"""Grammars of schemas: whatever is made is valid, whichever driver makes it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.validators import validator_for

from pytest_forge import UnsupportedSchemaError
from pytest_forge.strategies.grammar.hypothesis_driver import compile_hypothesis
from pytest_forge.strategies.grammar.of_schema import schema_grammar
from pytest_forge.strategies.grammar.random_driver import random_values
from pytest_forge.strategies.schemas.schema_document import SchemaDocument

QUIET = {"database": None, "deadline": None, "suppress_health_check": list(HealthCheck)}


def obj(required: list[str] | None = None, /, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required or []}


SCHEMAS: dict[str, Any] = {
    "bounds": {"type": "integer", "minimum": 3, "maximum": 5},
    "exclusive numbers": {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 6},
    "exclusive fractions": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1e-9},
    "exclusive flags of Draft 4": {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "integer",
        "minimum": 3,
        "exclusiveMinimum": True,
        "maximum": 5,
        "exclusiveMaximum": True,
    },
    "multiples": {"type": "integer", "multipleOf": 7, "minimum": 100, "maximum": 106},
    "multiples of two numbers": {"type": "integer", "allOf": [{"multipleOf": 6}, {"multipleOf": 4}], "minimum": 1},
    "multiples of a fraction": {"type": "number", "multipleOf": 0.01, "minimum": 0, "maximum": 3},
    "huge numbers": {"type": "integer", "minimum": 10**30},
    "lengths": {"type": "string", "minLength": 4, "maxLength": 6},
    "a long text": {"type": "string", "minLength": 5_000},
    "a longer text": {"type": "string", "minLength": 20_000, "maxLength": 20_001},
    "a pattern": {"type": "string", "pattern": r"^[A-Z]{2,5}-\d+$"},
    "a pattern of a length": {"type": "string", "pattern": "^[a-z][a-z0-9-]*$", "minLength": 20, "maxLength": 22},
    "a pattern with look-ahead": {"type": "string", "pattern": r"^(?=.*\d)(?=.*[a-z]).{4,8}$"},
    "a pattern with a back-reference": {"type": "string", "pattern": r"^(a|b)\1$"},
    "a pattern in the middle": {"type": "string", "pattern": "[0-9]", "minLength": 8},
    "two patterns": {"type": "string", "allOf": [{"pattern": "^[a-z]+$"}, {"pattern": "^.{3}$"}]},
    "a format and a length": {"type": "string", "format": "uri", "minLength": 1, "maxLength": 2083},
    "an enum with bounds": {"enum": [1, 5, 9, "a"], "type": "integer", "minimum": 2},
    "const": {"const": {"a": [1, None]}},
    "a union": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}, {"type": "null"}]},
    "oneOf that overlaps": {"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 10}]},
    "a discriminator": {
        "oneOf": [{"$ref": "#/$defs/cat"}, {"$ref": "#/$defs/dog"}],
        "discriminator": {"propertyName": "kind"},
        "$defs": {"cat": obj(kind={"const": "cat", "default": "cat"}), "dog": obj(kind={"const": "dog"})},
    },
    "allOf": {"allOf": [obj(["a"], a={"minimum": 3}), obj(["b"], a={"type": "integer", "maximum": 4}, b={})]},
    "not a type": {"not": {"type": ["string", "object"]}},
    "not a value": {"type": "string", "enum": ["a", "b", "c"], "not": {"const": "b"}},
    "not required": {**obj(a={}, b={}), "not": {"required": ["a"]}},
    "not both": {**obj(a={}, b={}), "not": {"required": ["a", "b"]}},
    "not this field": {**obj(["a"], a={"type": "integer"}), "not": {"properties": {"a": {"minimum": 10}}}},
    "if then else": {
        **obj(["kind"], kind={"enum": ["x", "y"]}, size={"type": "integer"}),
        "if": {"properties": {"kind": {"const": "x"}}},
        "then": {"required": ["size"]},
        "else": {"properties": {"size": False}},
    },
    "dependentRequired": {**obj(a={}, b={"type": "integer"}, c={}), "dependentRequired": {"a": ["b"], "b": ["c"]}},
    "dependentSchemas": {**obj(a={}), "dependentSchemas": {"a": obj(["b"], b={"type": "integer"})}},
    "dependencies of Draft 7": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **obj(a={}, b={}),
        "dependencies": {"a": ["b"], "b": obj(["c"], c={"type": "null"})},
    },
    "patternProperties": {
        "type": "object",
        "patternProperties": {"^x-": {"type": "integer"}, "d$": {"minimum": 5}},
        "additionalProperties": False,
        "minProperties": 2,
    },
    "propertyNames": {
        "type": "object",
        "propertyNames": {"pattern": "^[a-c]{1,3}$"},
        "additionalProperties": {"type": "boolean"},
        "minProperties": 3,
        "maxProperties": 4,
    },
    "a map": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}},
    "few properties": {**obj(a={}, b={}, c={}), "minProperties": 2, "maxProperties": 2},
    "prefixItems": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
    "items as a list": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "array",
        "items": [{"type": "integer"}, {"type": "string"}],
        "additionalItems": {"type": "null"},
        "minItems": 4,
    },
    "contains": {
        "type": "array",
        "items": {"type": "integer"},
        "contains": {"minimum": 1_000_000},
        "minContains": 2,
        "maxContains": 3,
    },
    "uniqueItems": {"type": "array", "items": {"enum": [1, 2, 3, 4]}, "uniqueItems": True, "minItems": 4},
    "many items": {"type": "array", "items": {"type": "integer"}, "minItems": 1_000},
    "recursion": {
        "$ref": "#/definitions/tree",
        "definitions": {
            "tree": obj(["left", "id"], left={"anyOf": [{"type": "null"}, {"$ref": "#"}]}, id={"type": "number"})
        },
    },
    "an anchor": {**obj(["a"], a={"$ref": "#here"}), "$defs": {"x": {"$anchor": "here", "type": "integer"}}},
    "an inner $id": {
        "$id": "https://example.com/a.json",
        **obj(["a"], a={"$ref": "b.json#/$defs/c"}),
        "$defs": {"b": {"$id": "b.json", "$defs": {"c": {"$ref": "#/$defs/d"}, "d": {"type": "integer"}}}},
    },
    "unevaluatedProperties": {
        "allOf": [obj(["a"], a={"type": "integer"})],
        "anyOf": [obj(b={"type": "integer"}), obj(c={"type": "integer"})],
        "unevaluatedProperties": False,
    },
    "unevaluatedItems": {"type": "array", "prefixItems": [{"type": "integer"}], "unevaluatedItems": False},
    "anything": True,
    "names that must be quoted": obj(["a/b~c%"], **{"a/b~c%": {"oneOf": [{"minimum": 5}, {"maximum": 7}]}}),
}
FORMATS = """date date-time time duration uuid email idn-email hostname idn-hostname uri uri-reference iri ipv4 ipv6
regex json-pointer relative-json-pointer uri-template color int32 unknown-format"""


def accepts(schema: Any) -> Any:
    return validator_for(schema, default=Draft202012Validator)(schema, format_checker=FormatChecker()).is_valid


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_the_random_driver_makes_is_valid(name: str) -> None:
    values = list(random_values(schema_grammar(SCHEMAS[name]).root, seed=7, limit=30))

    assert len(values) == 30
    assert all(map(accepts(SCHEMAS[name]), values))


@pytest.mark.parametrize("name", [name for name in SCHEMAS if not name.startswith("unevaluated")])
def test_a_schema_is_solved_and_not_filtered(name: str) -> None:
    assert schema_grammar(SCHEMAS[name]).is_exact


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_hypothesis_draws_is_valid(name: str) -> None:
    accepted = accepts(SCHEMAS[name])
    drawn = []

    @settings(max_examples=8, **QUIET)
    @given(compile_hypothesis(schema_grammar(SCHEMAS[name]).root))
    def draw(value: Any) -> None:
        drawn.append(value)

    draw()

    assert drawn
    assert all(map(accepted, drawn))


@pytest.mark.parametrize("name", FORMATS.split())
def test_a_text_has_the_format_asked_for(name: str) -> None:
    schema = {"type": "string", "format": name}

    values = list(random_values(schema_grammar(schema).root, seed=1, limit=80))

    assert len(set(values)) > 10
    assert all(FormatChecker().conforms(value, name) for value in values)


@pytest.mark.parametrize(
    ("pattern", "meaning"),
    [
        (r"^(?<year>\d{4})\/[^]$", r"\d{4}/[\s\S]"),
        (r"^\p{L}+$", r"[^\W\d_]+"),
        (r"^\p{Lu}[\p{Ll}\p{N}]{2}$", r"[A-ZÀ-Ö][a-zß-ö0-9]{2}"),
        (r"^\u{61}+$", "a+"),
    ],
)
def test_patterns_of_other_languages_are_read(pattern: str, meaning: str) -> None:
    values = list(random_values(schema_grammar({"type": "string", "pattern": pattern}).root, seed=1, limit=40))

    assert all(re.fullmatch(meaning, value) for value in values)


def test_every_branch_of_a_union_and_every_optional_field_appears() -> None:
    schema = {"anyOf": [obj(["a"], a={"type": "integer"}, b={}, c={}), {"type": "null"}, {"type": "array"}]}

    values = list(random_values(schema_grammar(schema).root, seed=1, limit=200))

    assert {type(value) for value in values} == {dict, type(None), list}
    assert {name for value in values if isinstance(value, dict) for name in value} == {"a", "b", "c"}


def test_both_outcomes_of_a_condition_appear() -> None:
    values = list(random_values(schema_grammar(SCHEMAS["if then else"]).root, seed=1, limit=100))

    assert {value["kind"] for value in values} == {"x", "y"}
    assert {"size" in value for value in values if value["kind"] == "y"} == {False}


def test_equal_seeds_give_equal_values_and_others_do_not() -> None:
    schema = obj(["a"], a={"type": "string"}, b={"type": "array", "items": {"type": "integer"}})

    first, again, other = (
        json.dumps(list(random_values(schema_grammar(schema).root, seed=seed, limit=30))) for seed in (3, 3, 4)
    )

    assert first == again
    assert first != other


def test_what_is_made_may_be_changed_without_changing_what_comes_next() -> None:
    root = schema_grammar({"enum": [{"a": []}]}).root
    for value in random_values(root, seed=1, limit=3):
        value["a"].append(1)

    assert list(random_values(root, seed=1, limit=1)) == [{"a": []}]


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"type": "nonsense"}, "not valid in any draft"),
        ({"$ref": "https://example.com/other.json"}, "refers to 'https://example.com/other.json'"),
        (obj(["a"], a={"$ref": "#/$defs/absent"}), "refers to '#/\\$defs/absent'"),
        (False, "No value can fit"),
        (obj(["a"], a=False), "No value can fit"),
        ({"type": "integer", "minimum": 5, "maximum": 4}, "No value can fit"),
        ({"type": "object", "required": ["x"], "properties": {"x": {"$ref": "#"}}}, "No value can fit"),
        ({"type": "string", "pattern": "^a$", "not": {"pattern": "a"}}, "No valid value was found"),
        ([], "is a list"),
    ],
)
def test_a_schema_that_nothing_is_made_for_says_why(schema: Any, reason: str) -> None:
    with pytest.raises(UnsupportedSchemaError, match=reason) as caught:
        schema_grammar(schema)

    assert str(caught.value).rstrip().endswith(".")


def test_a_long_list_of_values_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(SchemaDocument, "takes", lambda _, node, value: asked.append(value))

    schema_grammar({"type": "integer", "enum": list(range(3_000)), "not": {"const": 3}})

    assert len(asked) < 400


def test_lists_of_values_that_overlap_leave_what_all_hold() -> None:
    schema = {"allOf": [{"enum": [1, 2, True, "a"]}, {"enum": [1.0, "a", "b", True]}], "type": ["number", "boolean"]}

    values = list(random_values(schema_grammar(schema).root, seed=1, limit=50))

    assert {(type(value).__name__, value) for value in values} == {("int", 1), ("bool", True)}


def test_a_property_that_nothing_fits_is_left_out() -> None:
    schema = obj(a={"type": "integer"}, b=False, c={"type": "string", "minLength": 2, "maxLength": 1})

    values = list(random_values(schema_grammar(schema).root, seed=1, limit=50))

    assert {name for value in values for name in value} == {"a"}


def test_a_schema_is_validated_once_for_all_its_documents(monkeypatch):
    schema = obj(["once"], once={"type": "string", "minLength": 7})
    checked: list[Any] = []
    check = Draft202012Validator.check_schema
    monkeypatch.setattr(Draft202012Validator, "check_schema", lambda given: [checked.append(given), check(given)])

    documents = [SchemaDocument(schema) for _ in range(3)]

    assert [document.is_valid({"once": "x" * 7}) for document in documents] == [True] * 3
    assert len(checked) == 1
