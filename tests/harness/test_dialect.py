import json
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from forge_harness.schema.dialect import DIALECTS, Problem, portability_problems, portability_report
from forge_harness.schema.model_schema import input_schema
from forge_harness.schema.schema_facts import schema_facts

RECORDED = {
    "openai_chat": "openai",
    "openai_responses": "openai",
    "openai_legacy_functions": "openai",
    "anthropic": "anthropic",
    "bedrock_converse": "anthropic",
    "gemini": "gemini",
}


class Leaf(BaseModel):
    name: str = Field(description="A name.", min_length=1, max_length=40, pattern=r"^\w+$")
    weight: float = Field(default=1.0, ge=0, le=10)


class Branch(BaseModel):
    kind: Literal["branch"] = "branch"
    leaves: list[Leaf] = []
    children: list["Branch"] = []


class Twig(BaseModel):
    kind: Literal["twig"] = "twig"
    level: Literal[1, 2, 3] = 1
    sure: Literal[True] = True


class Ordinary(BaseModel):
    """What typical models hold."""

    path: str = Field(title="Path", description="The file.")
    limit: int = Field(default=100, ge=1, le=1000)
    context: dict[str, Any] = {}
    counts: dict[str, int] = {}
    anything: Any = None
    span: tuple[int, str] = (1, "a")
    point: tuple[float, float] | None = None
    tags: set[str] = set()
    leaf: Leaf
    maybe: Leaf | None = None
    tree: Branch | Twig = Field(default_factory=Twig, discriminator="kind")
    either: str | int | list[str] = ""
    old: bool | None = None


def rules(schema: object, dialect: str, *, name: str = "tool") -> list[tuple[str, str]]:
    problems = portability_problems(name, "What it does.", schema, DIALECTS[dialect])
    return [(problem.rule, problem.path) for problem in problems]


def with_property(part: object, **more: object) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": part}, "additionalProperties": False, **more}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "schema", [input_schema(Ordinary), Ordinary.model_json_schema(), Branch.model_json_schema(), {}, None]
)
def test_what_ordinary_models_say_is_portable(schema: Any, dialect: str) -> None:
    assert rules(schema, dialect, name="fetch_orders") == []


def test_a_tool_that_a_provider_took_has_no_problem_in_its_dialect(corpus: Path) -> None:
    lines = (corpus / "tool_schemas" / "recorded_tools.jsonl").read_text(encoding="utf-8").splitlines()
    tools = [json.loads(line) for line in lines]
    accepted = [tool for tool in tools if 200 in tool["http_statuses"]]

    refused = {}
    for tool in accepted:
        dialect = RECORDED[tool["dialect"]]
        if dialect == "openai" and tool.get("strict"):
            dialect = "openai_strict"
        problems = portability_problems(tool["name"], tool["description"], tool["parameters"], DIALECTS[dialect])
        if problems:
            refused[tool["tool_key"]] = problems

    assert len(accepted) > 300
    assert refused == {}


def test_published_mcp_tools_are_portable_everywhere(corpus: Path) -> None:
    folder = corpus / "tool_schemas"
    lines = (folder / "mcp_github_mcp_server.jsonl").read_text(encoding="utf-8").splitlines()
    tools = [json.loads(line) for line in lines]
    for path in sorted((folder / "mcp_snapshots").glob("*.json")):
        listed = json.loads(path.read_text(encoding="utf-8"))
        found = listed["tools"] if isinstance(listed, dict) else listed
        tools += [tool for tool in found if isinstance(tool, dict) and "name" in tool]

    reports = {}
    for tool in tools:
        schema = tool.get("inputSchema", tool.get("parameters"))
        reports[tool["name"]] = portability_report(tool["name"], tool.get("description"), schema)

    assert len(reports) > 50
    assert {name: found for name, report in reports.items() for found in report.values() if found} == {}


