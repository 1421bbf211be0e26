import json

import pytest

from forge_harness import ToolDispatchResult
from pytest_forge.report.contract_coverage import ContractCoverage, covered_tools
from pytest_forge.report.coverage import coverage_json, coverage_lines, is_below
from pytest_forge.report.paint import Paint
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.outcome import Outcome

from ..workers import workers

SCHEMA = {
    "type": "object",
    "properties": {
        "mode": {"enum": ["fast", "slow"]},
        "limit": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 3}},
        "filter": {"$ref": "#/$defs/Filter"},
    },
    "required": ["mode"],
    "additionalProperties": False,
    "$defs": {"Filter": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^[a-z]+$"}}}},
}


def tool(schema: object = SCHEMA, **facts: object) -> ToolFacts:
    return ToolFacts(**{"name": "fetch", "target": "shop.py:fetch", "kind": "forge", "input_schema": schema, **facts})


def covered(arguments: object, *, ran: bool = True, facts: ToolFacts | None = None, asked: bool = False, **outcome):
    coverage = ContractCoverage(facts or tool())
    coverage.observe(Outcome(arguments=arguments, ran=ran, **outcome), asked)
    return coverage.covered


def test_a_contract_holds_arguments_keywords_choices_failures_and_approvals():
    points = ContractCoverage(tool(raises=("NotFound",))).points

    assert points == (
        "unknown argument",
        "mode given",
        "mode omitted",
        'mode = "fast"',
        'mode = "slow"',
        "mode of no choice",
        "limit given",
        "limit omitted",
        "limit of another type",
        "limit minimum kept",
        "limit minimum broken",
        "limit maximum kept",
        "limit maximum broken",
        "tags given",
        "tags omitted",
        "tags of another type",
        "tags[] of another type",
        "tags[] maxLength kept",
        "tags[] maxLength broken",
        "filter given",
        "filter omitted",
        "filter of another type",
        "filter.name given",
        "filter.name omitted",
        "filter.name of another type",
        "filter.name pattern kept",
        "filter.name pattern broken",
        "fails with NotFound",
        "refused",
        "approval granted",
        "approval rejected",
        "approval deferred",
    )


def test_a_call_exercises_what_its_arguments_touch():
    assert covered({"mode": "fast", "limit": 5, "tags": ["abcd", 3], "filter": {"name": "A"}}) == {
        "mode given",
        'mode = "fast"',
        "limit given",
        "limit minimum kept",
        "limit maximum kept",
        "tags given",
        "tags[] maxLength broken",
        "tags[] of another type",
        "filter given",
        "filter.name given",
        "filter.name pattern broken",
    }


def test_a_call_that_did_not_run_gives_nothing_to_the_tool():
    assert covered({"mode": "fast", "limit": 0, "odd": 1, "tags": [], "filter": 3}, ran=False) == {
        "limit minimum broken",
        "limit maximum kept",
        "filter of another type",
        "unknown argument",
    }


def test_failures_and_approvals_are_told_by_what_happened():
    class NotFound(LookupError):
        pass

    facts = tool({}, raises=("LookupError",))
    refusal = ToolDispatchResult(False, None, "ToolValidationError", "no")

    assert covered({}, facts=facts, raised=NotFound()) == {"fails with LookupError"}
    assert covered({}, facts=facts, ran=False, result=refusal) == {"refused"}
    assert covered({}, facts=facts, asked=True) == {"approval granted"}
    assert covered({}, facts=facts, asked=True, ran=False, was_deferred=True) == {
        "approval rejected",
        "approval deferred",
    }


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        {"properties": []},
        {"properties": {"a": None, "b": {"type": 3, "enum": 4, "minimum": "x", "pattern": "("}}},
        {"$ref": "#"},
        {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"properties": {"a": {"$ref": "#/$defs/A"}}}}},
        {"properties": {f"a{n}": {"properties": {f"b{m}": {} for m in range(99)}} for n in range(99)}},
        {"properties": {"a": {"pattern": "(a+)+$", "type": "string"}}},
        {"anyOf": [{"$ref": "#"}] * 30},
        {"allOf": [3]},
    ],
)
def test_a_schema_that_nobody_vouches_for_is_read_in_finite_time(schema):
    coverage = ContractCoverage(tool(schema))

    coverage.observe(Outcome(arguments={"a": "a" * 5000 + "!", "b": [None]}, ran=True), False)

    assert coverage.covered <= set(coverage.points)
    assert len(coverage.points) < 1000


def test_definitions_have_no_coverage():
    assert covered_tools([tool(kind="definition"), tool(problems=("It is odd.",))], [[], []]) == []


def test_the_report_names_what_is_missing():
    facts = tool({"properties": {"a": {}}}, tier="read")
    coverage = covered_tools([facts], [["a given", "refused", "approval granted"]])

    assert coverage_lines(coverage, Paint(is_on=False)) == [
        "contract coverage  60.0 % (3 of 5)",
        "   60.0 %  fetch  missing: a omitted, approval rejected",
    ]
    assert coverage_json(coverage)["tools"][0]["missing"] == ["a omitted", "approval rejected"]
    assert is_below(coverage, 60) == ""
    assert is_below(coverage, 60.1) == "The contract coverage is 60.0 %, below the required 60.1 %."


# --- under pytest -------------------------------------------------------------------------------------

TOOLS = """
from typing import Literal
from pydantic import BaseModel, ConfigDict
from forge_harness import forge_tool

class Args(BaseModel):
    model_config = ConfigDict(extra="forbid")
    mode: Literal["fast", "slow"]

@forge_tool(args_schema=Args, tier="read")
def one(args: Args) -> dict:
    '''Do it.'''
    return {"mode": args.mode}

@forge_tool(args_schema=Args, tier="read")
def other(args: Args) -> dict:
    '''Do it.'''
    return {"mode": args.mode}
"""
WORDS = ("--forge-tools", "covered_tools.py")


@pytest.fixture
def project(pytester):
    pytester.makepyfile(covered_tools=TOOLS)
    return pytester


@pytest.mark.parametrize("words", [(), workers(2)])
def test_the_calls_of_every_worker_count(project, words):
    checks = ("--forge-checks", "arguments,results_are_json,approval")
    result = project.runpytest(
        *words, *WORDS, *checks, "--forge-report", "cov:cov.json", "--forge-cov-fail-under", "75"
    )
    report = json.loads((project.path / "cov.json").read_text())

    assert result.ret == 0, result.stdout.str()
    assert [entry["name"] for entry in report["tools"]] == ["one", "other"]
    assert report["tools"][0] == {**report["tools"][1], "name": "one", "target": "covered_tools.py:one"}
    assert report["total"]["percent"] >= 75


def test_too_little_coverage_fails_the_run(project):
    result = project.runpytest(*WORDS, "--forge-checks", "root_is_closed", "--forge-cov-fail-under", "1")

    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["contract coverage  0.0 % *", "The contract coverage is 0.0 %, below the required 1 %."]
    )


@pytest.mark.parametrize("value", ["x", "-1", "101", "nan"])
def test_a_share_that_means_nothing_is_a_usage_error(pytester, value):
    result = pytester.runpytest("--forge-cov-fail-under", value)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: forge_cov_fail_under is '{value}'. Use a number from 0 to 100."])
