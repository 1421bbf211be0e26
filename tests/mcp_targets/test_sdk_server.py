"""A server on the official SDK, with the newest protocol that it speaks to us."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS


def test_a_server_on_the_sdk_has_no_findings(served):
    pytest.importorskip("mcp", reason="the server needs the SDK of MCP")

    with served("with_sdk.py", allow_destructive=True, budget=BUDGETS["standard"]) as session:
        checks = ("structured_results_match", "missing_arguments_are_refused")
        found = [session.run(0, all_checks()[check])[0] for check in checks]
        [errors] = session.run(1, all_checks()["errors_carry_no_detail"])

    assert [tool.name for tool in session.tools] == ["add", "look_up"]
    assert [(result.status, result.message) for result in found] == [("passed", "")] * 2
    # What it raises on purpose or not, the SDK keeps to itself.
    assert (errors.status, errors.message) == ("passed", "")
