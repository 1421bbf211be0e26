import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from forge_harness.schema.json_schema import schema_nodes
from forge_harness.schema.model_schema import input_schema
from forge_harness.schema.strict import harden_schema


def harden_property(part: Any, *, required: bool = True, **root: Any) -> Any:
    schema = {"type": "object", "properties": {"a": part}, "required": ["a"] if required else [], **root}
    return harden_schema(schema)["properties"]["a"]


class Address(BaseModel):
    street: str = Field(min_length=1)
    unit: str | None = None


class Node(BaseModel):
    label: str
    parent: "Node | None" = None
    children: list["Node"] = []


class Args(BaseModel):
    default: str = Field(description="A property of that name.")
    home: Address = Field(description="Where to.")
    mode: Literal["fast", "slow"] = "fast"


@pytest.mark.requirement("strict:input-unchanged")
def test_the_input_is_not_changed() -> None:
    schema = input_schema(Args)
    before = json.dumps(schema)

    hardened = harden_schema(schema)
    hardened["properties"]["mode"]["enum"].append("spoiled")

    assert json.dumps(schema) == before


def test_a_property_named_default_survives() -> None:
    hardened = harden_schema(input_schema(Args))

    assert hardened["properties"]["default"] == {"type": "string", "description": "A property of that name."}
    assert "default" in hardened["required"]


@pytest.mark.requirement("strict:all-required")
def test_the_order_of_required_names_is_kept_and_the_rest_follow() -> None:
    properties = {name: {"type": "string"} for name in ("first", "second", "third")}

    hardened = harden_schema({"type": "object", "properties": properties, "required": ["second", "first"]})

    assert hardened["required"] == ["second", "first", "third"]


@pytest.mark.requirement("strict:all-required")
@pytest.mark.parametrize(
    ("part", "hardened"),
    [
        ({"type": "string"}, {"type": ["string", "null"]}),
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ({"enum": ["a", "b"]}, {"type": ["string", "null"], "enum": ["a", "b", None]}),
        ({"const": 1}, {"type": ["integer", "null"], "enum": [1, None]}),
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (
            {"type": "array", "items": {"type": "string"}, "description": "d"},
            {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "description": "d"},
        ),
        (
            {"type": "integer", "default": 7, "minimum": 1},
            {"type": ["integer", "null"], "minimum": 1, "description": "(default: 7)"},
        ),
    ],
)
def test_an_optional_property_becomes_nullable(part: dict[str, Any], hardened: dict[str, Any]) -> None:
    assert harden_property(part, required=False) == hardened


def test_an_optional_reference_becomes_nullable_unless_its_target_is() -> None:
    definitions = {"O": {"type": "object", "properties": {}, "additionalProperties": False}, "N": {"type": "null"}}
    properties = {"o": {"$ref": "#/$defs/O"}, "n": {"$ref": "#/$defs/N"}}

    hardened = harden_schema({"type": "object", "properties": properties, "$defs": definitions})

    assert hardened["properties"]["o"] == {"anyOf": [{"$ref": "#/$defs/O"}, {"type": "null"}]}
    assert hardened["properties"]["n"] == {"$ref": "#/$defs/N"}


@pytest.mark.requirement("strict:free-form-is-json-text")
@pytest.mark.parametrize(
    "part",
    [
        {"type": "object"},
        {"type": "object", "additionalProperties": True},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"type": "object", "properties": {}},
        {"type": "object", "patternProperties": {"^x": {"type": "string"}}},
        {"additionalProperties": {"type": "string"}},
    ],
)
def test_a_free_form_object_becomes_a_string_that_holds_json(part: dict[str, Any]) -> None:
    hardened = harden_property({**part, "description": "What is known."})

    assert hardened["type"] == "string"
    assert hardened["description"].startswith("What is known. ")
    assert "JSON-encoded" in hardened["description"]


@pytest.mark.parametrize(
    "part", [{}, True, {"description": "Any."}, {"type": "dict"}, {"enum": [{"a": 1}]}, {"$ref": "#/x"}, 7]
)
def test_a_value_of_no_known_type_becomes_a_string_that_holds_json(part: Any) -> None:
    hardened = harden_property(part)

    assert hardened["type"] == "string"
    assert "JSON-encoded" in hardened["description"]


