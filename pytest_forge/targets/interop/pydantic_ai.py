"""Pydantic AI: `Tool`, toolsets, and the tools of an agent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from ..target_error import TargetError
from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, finished, part_of, refusal, uses_name

__all__ = ["PydanticAiTool", "agent_tools", "tool_tools", "toolset_tools"]

#: The tool through which the context of a run is taken, and the id of each call.
_PROBE, _CALL_ID = "forge_probe", "call_1"
#: Parts of a context that a run reads while a tool works, and that each call gets new and empty here.
_OF_A_CALL = (
    *("pending_messages", "_cancellation", "_event_stream_buffer", "_event_stream_replacements"),
    *("_pending_immediate_dispatches", "messages"),
)
#: A run that a toolset keeps from beginning, as one that waits for a server does.
_MAX_SECONDS = 20


def tool_tools(value: Any) -> list[InteropTool]:
    """Return a `Tool`."""
    return toolset_tools(part_of("pydantic_ai.toolsets", "FunctionToolset")([value]))


def agent_tools(value: Any) -> list[InteropTool]:
    """Return the tools that an agent has in a run: those of its toolsets and of its capabilities."""
    for toolset in value.toolsets:
        _refuse_servers(toolset)
    # Tools that are loaded twice share what a capability keeps for a run, such as its running commands.
    _, context = _runs.setdefault(id(value), (value, None))
    if context is None:
        context = _context(value)
        _runs[id(value)] = value, context
    manager = getattr(context, "tool_manager", None)
    if manager is None or not manager.tools:
        return [tool for toolset in value.toolsets for tool in _offered(toolset, context)]
    held = [one for name, one in manager.tools.items() if name != _PROBE]
    return [PydanticAiTool(manager.toolset, one, context) for one in held]


#: The context of the run of each agent, by its id; the agent is kept, so that no other gets the id.
_runs: dict[int, tuple[Any, Any]] = {}


def toolset_tools(value: Any) -> list[InteropTool]:
    """Return the tools that a toolset offers in a run.

    Raises:
        TargetError: If it gets its tools from a server.
    """
    _refuse_servers(value)
    agent = part_of("pydantic_ai", "Agent")(toolsets=[value])
    return _offered(value, _context(agent))


def _refuse_servers(value: Any) -> None:
    if any("MCP" in base.__name__ for base in type(value).__mro__):
        raise TargetError(
            f"The toolset is a {type(value).__name__}, whose tools are on a server. "
            "Check the server itself: 'mcp:COMMAND' or 'mcp+URL'."
        )


def _offered(value: Any, context: Any) -> list[InteropTool]:
    return [PydanticAiTool(value, held, context) for held in finished(value.get_tools(context)).values()]


class PydanticAiTool(InteropTool):
    """A tool of a toolset of Pydantic AI.

    Of a failure, the model reads the message of a `ModelRetry` or a `ToolFailed`; any other exception ends the run.

    Args:
        toolset: The toolset, with all its wrappers.
        held: What it offers.
        context: The context of the run.
    """

    framework = "Pydantic AI"

    def __init__(self, toolset: Any, held: Any, context: Any) -> None:
        self._toolset, self._context = toolset, context
        sent = held.tool_def
        super().__init__(Advertised(sent.name, sent.description or "", sent.parameters_json_schema), held)
        schema = _function_schema(held)
        # Tools of an agent share their parts: the function tells them apart.
        self.value = self.impl or held
        self._held = held
        if self.impl is None:
            self.not_called = "Its toolset keeps no function for it, so the tool was not called. Check its function."
        elif getattr(schema, "takes_ctx", False) and uses_name(self.impl, "deps"):
            self.not_called = (
                "It uses the dependencies of a run (RunContext.deps), which only an agent has, so it was not called. "
                "Move the work to a function without them and check that."
            )

    def function(self) -> Callable[..., Any] | None:
        """Return the function behind the tool."""
        return getattr(_function_schema(self.value), "function", None)

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Validate as for a call whose arguments arrive as JSON text."""
        try:
            return self._held.args_validator.validate_json(json.dumps(arguments))
        except Exception as error:
            if not callable(getattr(error, "errors", None)):
                raise
            raise refusal(self.name, arguments, error, self.advertised.input_schema) from None

    async def call(self, arguments: dict[str, Any]) -> Any:
        """Call the tool through its toolset."""
        validated = self._held.args_validator.validate_json(json.dumps(arguments))
        told = tuple(
            kind
            for name in ("ModelRetry", "ToolFailed")
            if (kind := part_of("pydantic_ai.exceptions", name)) is not None
        )
        try:
            return await self._toolset.call_tool(self.name, validated, self._context_of_call(), self._held)
        except told as error:
            raise FrameworkError(str(error), error) from error

    def _context_of_call(self) -> Any:
        """Return the context of a call: that of the run, with a queue and a stream of events of its own."""
        known = {one.name for one in fields(self._context)}
        given: dict[str, Any] = {"tool_name": self.name, "_dispatched_tool_name": self.name, "tool_call_id": _CALL_ID}
        given |= {"max_retries": getattr(self._held, "max_retries", 0)}
        given |= {name: _empty(getattr(self._context, name)) for name in _OF_A_CALL if name in known}
        return replace(self._context, **{name: value for name, value in given.items() if name in known})


def _function_schema(held: Any) -> Any:
    """Return Pydantic AI's description of the function behind a tool, below the toolsets that combine others."""
    while not hasattr(held, "call_func") and hasattr(held, "source_tool"):
        held = held.source_tool
    return getattr(getattr(held, "call_func", None), "__self__", None)


def _empty(part: Any) -> Any:
    """Return a new object like a part of a context, with nothing in it; an empty list where the run has none."""
    return [] if part is None else type(part)()


def _context(agent: Any) -> Any:
    """Return the context of a run of an agent, as its tools get it.

    The run has no dependencies, and its model is Pydantic AI's own for tests. An agent that cannot run like this has a
    context of its own making, without the capabilities that it registers for a run.
    """
    from pydantic_ai import FunctionToolset, RunContext  # the framework's, imported by now
    from pydantic_ai.models.test import TestModel
    from pydantic_ai.usage import RunUsage

    seen: list[Any] = []

    def forge_probe(context: Any) -> str:
        """Note the context of the run."""
        seen.append(context)
        return ""

    forge_probe.__annotations__["context"] = RunContext
    model, probe = TestModel(call_tools=[_PROBE]), FunctionToolset([forge_probe])
    # What the agent needs beyond this may be missing: its dependencies, or a model that knows its native tools.
    with suppress(Exception):
        finished(asyncio.wait_for(agent.run("", model=model, toolsets=[probe]), _MAX_SECONDS))
    return seen[0] if seen else RunContext(deps=None, model=TestModel(), usage=RunUsage())