def test_types_of_other_languages_are_found_in_function_files(corpus: Path) -> None:
    lines = (corpus / "tool_schemas" / "bfcl_simple_java.jsonl").read_text(encoding="utf-8").splitlines()

    for line in lines:
        tool = json.loads(line)
        report = portability_report(tool["name"], tool["description"], tool["parameters"])
        assert {problem.rule for problem in report["openai"]} & {"root-type", "type"}


@pytest.mark.parametrize("dialect", ["openai", "openai_strict", "anthropic", "gemini"])
@pytest.mark.parametrize(
    "kind", ["dict", "float", "tuple", "any", "String", "HashMap", "ArrayList", "long", "char", 99, None]
)
def test_a_type_that_is_not_json_schema_is_a_problem(kind: object, dialect: str) -> None:
    assert rules(with_property({"type": kind}), dialect) == [("type", "/properties/a/type")]


def test_a_message_says_what_to_write_instead() -> None:
    (problem,) = portability_problems("t", None, with_property({"type": "HashMap"}), DIALECTS["anthropic"])

    assert problem.message == "Anthropic does not know the type 'HashMap'; write 'object'."


def test_gemini_takes_type_names_in_capitals_and_numbers() -> None:
    schema = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}, "b": {"type": 5, "items": {"type": 1}}}}

    assert rules(schema, "gemini") == []
    assert rules(schema, "openai")[0] == ("root-type", "")


@pytest.mark.parametrize(
    ("name", "refusing"),
    [
        ("file.read", {"openai", "openai_strict", "anthropic"}),
        ("a" * 65, {"openai", "openai_strict", "gemini"}),
        ("a" * 129, {"openai", "openai_strict", "anthropic", "gemini"}),
        ("get weather", {"openai", "openai_strict", "anthropic", "gemini"}),
        ("1st", {"gemini"}),
        ("", {"openai", "openai_strict", "anthropic", "gemini"}),
        ("name\n", {"openai", "openai_strict", "anthropic", "gemini"}),
        ("a" * 64, set()),
        ("get-weather_2", set()),
    ],
)
def test_a_name_is_judged_by_each_providers_pattern(name: str, refusing: set[str]) -> None:
    report = portability_report(name, None, None)

    assert {dialect for dialect, problems in report.items() if problems} == refusing


@pytest.mark.parametrize("key", ["anyOf", "oneOf", "allOf"])
def test_a_union_at_the_root_is_a_problem(key: str) -> None:
    schema = with_property({"type": "string"}, **{key: [{"required": ["a"]}, {"required": ["b"]}]})

    assert ("root-keyword", f"/{key}") in rules(schema, "openai")
    assert ("root-keyword", f"/{key}") in rules(schema, "openai_strict")
    assert ("root-keyword", f"/{key}") in rules(schema, "anthropic")
    assert rules(schema, "gemini") == []


@pytest.mark.parametrize(
    "schema",
    [{"type": "array", "items": {}}, {"type": "dict", "properties": {}}, {"type": ["object", "null"]}, {"x": 1}],
)
@pytest.mark.parametrize("dialect", ["openai", "openai_strict", "anthropic", "gemini"])
def test_a_root_that_is_no_object_is_a_problem(schema: dict[str, Any], dialect: str) -> None:
    assert rules(schema, dialect) == [("root-type", "")]


@pytest.mark.parametrize("dialect", ["openai", "openai_strict", "gemini"])
def test_an_array_without_items_is_a_problem(dialect: str) -> None:
    schema = with_property({"type": "object", "properties": {"b/c": {"type": "array"}}})

    assert rules(schema, dialect) == [("array-items", "/properties/a/properties/b~1c")]
    assert rules(schema, "anthropic") == []


@pytest.mark.parametrize("name", ["filter[id]", "$top", "a" * 65, "two words", "naïve"])
def test_a_property_name_outside_anthropics_pattern_is_a_problem(name: str) -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"}}}

    assert [rule for rule, _ in rules(schema, "anthropic")] == ["property-name"]
    assert rules(schema, "openai") == []