def test_a_typed_object_stays_an_object() -> None:
    hardened = harden_property(
        {"type": "object", "properties": {"b": {"type": "string"}}, "additionalProperties": True}
    )

    assert hardened["type"] == "object"
    assert hardened["additionalProperties"] is False


def test_an_object_that_is_closed_and_empty_stays_one() -> None:
    assert harden_property({"type": "object", "additionalProperties": False}) == {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    "schema", [{}, {"type": "object"}, {"type": "object", "additionalProperties": False}, {"type": "dict"}]
)
def test_a_free_form_root_stays_an_object(schema: dict[str, Any]) -> None:
    hardened = harden_schema(schema)

    assert hardened == {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


@pytest.mark.requirement("strict:every-node")
@pytest.mark.parametrize("key", ["$defs", "definitions"])
def test_definitions_are_hardened_too(key: str) -> None:
    target = {"type": "object", "properties": {"b": {"type": "string"}}}
    schema = {"type": "object", "properties": {"a": {"$ref": f"#/{key}/T"}}, "required": ["a"], key: {"T": target}}

    hardened = harden_schema(schema)

    assert hardened["properties"]["a"] == {"$ref": "#/$defs/T"}
    assert hardened["$defs"]["T"]["additionalProperties"] is False
    assert hardened["$defs"]["T"]["required"] == ["b"]


@pytest.mark.requirement("strict:every-node")
def test_recursion_is_kept() -> None:
    hardened = harden_schema(input_schema(Node))

    assert hardened["type"] == "object"
    assert hardened["properties"]["children"]["anyOf"][0]["items"] == {"$ref": "#/$defs/Node"}
    assert hardened["$defs"]["Node"]["properties"]["parent"]["anyOf"][0] == {"$ref": "#/$defs/Node"}


def test_a_root_that_refers_to_itself_keeps_doing_so() -> None:
    schema = {
        "type": "object",
        "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}},
        "required": ["next"],
    }

    hardened = harden_schema(schema)

    assert hardened["properties"]["next"]["anyOf"][0] == {"$ref": "#"}
    assert "$defs" not in hardened


def test_a_reference_into_the_properties_finds_its_target() -> None:
    headers = {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]}
    schema = {
        "type": "object",
        "properties": {"headers": headers, "more": {"$ref": "#/properties/headers"}},
        "required": ["headers", "more"],
    }

    hardened = harden_schema(schema)

    assert hardened["properties"]["more"] == {"$ref": "#/$defs/headers"}
    assert hardened["$defs"]["headers"] == hardened["properties"]["headers"]


def test_a_description_beside_a_reference_is_kept_without_standing_beside_it() -> None:
    hardened = harden_schema(input_schema(Args))

    assert hardened["properties"]["home"] == {"anyOf": [{"$ref": "#/$defs/Address"}], "description": "Where to."}


@pytest.mark.requirement("strict:every-node")
def test_one_of_becomes_any_of_and_all_of_is_merged() -> None:
    first = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    second = {"properties": {"y": {"type": "integer"}}, "required": ["y"], "description": "Both."}

    union = harden_property(
        {"oneOf": [{"type": "string"}, {"type": "integer"}], "discriminator": {"propertyName": "k"}}
    )
    merged = harden_property({"allOf": [first, second]})

    assert union == {"anyOf": [{"type": "string"}, {"type": "integer"}]}
    assert merged["required"] == ["x", "y"]
    assert merged["properties"] == {"x": {"type": "string"}, "y": {"type": "integer"}}
    assert merged["description"] == "Both."


def test_what_a_union_stands_beside_holds_in_every_branch() -> None:
    branches = [{"properties": {"b": {"type": "string"}}, "required": ["b"]}, {"properties": {"c": {"type": "string"}}}]
    base = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}

    hardened = harden_property({**base, "anyOf": branches})

    assert [set(branch["properties"]) for branch in hardened["anyOf"]] == [{"x", "b"}, {"x", "c"}]


