"""CrewAI: `@tool` and every other `BaseTool`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, refusal

__all__ = ["CrewAITool", "agent_tools", "tool_tools"]


def tool_tools(value: Any) -> list[InteropTool]:
    """Return a tool as a model with function calling is sent it."""
    from crewai.utilities.agent_utils import convert_tools_to_openai_schema  # the framework's, imported by now

    sent = convert_tools_to_openai_schema([value])[0][0]["function"]
    return [CrewAITool(Advertised(sent["name"], sent["description"], sent["parameters"]), value)]


def agent_tools(value: Any) -> list[InteropTool]:
    """Return the tools of an agent."""
    return [tool for held in value.tools or () for tool in tool_tools(held)]


class CrewAITool(InteropTool):
    """A tool of CrewAI.

    Of a failure, the model reads the text of the exception.
    """

    framework = "CrewAI"
    marks_failures = False

    def function(self) -> Callable[..., Any] | None:
        """Return the decorated function, or the method of a class."""
        written: Callable[..., Any] | None = getattr(self.value, "func", None) or self.value._run  # noqa: SLF001  # what authors write
        return written

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Validate by the tool's arguments model; CrewAI asks providers for their strict mode."""
        self.refuse_omissions(arguments)
        try:
            return self.value.args_schema.model_validate(arguments).model_dump()
        except Exception as error:
            if not callable(getattr(error, "errors", None)):
                raise
            raise refusal(self.name, arguments, error, self.advertised.input_schema) from None

    def call(self, arguments: dict[str, Any]) -> Any:
        """Run the tool; an async one is awaited."""
        if inspect.iscoroutinefunction(self.impl):
            return self._awaited(arguments)
        try:
            return self.value.run(**arguments)
        except Exception as error:
            raise FrameworkError(str(error), error, is_verbatim=True) from error

    async def _awaited(self, arguments: dict[str, Any]) -> Any:
        try:
            return await self.value.arun(**arguments)
        except Exception as error:
            raise FrameworkError(str(error), error, is_verbatim=True) from error
