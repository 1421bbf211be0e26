"""OpenAI Agents: its function tools and the tools of an agent as targets."""

from __future__ import annotations

import pytest

from forge_harness import dispatch_forge_tool

from .conftest import DEFECTS

FRAMEWORK = "agents"

WRAPPED = """
from agents import function_tool
import functions as f
for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines", "tool_a"):
    globals()[name] = function_tool(getattr(f, name))
"""

MODULE = """
from agents import Agent, RunContextWrapper, function_tool

@function_tool(failure_error_function=lambda context, error: f'It failed: {error}')
def told(number: int) -> int:
    'Return the half of a number.'
    raise ValueError(f'{number} is odd')

@function_tool
def fixed(context: RunContextWrapper, number: int) -> int:
    'Return the half of a number.'
    raise ValueError(f'{number} is odd')

@function_tool
def owner(run: RunContextWrapper[str], greeting: str) -> str:
    'Return a greeting of the owner.'
    return greeting + run.context

agent = Agent(name='a', tools=[told, fixed, owner])
"""

SIZES = """
import json
from pathlib import Path
from {package} import {wrap}

@{wrap}
def file_size(file: str) -> str:
    '''Return the size of a file of the workspace.

    Args:
        file: Its name, such as notes.txt.
    '''
    path = Path(Path(file).name)
    if not path.is_file():
        return json.dumps({{"ok": False, "error": "The file does not exist."}})
    return json.dumps({{"ok": True, "size": path.stat().st_size}})

@{wrap}
def mark_read(file: str) -> dict:
    '''Mark a file of the workspace as read.

    Args:
        file: Its name, such as notes.txt.
    '''
    if not Path(Path(file).name).is_file():
        return {{"success": True, "message": "Error: the file does not exist."}}
    return {{"success": True, "message": "Marked as read."}}
"""


def test_a_function_wrapped_by_openai_agents_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


def test_an_exception_reaches_the_model_in_the_words_of_the_tool(loaded):
    found = loaded(MODULE, "agent")

    told = dispatch_forge_tool(found["told"][1], {"number": 3}).llm_payload()
    fixed = dispatch_forge_tool(found["fixed"][1], {"number": 3}).llm_payload()
    assert told["message"] == "It failed: 3 is odd"
    assert "odd" not in fixed["message"]
    assert dispatch_forge_tool(found["told"][1], {"number": "x"}).error_type == "ToolValidationError"
    assert found["owner"][0].not_called.startswith("It uses the context of a run (RunContextWrapper.context)")
    assert list(found["fixed"][0].input_schema["properties"]) == ["number"]


def test_a_failure_that_says_so_is_not_disguised_where_every_failure_is_a_text(codes):
    check = "failure_is_not_success"
    asked = codes(SIZES.format(package="agents", wrap="function_tool"), check)
    pytest.importorskip("smolagents")
    marked = codes(SIZES.format(package="smolagents", wrap="tool"), check)

    assert asked == {"file_size": "", "mark_read": "failure_beside_success"}
    assert marked == {"file_size": "failure_as_success", "mark_read": "failure_beside_success"}


ASKING = """
from agents import Agent, function_tool

@function_tool
def half(number: int) -> int:
    'Return the half of a number.'
    return number // 2

other = Agent(name='other')
agent = Agent(name='a', tools=[half, other.as_tool('ask_other', 'Ask the other agent.')])
"""


def test_a_tool_that_runs_another_agent_is_not_called(loaded):
    found = loaded(ASKING, "agent")

    assert found["half"][0].not_called == ""
    assert found["ask_other"][0].not_called.startswith("It runs another agent, which needs a model,")
