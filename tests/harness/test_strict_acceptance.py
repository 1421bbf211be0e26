import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from forge_harness.schema.dialect import DIALECTS, portability_problems
from forge_harness.schema.json_schema import schema_nodes
from forge_harness.schema.model_schema import input_schema
from forge_harness.schema.strict import harden_schema

ALLOWED = {
    "type",
    "description",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "$ref",
    "$defs",
    "pattern",
    "format",
    "multipleOf",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
}
LIMITS = {"depth", "properties", "enum-values", "enum-length", "characters"}


def faults(schema: dict[str, Any]) -> Iterator[str]:
    """Name everything about a hardened schema that strict mode refuses."""
    if schema.get("type") != "object" or "anyOf" in schema or "$ref" in schema:
        yield "the root is no plain object"
    for node in schema_nodes(schema):
        if unknown := set(node) - ALLOWED:
            yield f"unsupported keywords {unknown}"
        if not {"type", "anyOf", "$ref"} & set(node):
            yield f"no type in {node}"
        if "$ref" in node and len(node) > 1:
            yield f"keywords beside a reference in {node}"
        if node.get("type") == "object":
            if node.get("additionalProperties") is not False:
                yield f"an open object {node}"
            if sorted(node["required"]) != sorted(node["properties"]):
                yield f"an optional property in {node}"
        elif "properties" in node or "additionalProperties" in node:
            yield f"properties without an object in {node}"
        if node.get("type") == "array" and not isinstance(node.get("items"), dict):
            yield f"an array without items in {node}"
    problems = portability_problems("tool", None, schema, DIALECTS["openai_strict"])
    yield from (problem.message for problem in problems if problem.rule not in LIMITS)


class Address(BaseModel):
    """Notes for programmers."""

    street: str = Field(min_length=1)
    unit: str | None = None


class Node(BaseModel):
    label: str
    parent: "Node | None" = None
    children: list["Node"] = []


class Args(BaseModel):
    default: str = Field(description="A property of that name.")
    limit: int = Field(default=100, ge=1, le=1000, description="How many.")
    home: Address = Field(description="Where to.")
    other: Address | None = None
    more: list[Address] = []
    context: dict[str, Any] = Field(description="What is known.")
    counts: dict[str, int] = {}
    anything: Any = None
    mode: Literal["fast", "slow"] = "fast"
    one: Literal["only"] = "only"
    point: tuple[float, float] = (0, 0)
    pair: tuple[str, int] | None = None
    tags: set[str] = set()
    node: Node | None = None
    either: int | str | list[int] = 1


@pytest.mark.parametrize("model", [Args, Node])
def test_a_models_schema_is_accepted_by_strict_mode(model: type[BaseModel]) -> None:
    hardened = harden_schema(input_schema(model))

    Draft202012Validator.check_schema(hardened)
    assert list(faults(hardened)) == []


def test_definitions_that_merge_with_themselves_come_to_an_end() -> None:
    loop = {"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"n": {"$ref": "#/$defs/A", "properties": {"z": {}}}}}]}
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": loop}}

    hardened = harden_schema(schema)

    assert list(faults(hardened)) == []


def test_a_full_set_of_arguments_fits_the_hardened_schema() -> None:
    full = {"street": "Main", "unit": None}
    arguments = {
        "default": "x",
        "limit": 5,
        "home": full,
        "other": None,
        "more": [full],
        "context": '{"a": 1}',
        "counts": None,
        "anything": "null",
        "mode": None,
        "one": "only",
        "point": [1.5, 2],
        "pair": ["a", 1],
        "tags": None,
        "node": {"label": "r", "parent": None, "children": []},
        "either": [1],
    }
    validator = Draft202012Validator(harden_schema(input_schema(Args)))

    assert list(validator.iter_errors(arguments)) == []
    assert not validator.is_valid({**arguments, "limit": 0})
    assert not validator.is_valid({**arguments, "stray": 1})


def test_real_schemas_harden_into_what_strict_mode_accepts(corpus: Path) -> None:
    paths = sorted((corpus / "json_schemas" / "jsonschemabench").rglob("*.json"))
    schemas = [json.loads(path.read_text(encoding="utf-8")).get("schema") for path in paths]

    checked = 0
    for schema in schemas:
        if isinstance(schema, dict):
            hardened = harden_schema(schema)
            assert list(faults(hardened)) == []
            assert harden_schema(hardened) == hardened
            checked += 1

    assert checked > 400


NAMES = st.sampled_from(["a", "b", "default", "title", "type", "$ref"])
REFS = st.sampled_from(["#", "#/$defs/a", "#/$defs/b", "#/definitions/a", "#/properties/a", "#/$defs/none"])
SCALARS = st.fixed_dictionaries(
    {"type": st.sampled_from(["string", "integer", "number", "boolean", "null", "float", ["string", "null"]])},
    optional={
        "description": st.text(max_size=5),
        "default": st.integers(),
        "minLength": st.integers(0, 3),
        "nullable": st.booleans(),
    },
)
VALUES = st.lists(st.none() | st.booleans() | st.integers(0, 9) | st.text(max_size=2), min_size=1, max_size=3)
LEAVES = (
    SCALARS
    | st.booleans()
    | st.just({})
    | VALUES.map(lambda values: {"enum": values})
    | VALUES.map(lambda values: {"const": values[0]})
    | REFS.map(lambda ref: {"$ref": ref})
)


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    named = st.dictionaries(NAMES, inner, max_size=3)
    several = st.lists(inner, min_size=1, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["object", "array", ["object", "null"], "string"]),
            "properties": named,
            "required": st.lists(NAMES, max_size=2),
            "additionalProperties": inner,
            "items": inner,
            "prefixItems": several,
            "anyOf": several,
            "oneOf": several,
            "allOf": several,
            "not": inner,
            "patternProperties": named,
            "$ref": REFS,
            "$defs": named,
            "description": st.just("d"),
        },
    )


SCHEMAS = st.recursive(LEAVES, grown, max_leaves=12).filter(lambda schema: isinstance(schema, dict))


@given(SCHEMAS)
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_whatever_goes_in_what_comes_out_is_strict_and_stays_the_same(schema: dict[str, Any]) -> None:
    before = json.dumps(schema)

    hardened = harden_schema(schema)

    assert list(faults(hardened)) == []
    assert harden_schema(hardened) == hardened
    assert json.dumps(schema) == before
