"""LangChain: its decorated functions and its classes as targets."""

from __future__ import annotations

import pytest

from forge_harness import dispatch_forge_tool
from pytest_forge.targets.target_error import TargetError

from .conftest import DEFECTS

FRAMEWORK = "langchain_core"

WRAPPED = """
from langchain_core.tools import StructuredTool, tool
import functions as f

for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines"):
    globals()[name] = tool(parse_docstring=True)(getattr(f, name))
tool_a = StructuredTool.from_function(f.tool_a, description="tool_a")
"""

MODULE = """
from typing import Annotated
from langchain_core.tools import BaseTool, InjectedToolArg, InjectedToolCallId, Tool, ToolException, tool
from pydantic import BaseModel, Field

@tool(parse_docstring=True)
def greet(text: str, user: Annotated[str, InjectedToolArg]) -> str:
    '''Return a greeting.

    Args:
        text: The greeting.
    '''
    return text + user

@tool
async def double(number: int, call_id: Annotated[str, InjectedToolCallId]) -> dict:
    "Return the double of a number."
    return {"double": number * 2, "call": call_id}

class Words(BaseModel):
    text: str = Field(description="The text.", min_length=1)

class Split(BaseTool):
    name: str = "split"
    description: str = "Return the words of a text."
    args_schema: type[BaseModel] = Words
    def _run(self, text: str, run_manager=None) -> list:
        if text == "no":
            raise ToolException("No words. Send some.")
        return text.split()

told = Split(name="told", handle_tool_error=True)
plain = Split()
shout = Tool(name="shout", description="Return a text in upper case letters.", func=str.upper)
SOME = [plain, told]
"""


def test_a_function_wrapped_by_langchain_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


def test_what_langchain_injects_is_not_an_argument_and_a_required_one_is_told(loaded):
    found = loaded(MODULE)

    fields = {name: sorted(facts.input_schema["properties"]) for name, (facts, _) in found.items()}
    assert fields == {"greet": ["text"], "double": ["number"], "split": ["text"], "told": ["text"], "shout": ["__arg1"]}
    assert found["greet"][0].not_called.startswith("The argument 'user' is injected by LangChain's agent")
    assert {facts.kind for facts, _ in found.values()} == {"interop"}
    assert "call_1" in str(dispatch_forge_tool(found["double"][1], {"number": "4"}).llm_payload())


def test_a_tool_exception_reaches_the_model_only_if_the_tool_handles_it(loaded):
    found = loaded(MODULE, "SOME")

    handled = dispatch_forge_tool(found["told"][1], {"text": "no"}).llm_payload()
    unhandled = dispatch_forge_tool(found["split"][1], {"text": "no"}).llm_payload()
    refused = dispatch_forge_tool(found["split"][1], {"text": ""})
    assert handled["message"] == "No words. Send some."
    assert "No words" not in unhandled["message"]
    assert refused.error_type == "ToolValidationError"
    assert "text (string_too_short)" in refused.error_message


def test_a_tool_that_is_only_imported_belongs_to_its_own_module(loaded, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "origin_of_tools.py").write_text(MODULE)

    found = loaded(
        "from origin_of_tools import double, tool\n@tool\ndef own(size: int) -> int:\n    'Return 1.'\n    return 1\n"
    )

    assert list(found) == ["own"]


UNREADABLE = """
from langchain_core.tools import BaseTool, BaseToolkit, tool

@tool
def upper(text: str) -> str:
    'Return a text in upper case letters.'
    return text.upper()

class Broken(BaseTool):
    name: str = 'broken'
    description: str = 'Return a text.'
    def _run(self, text: str) -> str:
        return text
    @property
    def tool_call_schema(self):
        raise RuntimeError('no schema')

class Length(BaseTool):
    name: str = 'length'
    description: str = 'Return the length of a text.'
    def _run(self, text: str) -> int:
        return len(text)

class Kit(BaseToolkit):
    def get_tools(self):
        return [Length()]

broken, kit = Broken(), Kit()
"""


def test_what_is_not_understood_beside_a_tool_is_left_out_with_the_reason(loaded):
    found = {name: facts.left_out for name, (facts, _) in loaded(UNREADABLE).items()}

    assert found.pop("upper") == ""
    assert found.pop("broken").startswith("'broken' is a Broken of langchain_core that could not be read (RuntimeError")
    assert found == {
        "Length": "'Length' is a class of LangChain, and not an object of it. "
        "Create one in its module, 'tool = Length()', and name that."
    }


@pytest.mark.parametrize(
    ("attribute", "told"),
    [
        (
            "kit",
            "support directly. Put its tools into its module, 'kit_tools = kit.get_tools()', and name that.",
        ),
        (
            "Length",
            "not an object of it. Create one in its module, 'tool = Length()', and name that.",
        ),
    ],
)
def test_what_holds_no_tool_yet_is_told_with_what_to_name_instead(loaded, attribute, told):
    with pytest.raises(TargetError) as caught:
        loaded(UNREADABLE, attribute)

    assert str(caught.value).endswith(told)


IN_A_DICT = """
from langchain_core.tools import StructuredTool, tool

@tool
def upper(text: str) -> str:
    'Return a text in upper case letters.'
    return text.upper()

by_name = {
    upper.name: upper,
    'turned': StructuredTool.from_function(lambda text: text[::-1], name='turn', description='Turn a text.'),
}
"""


def test_a_tool_that_only_a_dict_holds_is_found_and_named_by_its_key(loaded):
    found = {name: facts.target.partition(":")[2] for name, (facts, _) in loaded(IN_A_DICT).items()}

    assert found == {"upper": "upper", "turn": "turned"}
    assert list(loaded(IN_A_DICT, "turned")) == list(loaded(IN_A_DICT, "turn")) == ["turn"]
