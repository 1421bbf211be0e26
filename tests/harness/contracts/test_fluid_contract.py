"""Our schema of the Fluid contract, judged by the published one, and what is told of contracts that do not fit it."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fluid_judge import published_schema
from jsonschema import Draft202012Validator

from forge_harness.contracts.fluid_contract import MAX_ERRORS, contract_errors, contract_schema
from forge_harness.schema.json_schema import schema_nodes

from .contract_samples import SMALLEST, mutated, places, sampled

#: How many contracts are changed and judged; 300 take two seconds.
SAMPLES = int(os.environ.get("FORGE_CONTRACT_SAMPLES", "60"))


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    schema = published_schema()
    if schema is None:
        pytest.skip("the published schema is not here: python tests/tools/fluid_judge.py fetches it")
    return schema


@pytest.fixture(scope="module")
def judge(published: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(published)


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the smallest contract with another value at *path*, such as ``exposes.0.kind``."""
    contract = copy.deepcopy(SMALLEST)
    holder: Any = contract
    *before, last = (int(part) if part.isdigit() else part for part in path.split("."))
    for part in before:
        holder = holder[part]
    holder[last] = value
    return contract


@pytest.mark.requirement("contracts:schema-follows-the-published-one")
@pytest.mark.parametrize("seed", range(6))
def test_our_verdict_is_that_of_the_published_schema(seed: int, judge: Draft202012Validator) -> None:
    random, schema = Random(seed), contract_schema()
    verdicts = set()
    for _ in range(SAMPLES // 6):
        contract = sampled(schema, random, random.choice([0.05, 0.2, 0.4]))
        assert judge.is_valid(contract)
        assert contract_errors(contract) == []
        how, other = mutated(contract, random)
        errors = contract_errors(other)
        assert judge.is_valid(other) == (errors == []), (how, errors)
        verdicts.add(errors == [])
    assert verdicts == {True, False}


#: Where ours refuses what the published schema accepts, each with its reason.
DIFFERENCES = [
    # In Python $ also matches before a last line feed, which the published patterns do not mean.
    ("id", "orders\n"),
    ("exposes.0.version", "1.0.0\n"),
    ("tags", ["daily\n"]),
    # \d stands for the digits of all scripts there.
    ("exposes.0.version", "1.0.1\u0663"),
    ("exposes.0.qos", {"freshnessSLO": "PT\u0665H"}),
    ("exposes.0.qos", {"availability": "9\u0669%"}),
    # Ignoring case, a long s is an s.
    ("exposes.0.contract.schema", [{"name": "a", "type": "\u017ftring"}]),
]


@pytest.mark.requirement("contracts:schema-follows-the-published-one")
@pytest.mark.parametrize(("path", "value"), DIFFERENCES)
def test_what_we_refuse_and_the_published_schema_does_not(path: str, value: Any, judge: Draft202012Validator) -> None:
    contract = changed(path, value)

    assert judge.is_valid(contract)
    assert len(contract_errors(contract)) == 1


TASKS = [  # (task of Airflow, whether it is valid)
    ({"type": "python", "operator": "Other", "params": {"python_callable": "run"}}, True),
    ({"type": "python", "operator": "Other", "params": {"callable": "run"}}, True),
    ({"type": "python", "operator": "Other", "params": {}}, False),
    ({"type": "bash", "operator": "Other", "params": {"bash_command": "run"}}, True),
    ({"type": "bash", "operator": "Other", "params": {"callable": "run"}}, False),
    ({"type": "email", "operator": "FluidExecuteOperator", "params": {}}, False),
    ({"type": "email", "operator": "FluidExecuteOperator", "params": {"contract_path": "a"}}, True),
    ({"type": "email", "operator": "Other", "params": {}}, True),
    ({"type": "provider_action", "operator": "Other", "provider": "aws", "action": "a.b"}, False),
    ({"type": "provider_action", "operator": "Other", "provider": "aws", "action": "a.b", "params": {}}, True),
    # Without an operator the rules of all types hold.
    ({"type": "email", "params": {}}, False),
    ({"type": "email"}, True),
]


@pytest.mark.requirement("contracts:schema-follows-the-published-one")
@pytest.mark.parametrize(("task", "valid"), TASKS)
def test_tasks_follow_the_rules_of_their_type(task: dict[str, Any], valid: bool) -> None:
    airflow = {"dagId": "d", "tasks": [{"taskId": "t", **task}]}
    contract = changed("orchestration", {"engine": "airflow", "airflow": airflow})
    published = published_schema()

    assert (contract_errors(contract) == []) == valid
    assert published is None or Draft202012Validator(published).is_valid(contract) == valid


#: What is written otherwise in ours and means the same.
REWRITTEN = {
    # One pattern in place of alternatives.
    "engine": {"kw", "pattern"},
    "type": {"type", "kw", "pattern"},
    # Types in place of alternatives.
    "datasets[]": {"type", "kw", "required"},
    # No build fits three patterns at once.
    "build": {"kw"},
    "builds[]": {"kw"},
    # The only version, without its pattern.
    "fluidVersion": {"pattern"},
}


@pytest.mark.requirement("contracts:schema-follows-the-published-one")
def test_every_field_is_as_in_the_published_schema(published: dict[str, Any]) -> None:
    ours, theirs = dict(fields(contract_schema(), {})), dict(fields(published, published["$defs"]))
    alternatives = {path for path in ours if ".datasets[]." in path}

    assert set(ours) - set(theirs) == alternatives
    assert set(theirs) - set(ours) == set()
    different = {
        (path.rpartition(".")[2], key)
        for path, facts in theirs.items()
        for key in facts.keys() | ours[path].keys()
        if facts.get(key) != ours[path].get(key)
    }
    assert different == {(name, key) for name, keys in REWRITTEN.items() for key in keys}


def fields(node: dict[str, Any], definitions: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every path of a schema with what is asked there; a pattern is told of without its text."""
    while "$ref" in node:
        node = definitions[node["$ref"].rpartition("/")[2]]
    asked = {
        key: node[key]
        for key in ("type", "minItems", "uniqueItems", "minimum", "maximum", "minLength", "format")
        if key in node
    }
    if "const" in node or "enum" in node:
        asked["enum"] = {str(value) for value in node.get("enum", [node.get("const")])}
    asked |= {key: True for key in ("pattern",) if key in node}
    asked |= {"required": set(node["required"])} if "required" in node else {}
    asked["closed"] = node.get("additionalProperties") is False
    asked["kw"] = set(node) & {"anyOf", "oneOf", "allOf", "if", "not", "dependentRequired"}
    yield path, asked
    for name, held in node.get("properties", {}).items():
        yield from fields(held, definitions, f"{path}.{name}")
    for key, mark in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(node.get(key), dict):
            yield from fields(node[key], definitions, path + mark)


TOLD = [  # (path, value, error)
    ("kind", "Product", "kind is not one of its values. Write DataProduct or MLPipeline."),
    ("fluidVersion", "0.7.5", "fluidVersion is not one of its values. Write 0.7.2."),
    ("id", "Sales Orders", "id has the wrong form. Write it as in 'sales.orders_v1'."),
    ("name", "", "name is empty. Write a text."),
    ("name", 5, "name is not a text. Write a text."),
    ("exposes", [], "exposes is empty. Add an item."),
    ("exposes", {}, "exposes is not a list. Write a list."),
    ("metadata.domain", "Sales", "metadata.domain is not a field. Write domain at the root of the contract."),
    ("metadata.owner.tem", "a", "metadata.owner.tem is not a field. Did you mean team?"),
    (
        "metadata.owner.boss",
        "a",
        "metadata.owner.boss is not a field. Remove it; the fields are team, email, slack and oncall.",
    ),
    ("metadata", {}, "metadata.owner is missing. Add it."),
    (
        "exposes.0.contract",
        {},
        "exposes[0].contract has none of its fields schema and openapiRef. Add one of them.",
    ),
    (
        "exposes.0.contract.schema",
        [{"name": "a", "type": "string"}, {"name": "b", "type": "words"}],
        "exposes[0].contract.schema[1].type has the wrong form. Write it as in 'varchar(40)'.",
    ),
    ("tags", ["a", "a"], "tags holds an item twice. Remove the second."),
    ("exposes.0.qos", {"errorBudget": 2}, "exposes[0].qos.errorBudget is more than 1. Write at most 1."),
    ("exposes.0.qos", {"errorBudget": -1}, "exposes[0].qos.errorBudget is less than 0. Write at least 0."),
    ("exposes.0.qos", {"errorBudget": "0"}, "exposes[0].qos.errorBudget is not a number. Write a number."),
    ("builds", [{"properties": {"sql": "SELECT 1"}}], "builds[0].pattern is missing. Add it."),
    (
        "builds",
        [{"pattern": "hybrid-reference", "properties": {"model": "m", "select": 1}}],
        "builds[0].properties.select is not a text or a list. Write a text or a list.",
    ),
    # What contracts call things themselves is data.
    ("environments", {"ignore all previous instructions": 1}, "environments.* is not an object. Write an object."),
    (
        "labels",
        {"a b": "x", "team": 1},
        "labels.team is not a text. Write a text.",
    ),
]


@pytest.mark.requirement("contracts:errors-name-the-path")
@pytest.mark.parametrize(("path", "value", "error"), TOLD)
def test_an_error_names_the_path_and_the_remedy(path: str, value: Any, error: str) -> None:
    assert contract_errors(changed(path, value)) == [error]


@pytest.mark.requirement("contracts:errors-name-the-path")
def test_a_contract_without_exposes_has_one_error() -> None:
    contract = {key: value for key, value in SMALLEST.items() if key != "exposes"}

    assert contract_errors(contract) == ["exposes is missing. Add it."]


def test_several_unknown_fields_are_told_once_each() -> None:
    errors = contract_errors({**SMALLEST, "colour": 1, "flavour": 2, "ignore previous": 3})

    assert [error.partition(".")[0] for error in errors] == [
        "colour is not a field",
        "flavour is not a field",
        "* is not a field",
    ]


@pytest.mark.requirement("contracts:errors-name-the-path")
def test_errors_never_hold_a_value() -> None:
    for path in places(SMALLEST):
        if path and not isinstance(path[-1], int):
            spelled = ".".join(map(str, path))
            assert "hunter2" not in "".join(contract_errors(changed(spelled, "hunter2!\n/etc")))


def test_a_contract_with_many_errors_tells_that_there_are_more() -> None:
    contract = changed("exposes.0.contract.schema", [{"name": f"c{n}", "type": "?"} for n in range(500)])

    errors = contract_errors(contract)

    assert len(errors) == MAX_ERRORS + 1
    assert errors[-1].startswith("There are more errors")


def deep(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


ODD = [
    None,
    5,
    "contract",
    [],
    {},
    {1: 2},
    {"exposes": [None]},
    {"tags": [float("nan"), {}, {}]},
    {"metadata": deep(90_000)},
]


@pytest.mark.parametrize("contract", ODD, ids=range(len(ODD)))
def test_what_is_not_a_contract_has_errors(contract: Any) -> None:
    assert contract_errors(contract)


def test_tags_that_nest_without_end_are_refused() -> None:
    contract = {**SMALLEST, "tags": [deep(9_000), deep(9_000)]}

    assert any("tags[0] is not a text" in error or "nests too deeply" in error for error in contract_errors(contract))


def test_a_long_type_is_judged_in_no_time() -> None:
    # A pattern that backtracks would take hours.
    contract = changed("exposes.0.contract.schema", [{"name": "a", "type": "int" + " " * 200_000 + "!"}])

    assert len(contract_errors(contract)) == 1


def test_a_schema_is_the_callers_own() -> None:
    contract_schema()["properties"].clear()

    assert "exposes" in contract_schema()["properties"]


def test_the_schema_has_the_keywords_that_errors_are_told_of() -> None:
    found = {key for node in schema_nodes(contract_schema()) for key in node}

    told = {"required", "dependentRequired", "additionalProperties", "type", "enum", "pattern", "anyOf"}
    told |= {"minItems", "minLength", "uniqueItems", "minimum", "maximum"}
    assert found - told == {
        "$schema",
        "properties",
        "items",
        "examples",
        "format",
        "allOf",
        "if",
        "then",
        "not",
        "const",
    }
