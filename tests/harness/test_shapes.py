import json
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from forge_harness.schema.dialect import DIALECTS, portability_problems
from forge_harness.schema.json_schema import schema_nodes
from forge_harness.schema.model_schema import input_schema
from forge_harness.schema.shapes import PROVIDERS, provider_shape

DIALECT_OF = {"openai_responses": "openai"}


class Item(BaseModel):
    sku: str
    count: int = 1


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


class Tree(BaseModel):
    label: str
    children: list["Tree"] = []
    shade: "Tree" = Field(default=None, description="What it stands under.")


class Args(BaseModel):
    item: Item = Field(description="What to order.")
    pet: Cat | Dog = Field(discriminator="kind")
    tree: Tree
    point: tuple[float, float] = (0, 0)
    pair: tuple[str, int] = ("a", 1)
    level: Literal[1, 2] = 1
    sure: Literal[True] = True
    notes: dict[str, Any] = {}


SCHEMA = input_schema(Args)
PLAIN = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


def parameters_of(shape: dict[str, Any]) -> dict[str, Any]:
    body = shape.get("function", shape)
    for key in ("parameters", "input_schema", "inputSchema", "parametersJsonSchema"):
        if key in body:
            found: dict[str, Any] = body[key]
            return found
    raise AssertionError(shape)


@pytest.mark.parametrize(
    ("provider", "shape"),
    [
        (None, {"name": "t", "description": "d", "input_schema": PLAIN}),
        ("anthropic", {"name": "t", "description": "d", "input_schema": PLAIN}),
        ("mcp", {"name": "t", "description": "d", "inputSchema": PLAIN}),
        ("gemini", {"name": "t", "description": "d", "parametersJsonSchema": PLAIN}),
        ("openai", {"type": "function", "function": {"name": "t", "description": "d", "parameters": PLAIN}}),
        ("ollama", {"type": "function", "function": {"name": "t", "description": "d", "parameters": PLAIN}}),
        (
            "openai_strict",
            {"type": "function", "function": {"name": "t", "description": "d", "parameters": PLAIN, "strict": True}},
        ),
        (
            "openai_responses",
            {"type": "function", "name": "t", "description": "d", "parameters": PLAIN, "strict": False},
        ),
    ],
)
def test_each_provider_gets_its_shape(provider: str | None, shape: dict[str, Any]) -> None:
    assert provider_shape("t", "d", PLAIN, provider) == shape


def test_an_unknown_provider_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        ValueError, match=r"'cohere' is unknown\. Choose one of anthropic, gemini, mcp, ollama, openai, "
    ):
        provider_shape("t", "d", PLAIN, "cohere")


def test_every_dialect_has_a_shape() -> None:
    assert set(DIALECTS) <= set(PROVIDERS)


@pytest.mark.parametrize("provider", [None, *PROVIDERS])
def test_shapes_share_nothing_with_the_schema_they_were_made_of(provider: str | None) -> None:
    before = json.dumps(SCHEMA)

    for node in schema_nodes(parameters_of(provider_shape("t", "d", SCHEMA, provider))):
        node["spoiled"] = True

    assert json.dumps(SCHEMA) == before
    assert provider_shape("t", "d", SCHEMA, provider) == provider_shape("t", "d", SCHEMA, provider)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_is_sent_is_portable_as_it_stands(provider: str) -> None:
    parameters = parameters_of(provider_shape("t", "d", SCHEMA, provider))

    dialect = DIALECTS.get(DIALECT_OF.get(provider, provider), DIALECTS["anthropic"])
    assert portability_problems("t", "d", parameters, dialect) == []


@pytest.mark.parametrize("provider", [None, *PROVIDERS])
@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"properties": {}}])
def test_a_tool_without_arguments_has_an_object_at_its_root(schema: dict[str, Any], provider: str | None) -> None:
    parameters = parameters_of(provider_shape("t", "d", schema, provider))

    assert (parameters["type"], parameters["properties"]) == ("object", {})


@pytest.mark.parametrize("provider", [None, *PROVIDERS])
def test_a_root_that_is_only_a_reference_is_sent_as_the_object_it_means(provider: str | None) -> None:
    parameters = parameters_of(provider_shape("t", "d", Tree.model_json_schema(), provider))

    assert "$ref" not in parameters
    assert parameters["type"] == "object"
    assert list(parameters["properties"]) == ["label", "children", "shade"]


@pytest.mark.parametrize("provider", ["openai", "openai_responses", "ollama"])
def test_arrays_say_what_their_items_are(provider: str) -> None:
    schema = {
        **PLAIN,
        "properties": {"a": {"type": "array"}, "b": SCHEMA["properties"]["point"], "c": SCHEMA["properties"]["pair"]},
    }

    properties = parameters_of(provider_shape("t", "d", schema, provider))["properties"]

    assert properties["a"] == {"type": "array", "items": {}}
    assert properties["b"]["items"] == {"type": "number"}
    assert properties["c"]["items"] == {"anyOf": [{"type": "string"}, {"type": "integer"}]}


def test_openai_gets_unions_as_any_of() -> None:
    pet = parameters_of(provider_shape("t", "d", SCHEMA, "openai"))["properties"]["pet"]

    assert set(pet) == {"anyOf"}


def test_gemini_gets_no_reference_but_the_recursive_ones_and_nothing_beside_those() -> None:
    parameters = parameters_of(provider_shape("t", "d", SCHEMA, "gemini"))

    assert parameters["properties"]["item"]["properties"]["sku"] == {"type": "string"}
    assert set(parameters["$defs"]) == {"Tree"}
    assert [set(node) for node in schema_nodes(parameters) if "$ref" in node] == [{"$ref"}] * 3


def test_gemini_gets_enums_of_strings_and_numbers_only() -> None:
    properties = parameters_of(provider_shape("t", "d", SCHEMA, "gemini"))["properties"]

    assert properties["level"]["enum"] == [1, 2]
    assert "enum" not in properties["sure"]
    assert properties["sure"]["type"] == "boolean"
    assert properties["pet"]["oneOf"][0]["properties"]["kind"]["enum"] == ["cat"]


def test_ollama_gets_no_reference_at_all() -> None:
    parameters = parameters_of(provider_shape("t", "d", SCHEMA, "ollama"))

    assert "$ref" not in json.dumps(parameters)
    assert "$defs" not in parameters
    assert parameters["properties"]["tree"]["type"] == "object"


def test_a_property_named_like_a_keyword_is_left_alone() -> None:
    names = ["const", "oneOf", "$ref", "enum", "discriminator", "items"]
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in names},
        "additionalProperties": False,
    }

    for provider in PROVIDERS:
        assert list(parameters_of(provider_shape("t", "d", schema, provider))["properties"]) == names


def test_every_recorded_tool_can_be_sent_to_every_provider(corpus: Path) -> None:
    lines = (corpus / "tool_schemas" / "recorded_tools.jsonl").read_text(encoding="utf-8").splitlines()
    tools = [json.loads(line) for line in lines]

    for tool in tools:
        if tool["dialect"] == "gemini":  # type names in capitals or as numbers
            continue
        for provider, dialect in [(name, DIALECTS[DIALECT_OF.get(name, name)]) for name in PROVIDERS if name != "mcp"]:
            shape = provider_shape(tool["name"], tool["description"], tool["parameters"], provider)
            assert portability_problems(tool["name"], tool["description"], parameters_of(shape), dialect) == []
