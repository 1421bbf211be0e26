"""LlamaIndex: `FunctionTool` and every other `BaseTool`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, refusal

__all__ = ["LlamaIndexTool", "agent_tools", "tool_tools"]


def tool_tools(value: Any) -> list[InteropTool]:
    """Return a tool."""
    sent = value.metadata.to_openai_tool(skip_length_check=True)["function"]
    return [LlamaIndexTool(Advertised(sent["name"], sent["description"], sent["parameters"]), value)]


def agent_tools(value: Any) -> list[InteropTool]:
    """Return the tools of an agent."""
    return [tool for held in value.tools or () for tool in tool_tools(held)]


class LlamaIndexTool(InteropTool):
    """A tool of LlamaIndex, which passes arguments on as the model sent them.

    Of a failure, the model reads the text of the exception.
    """

    framework = "LlamaIndex"
    validates = "nothing"

    def __init__(self, advertised: Advertised, value: Any) -> None:
        super().__init__(advertised, value)
        if getattr(value, "requires_context", False):
            self.not_called = (
                "It takes the Context of a workflow, which only LlamaIndex's agents pass, so it was not called. "
                "Move the work to a function without it and check that."
            )

    def function(self) -> Callable[..., Any] | None:
        """Return the function behind the tool."""
        written: Callable[..., Any] | None = getattr(self.value, "real_fn", None) or getattr(self.value, "fn", None)
        return written

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Return the arguments unchanged: LlamaIndex validates nothing, but a function refuses names that it lacks."""
        if self.impl is not None:
            given = {**(getattr(self.value, "partial_params", None) or {}), **arguments}
            try:
                inspect.signature(self.impl).bind(**given)
            except TypeError as error:
                raise refusal(self.name, arguments, error, self.advertised.input_schema) from None
        return arguments

    def call(self, arguments: dict[str, Any]) -> Any:
        """Call the tool as an agent does; an async one is awaited."""
        if inspect.iscoroutinefunction(self.impl):
            return self._awaited(arguments)
        try:
            return _answer(self.value.call(**arguments))
        except Exception as error:
            raise FrameworkError(str(error), error, is_verbatim=True) from error

    async def _awaited(self, arguments: dict[str, Any]) -> Any:
        try:
            return _answer(await self.value.acall(**arguments))
        except Exception as error:
            raise FrameworkError(str(error), error, is_verbatim=True) from error


def _answer(answered: Any) -> Any:
    """Return the result of a tool: a JSON value as the tool returned it, and any other as LlamaIndex's text.

    Raises:
        FrameworkError: If it is marked as an error.
    """
    if answered.is_error:
        raise FrameworkError(answered.content, getattr(answered, "exception", None))
    raw = answered.raw_output
    return raw if raw is None or isinstance(raw, str | int | float | list | dict) else answered.content