def test_a_union_that_only_requires_names_is_settled_by_requiring_all() -> None:
    base = {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}

    hardened = harden_property({**base, "anyOf": [{"required": ["x"]}, {"required": ["y"]}]})

    assert "anyOf" not in hardened
    assert hardened["required"] == ["x", "y"]


def test_a_union_at_the_root_leaves_the_root_an_object() -> None:
    branches = [{"properties": {"b": {"type": "string"}}, "required": ["b"]}, {"properties": {"c": {"type": "string"}}}]

    hardened = harden_schema(
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "anyOf": branches}
    )

    assert set(hardened["properties"]) == {"a", "b", "c"}
    assert hardened["properties"]["b"] == {"type": ["string", "null"]}


@pytest.mark.requirement("strict:every-node")
def test_type_lists_become_unions_and_missing_types_are_inferred() -> None:
    listed = harden_property({"type": ["object", "null"], "properties": {"b": {"type": "string"}}})
    mixed = harden_property({"enum": ["a", 1]})

    assert [branch["type"] for branch in listed["anyOf"]] == ["object", "null"]
    assert listed["anyOf"][0]["additionalProperties"] is False
    assert mixed == {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "integer", "enum": [1]}]}
    assert harden_property({"properties": {"b": {"type": "string"}}})["type"] == "object"
    assert harden_property({"items": {"type": "string"}})["type"] == "array"


@pytest.mark.requirement("strict:every-node")
def test_a_tuple_becomes_an_array_of_its_items() -> None:
    hardened = harden_property(
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2}
    )

    assert hardened == {"type": "array", "minItems": 2, "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}


def test_limits_that_strict_mode_lacks_are_told_in_words() -> None:
    part = {
        "type": "string",
        "minLength": 1,
        "maxLength": 9,
        "format": "uri",
        "pattern": "(?=x)",
        "description": "A link.",
    }

    hardened = harden_property(part)

    assert hardened == {
        "type": "string",
        "description": 'A link. (minLength: 1, maxLength: 9, pattern: "(?=x)", format: "uri")',
    }


def test_limits_that_strict_mode_knows_are_kept() -> None:
    number = {"type": "number", "minimum": 0, "exclusiveMaximum": 5, "multipleOf": 0.5}
    text = {"type": "string", "pattern": "^[a-z]+$", "format": "date-time"}

    assert harden_property(number) == number
    assert harden_property(text) == text


def test_a_property_that_may_never_be_there_is_dropped() -> None:
    assert harden_schema({"type": "object", "properties": {"a": False, "b": {"type": "string"}}})["required"] == ["b"]


def test_a_required_name_without_a_property_is_dropped() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b", "a"]}

    assert harden_schema(schema)["required"] == ["a"]


def test_a_schema_deeper_than_the_call_stack_is_hardened() -> None:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"]}

    hardened = harden_schema(schema)

    assert sum(1 for _ in schema_nodes(hardened)) == 5_001


@pytest.mark.requirement("strict:free-form-is-json-text")
@pytest.mark.parametrize(
    "part",
    [
        {"type": ["string", "object"]},
        {"anyOf": [{"type": "string"}, {"type": "object"}]},
        {"anyOf": [{"type": "string", "description": "A name."}, {}]},
        {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Free"}]},
    ],
)
def test_a_union_of_text_and_json_is_one_text_that_holds_json(part: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {"a": part}, "required": ["a"], "$defs": {"Free": {"type": "object"}}}

    hardened = harden_schema(schema)["properties"]["a"]

    assert hardened["type"] == "string"
    assert hardened["description"].endswith("Send the value as a JSON-encoded string.")
    assert ("A name." in hardened["description"]) is ("A name." in str(part))


def test_texts_that_cannot_be_meant_as_json_stay_beside_it() -> None:
    part = {"anyOf": [{"enum": ["auto"]}, {"type": "object"}, {"type": "integer"}]}

    hardened = harden_schema({"type": "object", "properties": {"a": part}, "required": ["a"]})["properties"]["a"]

    assert [branch["type"] for branch in hardened["anyOf"]] == ["string", "string", "integer"]
