"""Pydantic AI: its tools, its toolsets and the tools of an agent as targets."""

from __future__ import annotations

import pytest

from forge_harness import dispatch_forge_tool

from .conftest import DEFECTS

pytest.importorskip("pydantic_ai")

WRAPPED = """
from pydantic_ai import Tool
import functions as f
for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines"):
    globals()[name] = Tool(getattr(f, name))
tool_a = Tool(f.tool_a, description="tool_a")
"""

MODULE = """
from pydantic_ai import Agent, FunctionToolset, ModelRetry, RunContext

toolset = FunctionToolset()

@toolset.tool
def retry_count(context: RunContext[None], step: int) -> int:
    'Return the number of the retry.'
    return context.retry + step

@toolset.tool
def owner(context: RunContext[str], greeting: str) -> str:
    'Return a greeting of the owner.'
    return greeting + context.deps

@toolset.tool_plain
async def half(number: int) -> int:
    'Return the half of a number.'
    if number % 2:
        raise ModelRetry('Odd. Send an even number.')
    return number // 2

named = toolset.prefixed('my')
agent = Agent(toolsets=[named])
"""


def test_a_function_wrapped_by_pydantic_ai_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


def test_the_tools_of_an_agent_have_the_names_and_the_arguments_that_a_model_gets(loaded):
    found = loaded(MODULE, "agent")

    fields = {name: sorted(facts.input_schema["properties"]) for name, (facts, _) in found.items()}
    assert fields == {"my_retry_count": ["step"], "my_owner": ["greeting"], "my_half": ["number"]}
    assert found["my_owner"][0].not_called.startswith("It uses the dependencies of a run (RunContext.deps)")
    assert dispatch_forge_tool(found["my_retry_count"][1], {"step": 2}).llm_payload() == 2


def test_a_retry_that_a_tool_asks_for_reaches_the_model(loaded):
    _, half = loaded(MODULE, "toolset")["half"]

    assert dispatch_forge_tool(half, {"number": 4}).llm_payload() == 2
    assert dispatch_forge_tool(half, {"number": 3}).llm_payload()["message"] == "Odd. Send an even number."
    assert dispatch_forge_tool(half, {"number": "x"}).error_type == "ToolValidationError"
