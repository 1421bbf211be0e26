"""Semantic models of OSI, judged by the published schema, and what is told of documents that do not fit."""

from __future__ import annotations

import copy
import os
from random import Random
from typing import Any

import pytest
from fluid_judge import published_osi
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from forge_harness.contracts.osi import (
    OSI_SUPPORTED_DIALECTS,
    DialectExpression,
    Expression,
    OsiDocument,
    osi_errors,
)

from .contract_samples import mutated, sampled

SAMPLES = int(os.environ.get("FORGE_CONTRACT_SAMPLES", "60"))
EXPRESSION = {"dialects": [{"dialect": "ANSI_SQL", "expression": "amount"}]}
DOCUMENT: dict[str, Any] = {
    "version": "0.1.1",
    "semantic_model": [
        {
            "name": "sales",
            "datasets": [
                {"name": "orders", "source": "db.orders", "fields": [{"name": "amount", "expression": EXPRESSION}]},
                {"name": "customers", "source": "db.customers"},
            ],
            "relationships": [
                {
                    "name": "buyer",
                    "from": "orders",
                    "to": "customers",
                    "from_columns": ["customer_id"],
                    "to_columns": ["id"],
                }
            ],
            "metrics": [{"name": "revenue", "expression": EXPRESSION}],
        }
    ],
}


def without_references(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [without_references(inner, definitions) for inner in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return without_references(definitions[node["$ref"].rpartition("/")[2]], definitions)
    if "oneOf" in node:
        # A text or an object, which the sampler knows as a list of types.
        return without_references({**node["oneOf"][1], "type": ["string", "object"]}, definitions)
    return {key: without_references(inner, definitions) for key, inner in node.items() if key != "$defs"}


@pytest.mark.requirement("contracts:osi-documents-are-validated")
def test_a_document_is_valid_where_the_published_schema_says_so() -> None:
    published = published_osi()
    if published is None:
        pytest.skip("the published schema is not here: python tests/tools/fluid_judge.py fetches it")
    schema = without_references(published, published["$defs"])
    # The published one is of a later version.
    schema["properties"]["version"] = {"enum": ["0.1.1"]}
    judge, random = Draft202012Validator(schema), Random(1)
    verdicts = set()
    for _ in range(SAMPLES):
        document = sampled(schema, random, 0.3)
        how, other = mutated(document, random)
        assert is_read(document), document
        assert judge.is_valid(other) == is_read(other), how
        verdicts.add(is_read(other))
        assert is_read(other) or osi_errors(other)
    assert verdicts == {True, False}


def is_read(document: Any) -> bool:
    try:
        OsiDocument.model_validate(document)
    except ValidationError:
        return False
    return isinstance(document, dict) and {"version", "semantic_model"} <= document.keys()


def test_a_document_without_errors_is_written_as_it_was_read() -> None:
    assert osi_errors(DOCUMENT) == []
    assert osi_errors(OsiDocument.model_validate(DOCUMENT)) == []
    assert OsiDocument.model_validate(DOCUMENT).document() == DOCUMENT


def model_of(**changes: Any) -> dict[str, Any]:
    model = {**copy.deepcopy(DOCUMENT["semantic_model"][0]), **changes}
    return {"version": "0.1.1", "semantic_model": [model]}


TOLD = [  # (document, errors)
    (None, ["The document is not an object. Write an object."]),
    ({}, ["version is missing. Add it.", "semantic_model is missing. Add it."]),
    ({**DOCUMENT, "version": "0.2.0"}, ["version is not one of its values. Write 0.1.1."]),
    ({**DOCUMENT, "models": []}, ["models is not a field. Remove it."]),
    (model_of(datasets=[], relationships=[]), ["semantic_model[0].datasets is empty. Add an item."]),
    (
        model_of(metrics=[{"name": "m", "expression": {"dialects": [{"dialect": "SQL", "expression": "1"}]}}]),
        [
            (
                "semantic_model[0].metrics[0].expression.dialects[0].dialect is not one of its values. "
                "Write ANSI_SQL or SNOWFLAKE or MDX or TABLEAU or DATABRICKS or MAQL or BIGQUERY."
            )
        ],
    ),
    (model_of(description=None), ["semantic_model[0].description is null. Write a value, or leave it out."]),
    (
        model_of(ai_context=5),
        ["semantic_model[0].ai_context is not a text or an object. Write a text or an object."],
    ),
    (
        model_of(
            datasets=[
                {
                    "name": "orders",
                    "source": "a",
                    "fields": [{"name": "at", "expression": EXPRESSION, "dimension": {"is_time": "true"}}],
                }
            ],
            relationships=[],
        ),
        [("semantic_model[0].datasets[0].fields[0].dimension.is_time is not true or false. Write one of them.")],
    ),
    (model_of(name=5), ["semantic_model[0].name is not a text. Write a text."]),
    (
        model_of(datasets=[{"name": "orders", "source": "a"}, {"name": "orders", "source": "b"}], relationships=[]),
        ["semantic_model[0].datasets[1].name is the name of an earlier one. Write another name."],
    ),
    (
        model_of(datasets=[{"name": "orders", "source": "a"}]),
        ["semantic_model[0].relationships[0].to is not a dataset of the model. Write the name of one."],
    ),
    (
        model_of(
            relationships=[
                {"name": "r", "from": "orders", "to": "orders", "from_columns": ["a"], "to_columns": ["a", "b"]}
            ]
        ),
        [
            (
                "semantic_model[0].relationships[0].to_columns has another length than from_columns. "
                "Pair each column with one."
            )
        ],
    ),
]


@pytest.mark.requirement("contracts:osi-documents-are-validated")
@pytest.mark.parametrize(("document", "errors"), TOLD, ids=range(len(TOLD)))
def test_an_error_of_a_document_names_the_path_and_the_remedy(document: Any, errors: list[str]) -> None:
    assert osi_errors(document) == errors


def test_dialects_are_typed_when_they_are_added() -> None:
    expression = Expression.model_validate(EXPRESSION)

    expression.dialects = [*expression.dialects, DialectExpression(dialect="SNOWFLAKE", expression="amount")]
    with pytest.raises(ValidationError):
        expression.dialects = [{"dialect": "SQLITE", "expression": "amount"}]

    assert [entry.dialect for entry in expression.dialects] == ["ANSI_SQL", "SNOWFLAKE"]
    assert {"ANSI_SQL", "SNOWFLAKE", "BIGQUERY", "DATABRICKS"} <= set(OSI_SUPPORTED_DIALECTS)


def test_a_model_that_nests_without_end_is_refused() -> None:
    value: Any = "x"
    for _ in range(9_000):
        value = {"x": value}

    assert osi_errors(model_of(ai_context=value, name=5))
    assert isinstance(osi_errors(model_of(ai_context=value)), list)
