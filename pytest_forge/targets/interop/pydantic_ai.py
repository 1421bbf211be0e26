"""Pydantic AI: `Tool`, toolsets, and the tools of an agent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..target_error import TargetError
from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, finished, part_of, refusal, uses_name

__all__ = ["PydanticAiTool", "agent_tools", "tool_tools", "toolset_tools"]


def tool_tools(value: Any) -> list[InteropTool]:
    """Return a `Tool`."""
    return toolset_tools(part_of("pydantic_ai.toolsets", "FunctionToolset")([value]))


def agent_tools(value: Any) -> list[InteropTool]:
    """Return the tools of every toolset of an agent."""
    return [tool for toolset in value.toolsets for tool in toolset_tools(toolset)]


def toolset_tools(value: Any) -> list[InteropTool]:
    """Return the tools that a toolset offers in a run.

    Raises:
        TargetError: If it gets its tools from a server.
    """
    if any("MCP" in base.__name__ for base in type(value).__mro__):
        raise TargetError(
            f"The toolset is a {type(value).__name__}, whose tools are on a server. "
            "Check the server itself: 'mcp:COMMAND' or 'mcp+URL'."
        )
    context = _context()
    offered = finished(value.get_tools(context))
    return [PydanticAiTool(value, held, context) for held in offered.values()]


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
        schema = getattr(getattr(held, "call_func", None), "__self__", None)
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
        return getattr(getattr(getattr(self.value, "call_func", None), "__self__", None), "function", None)

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
            return await self._toolset.call_tool(self.name, validated, self._context, self._held)
        except told as error:
            raise FrameworkError(str(error), error) from error


def _context() -> Any:
    """Return the context of a run without dependencies, whose model is Pydantic AI's own for tests."""
    from pydantic_ai import RunContext  # the framework's, imported by now
    from pydantic_ai.models.test import TestModel
    from pydantic_ai.usage import RunUsage

    return RunContext(deps=None, model=TestModel(), usage=RunUsage())
