"""Pydantic AI: its tools, its toolsets and the tools of an agent as targets."""

from __future__ import annotations

from forge_harness import dispatch_forge_tool
from pytest_forge.targets.module_tools import load_module_tools

from .conftest import DEFECTS

FRAMEWORK = "pydantic_ai"

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


EVENTS = """
from dataclasses import dataclass

from pydantic_ai import Agent, FunctionToolset, RunContext, Tool
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import CapabilityEvent, CustomEvent

@dataclass(kw_only=True)
class Moved(CustomEvent):
    place: str = ''

@dataclass(kw_only=True)
class Planned(CapabilityEvent, namespace='planning'):
    step: str = ''

async def move(context: RunContext[None], place: str) -> str:
    'Move to a place.'
    event = await context.emit(Moved(place=place))
    context.enqueue('You have moved.')
    return f'{event.tool_name} of {context.tool_call_id}: {len(context.pending_messages)}'

steps = FunctionToolset()

@steps.tool
async def plan(context: RunContext[None], step: str) -> str:
    'Add a step to the plan.'
    return (await context.emit(Planned(step=step))).capability_id

@dataclass
class Planning(AbstractCapability[None]):
    id: str = 'planning'

    def get_toolset(self):
        return steps

all_tools = [Agent(tools=[move], capabilities=[Planning()]), Tool(move, name='stand')]
"""


def test_tools_emit_events_and_add_messages_as_in_a_run(loaded):
    # Once: Pydantic AI registers the names of events.
    found = {name: tool for name, (_, tool) in loaded(EVENTS, "all_tools").items()}

    # An agent's own tool, one of a capability of it, and one of no agent.
    assert sorted(found) == ["move", "plan", "stand"]
    for name in ("move", "stand"):
        answers = [dispatch_forge_tool(found[name], {"place": "home"}).llm_payload() for _ in range(2)]
        assert answers == [f"{name} of call_1: 1"] * 2
    assert dispatch_forge_tool(found["plan"], {"step": "Pack."}).llm_payload() == "planning"


COMMANDS = """
from dataclasses import dataclass, field, replace

from pydantic_ai import Agent, FunctionToolset
from pydantic_ai.capabilities import AbstractCapability

@dataclass
class Commands(AbstractCapability[None]):
    id: str = 'commands'
    running: list = field(default_factory=list)

    async def for_run(self, context):
        return replace(self, running=[])

    def get_toolset(self):
        toolset = FunctionToolset()

        @toolset.tool_plain
        def start(command: str) -> int:
            'Start a command, and return how many are running.'
            self.running.append(command)
            return len(self.running)

        return toolset

agent = Agent(capabilities=[Commands()])
"""


def test_tools_that_are_loaded_twice_share_the_run_of_their_agent(tmp_path):
    (tmp_path / "commands_of_an_agent.py").write_text(COMMANDS)
    loads = [load_module_tools("commands_of_an_agent.py:agent", base=tmp_path) for _ in range(2)]

    answers = [dispatch_forge_tool(tool, {"command": "ls"}).llm_payload() for ((_, tool),) in loads]
    assert answers == [1, 2]
