"""What a tool returns on its way to the model: JSON, error dicts, the cap, and arguments that nobody changes."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

from forge_harness import (
    ApprovalDecision,
    Dispatcher,
    FnToolExecutor,
    Granted,
    ToolDispatchResult,
    ToolRegistry,
    ToolTier,
    dispatch_forge_tool,
    forge_tool,
)

SECRET = "/home/alice/.aws/credentials"
FIXED = "Tool 'probe' failed — see server logs"


class Free(BaseModel):
    context: dict[str, Any] = {}


class Problem(BaseModel):
    error: str = "not_found"
    message: str = "No such order."
    detail: str = ""


def call(function: Callable[[], Any], **options: Any) -> ToolDispatchResult:
    tool = forge_tool(name="probe", args_schema=Free, register=False)(lambda args: function())
    return Dispatcher(**options).dispatch(tool, {})


@pytest.mark.requirement("result:reaches-the-model-unchanged")
@pytest.mark.parametrize("value", [{"rows": []}, [], "text", "", 0, 1.5, None, True, {"ä": "😀"}])
def test_a_json_value_reaches_the_model_unchanged(value: Any) -> None:
    result = call(lambda: value)

    assert result.ok
    assert result.value == value
    assert result.llm_payload() == value
    assert json.loads(result.llm_json()) == value


@pytest.mark.requirement("result:only-standard-json")
@pytest.mark.parametrize("value", [math.nan, math.inf, {1: 2}, "\ud800", {1, 2}, object(), b"x", {"a": [math.nan]}])
def test_what_json_cannot_say_is_a_typed_failure(value: Any, caplog: pytest.LogCaptureFixture) -> None:
    result = call(lambda: value)

    assert result.error_type == "ToolResultError"
    assert result.llm_payload() == {"error": "ToolResultError", "message": FIXED}
    assert len(caplog.records) == 1


def test_a_cycle_is_a_typed_failure() -> None:
    ring: list[Any] = []
    ring.append(ring)

    assert call(lambda: ring).error_type == "ToolResultError"


@pytest.mark.requirement("result:tuples-and-models-are-converted")
def test_models_and_tuples_reach_the_model_as_json() -> None:
    result = call(lambda: {"found": (Problem(detail="x"),)})

    assert result.llm_payload() == {"found": [{"error": "not_found", "message": "No such order.", "detail": "x"}]}


@dataclass
class Sums:
    total: int
    parts: list[Problem]


def test_a_dataclass_reaches_the_model_as_an_object() -> None:
    result = call(lambda: [Sums(3, [Problem()])])

    assert result.llm_payload() == [
        {"total": 3, "parts": [{"error": "not_found", "message": "No such order.", "detail": ""}]}
    ]


def test_a_dataclass_that_holds_no_json_is_a_typed_failure() -> None:
    assert call(lambda: Sums({1, 2}, [])).error_type == "ToolResultError"  # type: ignore[arg-type]
    assert call(lambda: Sums).error_type == "ToolResultError"


@pytest.mark.requirement("error:typed-dict-passes-through")
@pytest.mark.parametrize(
    "value", [{"error": "file_too_large", "message": "Choose a smaller file.", "limit": 5}, Problem()]
)
def test_a_tools_own_error_reaches_the_model(value: Any) -> None:
    result = call(lambda: value)

    assert result.ok
    assert result.llm_payload() == (value if isinstance(value, dict) else value.model_dump())


class Report(BaseModel):
    path: str = SECRET


@pytest.mark.requirement("s013:typed-error-dicts-are-scanned")
@pytest.mark.parametrize(
    "value",
    [
        {"error": "not_found", "message": SECRET},
        {"error": "not_found", "message": "No.", "detail": [{"at": (SECRET,)}]},
        {"error": "not_found", "message": "No.", "detail": Report()},
        {"error": "not_found", "message": "No.", SECRET: 1},
        {"error": "not_found", "message": SECRET + "x" * 5000},
        {"error": "not_found", "message": "x" * 5000, "detail": SECRET},
        Problem(detail=SECRET),
    ],
)
def test_a_tools_own_error_that_gives_something_away_is_replaced_and_logged(
    value: Any, caplog: pytest.LogCaptureFixture
) -> None:
    result = call(lambda: value, max_result_bytes=4000)

    assert result.llm_payload() == {"error": "not_found", "message": FIXED}
    assert json.loads(result.llm_json()) == result.llm_payload()
    assert SECRET not in repr(result)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert SECRET in record.getMessage()


def test_a_result_that_is_no_error_is_not_scanned() -> None:
    assert call(lambda: {"content": SECRET}).llm_payload() == {"content": SECRET}


@pytest.mark.requirement("result:cut-above-the-cap")
@pytest.mark.parametrize("value", ["é" * 5000, {"rows": ["é" * 100] * 50}, {"error": "big", "message": "é" * 5000}])
def test_a_large_result_is_cut_with_a_marker(value: Any) -> None:
    result = call(lambda: value, max_result_bytes=1001)

    assert result.ok
    assert "[cut: " in result.llm_payload()
    assert len(result.llm_json().encode()) <= 1001
    assert json.loads(result.llm_json()) == result.llm_payload()


def test_the_model_cannot_be_handed_the_tools_own_objects() -> None:
    rows = [1]
    result = call(lambda: {"rows": rows})

    result.llm_payload()["rows"].append(2)

    assert rows == [1]


class Meddler:
    """Approves, and changes whatever it was given to look at."""

    def approve(self, tool_name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
        arguments["context"]["path"] = "evil"  # type: ignore[index]  # the mischief under test
        arguments.clear()  # type: ignore[attr-defined]  # the same
        return Granted()


@pytest.mark.requirement("approval:executed-is-approved")
def test_the_handler_cannot_change_what_runs() -> None:
    tool = forge_tool(name="probe", args_schema=Free, register=False)(lambda args: args.context)

    result = Dispatcher(approval=Meddler()).dispatch(tool, {"context": {"path": "good"}})

    assert result.value == {"path": "good"}


@pytest.mark.requirement("approval:executed-is-approved")
def test_the_caller_cannot_change_what_was_approved() -> None:
    arguments: dict[str, Any] = {"context": {"path": "good"}}

    class Racer:
        def approve(self, *call: Any) -> ApprovalDecision:
            arguments["context"]["path"] = "evil"
            return Granted()

    tool = forge_tool(name="probe", args_schema=Free, register=False)(lambda args: args.context)

    assert Dispatcher(approval=Racer()).dispatch(tool, arguments).value == {"path": "good"}


@pytest.mark.parametrize("kind", ["executor", "legacy"])
def test_a_tool_cannot_change_the_callers_arguments(kind: str) -> None:
    def spoil(arguments: dict[str, Any]) -> str:
        arguments["context"]["path"] = "evil"
        arguments.clear()
        return "done"

    registry = ToolRegistry()
    if kind == "executor":
        registry.register(FnToolExecutor("probe", spoil))
    else:
        schema = {"type": "object", "properties": {"context": {"type": "object"}}}
        registry["probe"] = {"input_schema": schema, "impl": lambda **arguments: spoil(arguments)}  # type: ignore[assignment]  # legacy
    arguments = {"context": {"path": "good"}}

    result = Dispatcher(registry).dispatch("probe", arguments)

    assert result.value == "done"
    assert arguments == {"context": {"path": "good"}}


def test_a_dispatch_needs_no_registration() -> None:
    tool = forge_tool(name="unlisted", args_schema=Free, register=False)(lambda args: 1)

    assert dispatch_forge_tool(tool, {}).ok
    assert dispatch_forge_tool("unlisted", {}).error_type == "UnknownTool"