def test_a_dotted_property_name_is_fine() -> None:
    assert rules({"type": "object", "properties": {"filter.id": {"type": "string"}}}, "anthropic") == []


@pytest.mark.parametrize("ref", ["#/$defs/Missing", "https://example.com/schema.json", "other.json#/a"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_reference_that_leads_nowhere_is_a_problem(ref: str, dialect: str) -> None:
    assert rules(with_property({"$ref": ref}), dialect) == [("reference", "/properties/a/$ref")]


@pytest.mark.parametrize(
    "part",
    [
        {"type": "object", "patternProperties": {"^x": {"type": "string"}}},
        {"not": {"type": "string"}},
        {"type": "string", "if": {"minLength": 1}, "then": {"maxLength": 3}},
        {"type": "object", "properties": {"b": {}}, "dependentSchemas": {"b": {}}},
        {"type": "object", "properties": {"b": {}}, "dependentRequired": {"b": ["c"]}},
    ],
)
def test_what_strict_mode_cannot_express_is_a_problem_there_alone(part: dict[str, Any]) -> None:
    report = portability_report("tool", None, with_property(part))

    assert [problem.rule for problem in report["openai_strict"]] == ["keyword"]
    assert not any(report[name] for name in ("openai", "anthropic", "gemini", "ollama"))


def test_all_of_is_a_problem_in_strict_mode_only_when_its_branches_overlap() -> None:
    first = {"type": "object", "properties": {"x": {"type": "string"}}}
    second = {"type": "object", "properties": {"y": {"type": "string"}}}

    assert rules(with_property({"allOf": [first]}), "openai_strict") == []
    assert rules(with_property({"allOf": [first, second]}), "openai_strict") == []
    assert rules(with_property({"allOf": [first, first]}), "openai_strict") == [("merge", "/properties/a/allOf")]


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": {"end": {"type": "string"}}}
    for _ in range(levels - 1):
        schema = {"type": "object", "properties": {"a": {"type": "array", "items": schema}}}
    return schema


def test_strict_mode_limits_how_deep_objects_nest() -> None:
    assert rules(nested(10), "openai_strict") == []
    assert rules(nested(11), "openai_strict") == [("depth", "")]
    assert rules(nested(11), "openai") == []


def test_depth_is_counted_through_references_and_recursion_has_none() -> None:
    deep = with_property({"$ref": "#/$defs/D"}, **{"$defs": {"D": nested(10)}})
    tree = with_property({"$ref": "#/$defs/T"})
    tree["$defs"] = {"T": {"type": "object", "properties": {str(at): {"$ref": "#/$defs/T"} for at in range(20)}}}

    assert rules(deep, "openai_strict") == [("depth", "")]
    assert rules(tree, "openai_strict") == []


@pytest.mark.parametrize(
    ("rule", "schema"),
    [
        ("properties", {"type": "object", "properties": {f"p{at}": {"type": "string"} for at in range(5_001)}}),
        ("enum-values", with_property({"enum": list(range(1_001))})),
        ("enum-length", with_property({"enum": [f"{at:0>60}" for at in range(251)]})),
        ("characters", {"type": "object", "properties": {f"{at:a>130}": {"type": "string"} for at in range(1_000)}}),
    ],
)
def test_strict_mode_limits_sizes(rule: str, schema: dict[str, Any]) -> None:
    assert [found for found, _ in rules(schema, "openai_strict")] == [rule]
    assert rules(schema, "openai") == []


def test_gemini_takes_recursion_only_through_optional_properties() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}}}
    optional = with_property({"$ref": "#/$defs/N"}, required=["a"], **{"$defs": {"N": node}})
    required = {**optional, "$defs": {"N": {**node, "required": ["next"]}}}

    assert rules(optional, "gemini") == []
    assert rules(required, "gemini") == [("recursion", "/$defs/N/properties/next")]
    assert rules(required, "openai_strict") == []


