"""Smolagents: its tools as targets."""

from __future__ import annotations

from forge_harness import dispatch_forge_tool

from .conftest import DEFECTS

FRAMEWORK = "smolagents"

WRAPPED = """
from smolagents import tool
import functions as f
for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines", "tool_a"):
    globals()[name] = tool(getattr(f, name))
"""


def test_a_function_wrapped_by_smolagents_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


def test_an_exception_reaches_the_model_with_its_text(loaded):
    _, half = loaded(
        "from smolagents import tool\n@tool\ndef half(number: int) -> int:\n    '''Return the half of a number.\n\n"
        "    Args:\n        number: The number.\n    '''\n    raise ValueError('odd')\n"
    )["half"]

    assert dispatch_forge_tool(half, {"number": 3}).llm_payload()["message"] == "ValueError: odd"
    assert dispatch_forge_tool(half, {"number": "3"}).error_type == "ToolValidationError"


AGENT = """
from smolagents import Model, ToolCallingAgent, tool

@tool
def half(number: int) -> int:
    '''Return the half of a number.

    Args:
        number: The number.
    '''
    return number // 2

agent = ToolCallingAgent(tools=[half], model=Model())
"""


def test_an_agent_has_the_tools_that_it_was_given(loaded):
    assert list(loaded(AGENT, "agent")) == ["half"]
    assert list(loaded(AGENT)) == ["half"]
