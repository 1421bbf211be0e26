"""LlamaIndex: its function tools as targets."""

from __future__ import annotations

import pytest

from forge_harness import dispatch_forge_tool

from .conftest import DEFECTS

FRAMEWORK = "llama_index.core"

WRAPPED = """
from llama_index.core.tools import FunctionTool
import functions as f
for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines"):
    globals()[name] = FunctionTool.from_defaults(getattr(f, name))
tool_a = FunctionTool.from_defaults(f.tool_a, description="tool_a")
"""


def test_a_function_wrapped_by_llama_index_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


def test_an_exception_reaches_the_model_with_its_text(loaded):
    _, half = loaded(
        "from llama_index.core.tools import FunctionTool\ndef half(number: int) -> int:\n"
        "    'Return the half of a number.'\n    raise ValueError('odd')\ntool = FunctionTool.from_defaults(half)\n"
    )["half"]

    assert dispatch_forge_tool(half, {"number": 3}).llm_payload()["message"] == "odd"


SPEC = """
from llama_index.core.tools import FunctionTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec

class NoteSpec(BaseToolSpec):
    spec_functions = ["count_words"]

    def count_words(self, text: str) -> int:
        'Return the number of words of a text.'
        return len(text.split())

tools = NoteSpec().to_tool_list()
"""


def test_a_name_that_the_function_does_not_take_is_refused(loaded):
    found = loaded(SPEC)["count_words"][1]

    assert dispatch_forge_tool(found, {"text": "a", "other": 1}).error_type == "ToolValidationError"


AGENT = """
from llama_index.core.agent.workflow import ReActAgent
from llama_index.core.llms import MockLLM

def half(number: int) -> int:
    'Return the half of a number.'
    return number // 2

agent = ReActAgent(tools=[half], llm=MockLLM())
"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_agent_has_the_tools_that_it_was_given(loaded):
    assert list(loaded(AGENT, "agent")) == ["half"]
