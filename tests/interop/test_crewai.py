"""CrewAI: its tools as targets."""

from __future__ import annotations

import pytest

from forge_harness import dispatch_forge_tool

from .conftest import DEFECTS

FRAMEWORK = "crewai"

WRAPPED = """
from crewai.tools import tool
import functions as f
for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines"):
    globals()[name] = tool(name)(getattr(f, name))
f.tool_a.__doc__ = "tool_a"
tool_a = tool("tool_a")(f.tool_a)
"""


def test_a_function_wrapped_by_crewai_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


def test_an_exception_reaches_the_model_with_its_text(loaded):
    _, half = loaded(
        "from crewai.tools import tool\n@tool('half')\ndef half(number: int) -> int:\n"
        "    'Return the half of a number.'\n    raise ValueError('odd')\n"
    )["half"]

    assert dispatch_forge_tool(half, {"number": 3}).llm_payload()["message"] == "odd"
    assert dispatch_forge_tool(half, {"number": "x"}).error_type == "ToolValidationError"


AGENT = """
from crewai import Agent, BaseLLM
from crewai.tools import tool

@tool('half')
def half(number: int) -> int:
    'Return the half of a number.'
    return number // 2

class Silent(BaseLLM):
    def call(self, *_, **__):
        return ''

agent = Agent(role='r', goal='g', backstory='b', tools=[half], llm=Silent(model='silent'))
"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_agent_has_the_tools_that_it_was_given(loaded):
    assert list(loaded(AGENT, "agent")) == ["half"]
