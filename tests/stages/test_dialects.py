"""The dialect mapper: types by a table, what is missing filled in, what contradicts told."""

import pytest

from forge_harness import ConformanceAgent, UnknownStandardError
from forge_harness.contracts.osi import (
    Dataset,
    DatasetField,
    DialectExpression,
    Expression,
    Metric,
    SemanticModel,
    osi_errors,
)
from forge_harness.stages.sql_types import MAPPED_DIALECTS, mapped_expression, mapped_type


def a_model(**texts):
    entries = [DialectExpression(dialect=dialect, expression=text) for dialect, text in texts.items()]
    field = DatasetField(name="amount", expression=Expression(dialects=entries))
    return SemanticModel(name="shop", datasets=[Dataset(name="orders", source="db.s.orders", fields=[field])])


def entries_of(model):
    return {one.dialect: one.expression for one in model.datasets[0].fields[0].expression.dialects}


@pytest.mark.requirement("dialects:back-fill")
def test_missing_dialects_are_filled_in_with_typed_entries():
    model = a_model(ANSI_SQL="CAST(amount AS DECIMAL(18, 2))")

    findings = ConformanceAgent().apply_dialect_mapper(model)

    assert entries_of(model) == {
        "ANSI_SQL": "CAST(amount AS DECIMAL(18, 2))",
        "SNOWFLAKE": "CAST(amount AS NUMBER(18, 2))",
        "BIGQUERY": "CAST(amount AS NUMERIC(18, 2))",
        "DATABRICKS": "CAST(amount AS DECIMAL(18, 2))",
    }
    assert {type(one) for one in model.datasets[0].fields[0].expression.dialects} == {DialectExpression}
    assert [(finding.severity, finding.message, finding.target) for finding in findings] == [
        (
            "warning",
            f"orders.amount had no expression in {dialect}, and one was filled in",
            f"osi.datasets.orders.fields.amount.expression.dialects.{dialect}",
        )
        for dialect in ("SNOWFLAKE", "BIGQUERY", "DATABRICKS")
    ]
    assert (
        osi_errors({"version": "0.1.1", "semantic_model": [model.model_dump(by_alias=True, exclude_none=True)]}) == []
    )
    assert ConformanceAgent().apply_dialect_mapper(model) == []


@pytest.mark.requirement("dialects:back-fill")
def test_decoded_json_and_metrics_are_filled_in_too():
    logical = {
        "osi": {
            "metrics": [
                {"name": "total", "expression": {"dialects": [{"dialect": "SNOWFLAKE", "expression": "SUM(a)"}]}}
            ],
            "datasets": [
                {"fields": [{"name": "x", "data_type": "decimal", "expression": {"dialects": []}}, "odd", None]}
            ],
        }
    }

    ConformanceAgent().apply_dialect_mapper(logical, targets=["BIGQUERY"])

    (metric,) = logical["osi"]["metrics"]
    assert metric["expression"]["dialects"][1] == {"dialect": "BIGQUERY", "expression": "SUM(a)"}
    field = logical["osi"]["datasets"][0]["fields"][0]
    assert field["expression"]["dialects"] == [DialectExpression(dialect="BIGQUERY", expression="NUMERIC")]


@pytest.mark.requirement("dialects:drift")
@pytest.mark.parametrize(
    ("reference", "dialect", "wrong", "expected"),
    [
        ("VARCHAR(20)", "BIGQUERY", "VARCHAR(20)", "STRING(20)"),
        ("DECIMAL(10, 2)", "SNOWFLAKE", "NUMBER(18, 4)", "NUMBER(10, 2)"),
        ("BOOLEAN", "DATABRICKS", "STRING", "BOOLEAN"),
        ("CAST(a AS TIMESTAMP)", "BIGQUERY", "CAST(a AS TIMESTAMP)", "CAST(a AS DATETIME)"),
        ("CAST(f(a) AS BIGINT)", "BIGQUERY", "CAST(f(a) AS STRING)", "CAST(f(a) AS INT64)"),
        ("customer_id", "SNOWFLAKE", "cust_id", "customer_id"),
    ],
)
def test_what_contradicts_is_told_and_corrected_only_if_asked_for(reference, dialect, wrong, expected):
    model = a_model(ANSI_SQL=reference, **{dialect: wrong})
    message = f"dialect drift: orders.amount in {dialect} is {wrong} and "

    told = ConformanceAgent().apply_dialect_mapper(model, targets=[])
    assert entries_of(model)[dialect] == wrong
    corrected = ConformanceAgent().apply_dialect_mapper(model, targets=[], override=True)

    assert [finding.message for finding in told] == [f"{message}should be {expected}"]
    assert [finding.message for finding in corrected] == [f"{message}was corrected"]
    assert entries_of(model) == {"ANSI_SQL": reference, dialect: expected}
    assert ConformanceAgent().apply_dialect_mapper(model, targets=[]) == []


