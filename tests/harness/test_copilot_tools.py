"""The copilot's six tools together: that each keeps the contract for tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from forge_harness import (
    AGENT_SYSTEM_PROMPT,
    FORGE_TOOL_REGISTRY,
    ToolCategory,
    ToolRegistry,
    ToolTier,
    dispatch_tool_call,
    register_copilot_tools,
)

#: Each tool, whether it looks at the workspace, and the arguments that it requires.
SIX = {
    "discover_workspace": (True, {}),
    "list_schedulers": (False, {}),
    "list_templates": (False, {}),
    "propose_contract": (False, {"context": {}}),
    "read_sample_schema": (True, {"path": "orders.csv"}),
    "validate_contract": (False, {"contract": {}}),
}


@pytest.mark.requirement("copilot:six-tools")
def test_the_six_tools_are_registered_and_no_other() -> None:
    registry = ToolRegistry()

    assert register_copilot_tools(registry) == list(registry) == list(SIX)
    assert register_copilot_tools(registry) == list(SIX)


@pytest.mark.requirement("copilot:six-tools")
@pytest.mark.parametrize("name", SIX)
def test_each_of_the_six_keeps_the_contract(name: str, tmp_path: Path) -> None:
    is_aware, required = SIX[name]
    with FORGE_TOOL_REGISTRY.restored():
        register_copilot_tools()
        tool = FORGE_TOOL_REGISTRY.data[name]
        answers = [
            dispatch_tool_call(name, arguments, workspace_root=tmp_path)
            for arguments in (required, {**required, "workspace_root": "/"})
        ]

    schema = tool.input_schema
    assert (tool.workspace_root_aware, schema.get("required", [])) == (is_aware, list(required))
    assert (tool.definition().category, tool.tier) == (ToolCategory.COPILOT, ToolTier.READ)
    assert schema["additionalProperties"] is False
    assert all(field["description"] for field in schema["properties"].values())
    assert tool.description
    assert f"\n- {name}: " in AGENT_SYSTEM_PROMPT
    assert [answer.get("error") == "ToolValidationError" for answer in answers] == [False, True]
