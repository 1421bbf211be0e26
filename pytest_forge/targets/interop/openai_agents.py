"""OpenAI Agents: `FunctionTool`, and the function tools of an agent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, part_of, refusal, uses_name

__all__ = ["OpenAIAgentsTool", "agent_tools", "function_tools"]

_CALL_ID = "call_1"


def function_tools(value: Any) -> list[InteropTool]:
    """Return a `FunctionTool`."""
    return [OpenAIAgentsTool(Advertised(value.name, value.description or "", value.params_json_schema), value)]


def agent_tools(value: Any) -> list[InteropTool]:
    """Return the function tools of an agent; tools that OpenAI hosts run elsewhere."""
    kind = part_of("agents", "FunctionTool")
    return [tool for held in value.tools if isinstance(held, kind) for tool in function_tools(held)]


class OpenAIAgentsTool(InteropTool):
    """A function tool of OpenAI Agents.

    Of a failure, the model reads what the tool's ``failure_error_function`` makes of the exception; without one, the
    exception ends the run.
    """

    framework = "OpenAI Agents"
    marks_failures = False

    def __init__(self, advertised: Advertised, value: Any) -> None:
        super().__init__(advertised, value)
        self._schema: Any = None
        describe = part_of("agents.function_schema", "function_schema")
        if self.impl is not None and self.impl is not value.on_invoke_tool and describe is not None:
            self._schema = describe(self.impl, strict_json_schema=value.strict_json_schema)
            takes_run = self._schema.takes_context and uses_name(self.impl, "context")
        else:
            takes_run = False
        self.validates = "nothing" if self._schema is None else "all"
        if getattr(value, "_is_agent_tool", False):
            self.not_called = (
                "It runs another agent, which needs a model, so it was not called. Check that agent's tools."
            )
        elif takes_run:
            self.not_called = (
                "It uses the context of a run (RunContextWrapper.context), which only a runner has, so it was not "
                "called. Move the work to a function without it and check that."
            )

    def function(self) -> Callable[..., Any] | None:
        """Return the decorated function; of a tool made by hand, what it invokes."""
        invoke: Callable[..., Any] = self.value.on_invoke_tool
        inner = getattr(invoke, "_invoke_tool_impl", invoke)
        written = getattr(inner, "__agents_function_tool_wrapped_callable__", None)
        return written if callable(written) else invoke

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Validate by the model that Agents makes of the function; a tool made by hand validates by itself."""
        if self._schema is None:
            return arguments
        if self.value.strict_json_schema:
            self.refuse_omissions(arguments)
        try:
            return self._schema.params_pydantic_model(**arguments)
        except Exception as error:
            if not callable(getattr(error, "errors", None)):
                raise
            raise refusal(self.name, arguments, error, self.advertised.input_schema) from None

    async def call(self, arguments: dict[str, Any]) -> Any:
        """Invoke the tool with its arguments as JSON text."""
        text = json.dumps(arguments)
        context = part_of("agents.tool_context", "ToolContext")(
            context=None, tool_name=self.name, tool_call_id=_CALL_ID, tool_arguments=text
        )
        explain = part_of("agents.tool", "maybe_invoke_function_tool_failure_error_function")
        inner = getattr(self.value.on_invoke_tool, "_invoke_tool_impl", None)
        if explain is None or inner is None:
            return await self.value.on_invoke_tool(context, text)
        # What `on_invoke_tool` does, in two steps: the exception shows whether it is a bug.
        try:
            return await inner(context, text)
        except Exception as error:
            told = await explain(function_tool=self.value, context=context, error=error)
            if told is None:
                raise
            raise FrameworkError(str(told), error) from error
