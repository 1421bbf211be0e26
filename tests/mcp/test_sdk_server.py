"""A server on the official SDK, with the newest protocol that it speaks to us."""

from __future__ import annotations

import pytest

from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS

CHECKS = (
    "call_returns",
    "missing_arguments_are_refused",
    "wrong_types_are_refused",
    "structured_results_match",
    "results_are_json",
    "errors_carry_no_detail",
)


def test_a_server_on_the_sdk_has_no_findings(served):
    pytest.importorskip("mcp", reason="the server needs the SDK of MCP")

    with served("with_sdk.py", allow_destructive=True, budget=BUDGETS["standard"]) as session:
        found = [
            (tool.name, *session.run(index, all_checks()[check]))
            for index, tool in enumerate(session.tools)
            for check in CHECKS
        ]

    assert [tool.name for tool in session.tools] == ["add", "look_up"]
    assert [
        (name, result.check, result.message) for name, result in found if result.status in ("failed", "error")
    ] == []
    assert ("add", "passed") in [(name, result.status) for name, result in found if result.check == CHECKS[3]]