@pytest.mark.requirement("dialects:drift")
@pytest.mark.parametrize(
    ("reference", "dialect", "right"),
    [
        ("VARCHAR(20)", "SNOWFLAKE", "STRING"),
        ("INTEGER", "BIGQUERY", "INT64"),
        ("CAST(a AS VARCHAR)", "DATABRICKS", "CAST(a AS string)"),
        ("customer_id", "SNOWFLAKE", "CUSTOMER_ID"),
        ("date", "BIGQUERY", "date"),
        ("DATE_TRUNC('day', d)", "BIGQUERY", "TIMESTAMP_TRUNC(d, DAY)"),
        ("CAST(a AS INT) + 1", "BIGQUERY", "IFNULL(a, 0) + 1"),
        ("(SELECT d AS date)", "SNOWFLAKE", "(SELECT d AS text)"),
    ],
)
def test_other_spellings_of_the_same_are_no_drift(reference, dialect, right):
    model = a_model(ANSI_SQL=reference, **{dialect: right})

    assert ConformanceAgent().apply_dialect_mapper(model, targets=[]) == []


@pytest.mark.requirement("dialects:drift")
def test_the_declared_type_is_the_reference_of_types():
    entries = [
        {"dialect": dialect, "expression": "BYTES" if dialect == "BIGQUERY" else "BINARY"}
        for dialect in MAPPED_DIALECTS
    ]
    field = {"name": "a", "data_type": "DATE", "expression": {"dialects": entries}}

    findings = ConformanceAgent().apply_dialect_mapper({"osi": {"datasets": [{"fields": [field]}]}}, override=True)

    assert len(findings) == 4
    assert [entry["expression"] for entry in entries] == ["DATE"] * 4


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("VARCHAR(10)", ["VARCHAR(10)", "STRING(10)", "STRING"]),
        ("INTEGER", ["INTEGER", "INT64", "INT"]),
        ("DECIMAL(38, 12)", ["NUMBER(38, 12)", "BIGNUMERIC(38, 12)", "DECIMAL(38, 12)"]),
        ("double precision", ["FLOAT", "FLOAT64", "DOUBLE"]),
        ("TIMESTAMP", ["TIMESTAMP_NTZ", "DATETIME", "TIMESTAMP_NTZ"]),
        ("TIMESTAMP WITH TIME ZONE", ["TIMESTAMP_TZ", "TIMESTAMP", "TIMESTAMP"]),
        ("MULTISET", ["MULTISET"] * 3),
    ],
)
def test_types_are_written_as_the_dialect_has_them(text, written):
    assert [mapped_type(text, "ANSI_SQL", dialect) for dialect in MAPPED_DIALECTS[1:]] == written


def test_what_is_too_long_is_left_as_it_is():
    text = "CAST(a AS INT)" * 1_000

    assert mapped_expression(text, "ANSI_SQL", "BIGQUERY") == text
    assert mapped_expression("CAST(a AS INT)", "ANSI_SQL", "BIGQUERY") == "CAST(a AS INT64)"


@pytest.mark.requirement("dialects:back-fill")
@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        (
            "POSTGRES",
            "The dialect 'POSTGRES' cannot be filled in. Choose from ANSI_SQL, SNOWFLAKE, BIGQUERY, DATABRICKS.",
        ),
        ("snowflake", "The dialect 'snowflake' cannot be filled in. Did you mean 'SNOWFLAKE'?"),
    ],
)
def test_a_dialect_that_cannot_be_filled_in_is_refused(target, sentence):
    with pytest.raises(UnknownStandardError) as raised:
        ConformanceAgent().apply_dialect_mapper(a_model(ANSI_SQL="a"), targets=[target])

    assert str(raised.value) == sentence


@pytest.mark.parametrize("logical", [None, 5, "x", [], {}, {"osi": None}, {"osi": {"datasets": [{"fields": [5]}]}}])
def test_an_odd_model_has_nothing_to_map(logical):
    assert ConformanceAgent().apply_dialect_mapper(logical) == []


def test_metrics_of_typed_models_are_mapped():
    model = a_model(ANSI_SQL="a")
    one = Expression(dialects=[DialectExpression(dialect="ANSI_SQL", expression="SUM(CAST(a AS INT))")])
    model.metrics.append(Metric(name="total", expression=one))

    ConformanceAgent().apply_dialect_mapper(model, targets=["BIGQUERY"])

    assert one.dialects[1].expression == "SUM(CAST(a AS INT64))"
