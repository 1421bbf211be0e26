"""Hand-written schemas: arguments count wherever they are declared, and no others do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from forge_harness import (
    DIALECTS,
    TOOL_REGISTRY,
    Dispatcher,
    FnToolExecutor,
    ToolRegistry,
    _register,
    close_schema,
    dispatch_forge_tool,
    portability_problems,
    provider_shape,
    restore_strict_arguments,
)

BASE = {"Base": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}
ALTERNATIVES = [
    {"properties": {"kind": {"const": "file"}, "path": {"type": "string"}}, "required": ["kind", "path"]},
    {"properties": {"kind": {"const": "url"}, "url": {"type": "string"}}, "required": ["kind", "url"]},
]
CONDITION = {
    "properties": {"kind": {"type": "string"}},
    "if": {"properties": {"kind": {"const": "file"}}, "required": ["kind"]},
    "then": {"properties": {"path": {"type": "string"}}, "required": ["path"]},
    "else": {"properties": {"url": {"type": "string"}}},
}


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    with TOOL_REGISTRY.restored():
        yield


@pytest.mark.requirement("legacy:register-shim")
@pytest.mark.parametrize(
    ("schema", "fitting", "refused"),
    [
        ({"type": "object", "allOf": [{"$ref": "#/$defs/Base"}], "$defs": BASE}, {"a": 1}, {"a": "x"}),
        ({"$ref": "#/$defs/Base", "properties": {"b": {}}, "$defs": BASE}, {"a": 1, "b": 2}, {"b": 2}),
        ({"type": "object", "anyOf": ALTERNATIVES}, {"kind": "url", "url": "u"}, {"kind": "url"}),
        ({"oneOf": ALTERNATIVES}, {"kind": "file", "path": "p"}, {"kind": "file", "path": 5}),
        ({"type": "object", **CONDITION}, {"kind": "file", "path": "p"}, {"kind": "file"}),
        ({"type": "object", **CONDITION}, {"kind": "url", "url": "u"}, {"kind": "url", "url": 5}),
        (
            {"properties": {"a": {}}, "dependentSchemas": {"a": {"properties": {"b": {"type": "string"}}}}},
            {"a": 1, "b": "x"},
            {"a": 1, "b": 2},
        ),
        (
            {"anyOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"type": "string"}}}]},
            {"a": "x"},
            {"a": []},
        ),
        ({"anyOf": [{"patternProperties": {"^x-": {"type": "integer"}}}]}, {"x-a": 1}, {"x-a": "y"}),
        ({"oneOf": ALTERNATIVES, "unevaluatedProperties": False}, {"kind": "url", "url": "u"}, {"kind": "url"}),
        (
            {"oneOf": ALTERNATIVES, "unevaluatedProperties": False},
            {"kind": "url", "url": "u"},
            {"kind": "url", "url": "u", "path": "p"},
        ),
    ],
)
@pytest.mark.parametrize("kind", ["legacy entry", "executor"])
def test_arguments_declared_in_branches_can_be_given(
    kind: str, schema: dict[str, Any], fitting: dict[str, Any], refused: dict[str, Any]
) -> None:
    registry = ToolRegistry()
    if kind == "executor":
        registry.register(FnToolExecutor("branched", dict, description="d", input_schema=schema))
        call = Dispatcher(registry).dispatch
    else:
        _register("branched", "d", schema, lambda **arguments: {**arguments, "workspace_root": 0})
        call = dispatch_forge_tool

    taken = call("branched", fitting)

    assert taken.ok
    assert {**taken.value, "workspace_root": 0} == {**fitting, "workspace_root": 0}
    assert call("branched", refused).error_type == "ToolValidationError"
    assert call("branched", {**fitting, "unheard_of": 1}).error_type == "ToolValidationError"


@pytest.mark.requirement("args:root-is-closed")
def test_the_advertised_root_names_what_its_branches_declare() -> None:
    closed = close_schema({"type": "object", "oneOf": ALTERNATIVES})

    Draft202012Validator.check_schema(closed)
    assert closed["additionalProperties"] is False
    assert closed["properties"] == {
        "kind": {"anyOf": [{"const": "file"}, {"const": "url"}]},
        "path": {"type": "string"},
        "url": {"type": "string"},
    }
    assert closed["required"] == ["kind"]
    assert closed["oneOf"] == ALTERNATIVES


def test_strict_mode_and_branches_understand_each_other() -> None:
    closed = close_schema({"type": "object", "oneOf": ALTERNATIVES})

    strict = provider_shape("t", "d", closed, "openai_strict")["function"]["parameters"]

    assert set(strict["properties"]) == {"kind", "path", "url"}
    assert restore_strict_arguments(closed, {"kind": "url", "url": "u", "path": None}) == {"kind": "url", "url": "u"}


@pytest.mark.requirement("registry:merged-definitions")
@pytest.mark.parametrize("provider", ["openai", "openai_responses", "anthropic"])
def test_a_provider_that_refuses_branches_at_the_root_is_sent_what_they_declare(provider: str) -> None:
    schema = close_schema({"allOf": [{"$ref": "#/$defs/Base"}, {"oneOf": ALTERNATIVES}], "$defs": BASE})

    shape = provider_shape("t", "d", schema, provider)
    sent = shape.get("input_schema") or shape.get("parameters") or shape["function"]["parameters"]

    assert portability_problems("t", "d", sent, DIALECTS[provider.removesuffix("_responses")]) == []
    assert set(sent["properties"]) == {"a", "kind", "path", "url"}
    assert sent["required"] == ["a", "kind"]
    assert sent["additionalProperties"] is False
    assert "oneOf" in str(schema)


@pytest.mark.requirement("args:root-is-closed")
@pytest.mark.parametrize(
    ("schema", "fitting", "refused"),
    [
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"x": 1}, {"x": "y"}),
        ({"type": "object", "allOf": [{"additionalProperties": {"type": "integer"}}]}, {"x": 1}, {"x": "y"}),
        ({"type": "object", "additionalProperties": True}, {"x": 1}, {"workspace_root": "/"}),
        ({"type": "object", "additionalProperties": True, "anyOf": ALTERNATIVES}, {"kind": "url", "url": ""}, {"x": 1}),
        (
            {"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "integer"}},
            {"a": 1},
            {"a": 1, "x": 1},
        ),
        ({"type": "object"}, {}, {"x": 1}),
    ],
)
def test_a_schema_that_names_no_argument_and_takes_free_keys_is_a_map(
    schema: dict[str, Any], fitting: dict[str, Any], refused: dict[str, Any]
) -> None:
    _register("mapped", "d", schema, lambda **arguments: len(arguments))

    assert dispatch_forge_tool("mapped", fitting).ok
    assert dispatch_forge_tool("mapped", refused).error_type == "ToolValidationError"


@pytest.mark.requirement("tool:root-is-not-in-the-schema")
@pytest.mark.requirement("tool:model-cannot-supply-the-root")
def test_a_branch_cannot_declare_the_root() -> None:
    rooted = {"properties": {"a": {}, "workspace_root": {"type": "string"}}, "required": ["a", "workspace_root"]}
    schema = {"type": "object", "allOf": [{"$ref": "#/$defs/Rooted"}], "$defs": {"Rooted": rooted}}
    _register("rooted", "d", schema, lambda **arguments: len(arguments))

    assert "workspace_root" not in str(close_schema(schema))
    assert dispatch_forge_tool("rooted", {"a": 1}).ok
    assert dispatch_forge_tool("rooted", {"a": 1, "workspace_root": "/"}).error_type == "ToolValidationError"