def test_a_required_name_without_a_property_is_a_problem_where_it_is_refused() -> None:
    schema = with_property({"type": "string"}, required=["a", "b"])

    assert rules(schema, "gemini") == [("required", "/required")]
    assert rules(schema, "openai_strict") == [("required", "/required")]
    assert rules(schema, "anthropic") == []


@pytest.mark.parametrize(
    "schema",
    [
        [],
        "text",
        {"type": "object", "properties": []},
        {"type": "object", "properties": {"a": "number"}},
        {"type": "object", "properties": {"a": {"type": "string", "required": True}}},
        {"type": "object", "properties": {}, "required": {}},
        with_property({"enum": "abc"}),
        with_property({"enum": []}),
        with_property({"anyOf": {}}),
        with_property({"type": "array", "items": [{"type": "string"}]}),
        with_property({"description": ["a"]}),
    ],
)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_no_schema_at_all_is_a_problem_everywhere(schema: object, dialect: str) -> None:
    assert [rule for rule, _ in rules(schema, dialect)] == ["malformed"]


def test_a_property_may_be_named_like_a_keyword() -> None:
    names = ["not", "if", "$ref", "enum", "required", "items", "type", "patternProperties", "anyOf", "properties"]
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names if name != "$ref"}}

    assert not any(portability_report("tool", None, schema).values())


def test_data_is_not_mistaken_for_a_schema() -> None:
    data = {"type": "dict", "$ref": "#/nowhere", "required": True}
    schema = with_property({"type": "object", "default": data, "examples": [data], "const": data})

    assert not any(portability_report("tool", None, schema).values())


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))
def test_every_rule_of_a_dialect_has_a_reference(dialect: Any) -> None:
    broken = {
        "type": "list",
        "anyOf": [{"$ref": "#/x"}],
        "properties": {"[": {"type": "array"}, "b": {"type": "str", "not": {}, "enum": []}},
        "required": ["c"],
        "$defs": {"N": {"$ref": "#/$defs/N"}, "M": {"allOf": [{"not": {}}, {}]}},
    }

    found = {problem.rule for problem in portability_problems("§" * 200, "d", broken, dialect)}

    assert found <= set(dialect.references)
    assert all(url.startswith("https://") for url in dialect.references.values())


def test_a_broken_schema_deeper_than_the_call_stack_is_judged() -> None:
    schema: Any = {"type": "dict"}
    for _ in range(5_000):
        schema = with_property(schema)

    report = portability_report("tool", None, schema)

    assert {problem.rule for problem in report["openai"]} == {"type"}
    assert {problem.rule for problem in report["openai_strict"]} == {"type", "depth"}


WORDS = "type properties items required enum const $ref $defs anyOf allOf oneOf prefixItems not if description"
WORDS = "type properties items required enum const $ref $defs anyOf allOf oneOf prefixItems not if description"
KEYS = st.sampled_from(WORDS.split())
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["string", "object", "array", "#", "#/$defs/a", "a", ""])
)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4)
)


@given(ANYTHING)
@example({"properties": True, "allOf": [None]})
@example({"properties": {}, "allOf": [{"properties": 1}, {"properties": ["a"]}]})
def test_any_value_is_judged_without_a_crash_and_the_same_way_twice(schema: Any) -> None:
    before = json.dumps(schema)

    first = portability_report("tool", "d", schema)

    assert first == portability_report("tool", "d", schema)
    assert json.dumps(schema) == before
    assert all(isinstance(problem, Problem) for problems in first.values() for problem in problems)


def test_facts_can_be_shared_between_dialects() -> None:
    schema = with_property({"type": "float"})
    facts = schema_facts(schema)

    for dialect in DIALECTS.values():
        alone = portability_problems("tool", None, schema, dialect)
        assert portability_problems("tool", None, schema, dialect, facts=facts) == alone
