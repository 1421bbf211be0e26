"""Smolagents: `@tool` and every other `Tool`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, part_of, refusal

__all__ = ["SmolagentsTool", "agent_tools", "collection_tools", "tool_tools"]


def tool_tools(value: Any) -> list[InteropTool]:
    """Return a `Tool`."""
    sent = part_of("smolagents.models", "get_tool_json_schema")(value)["function"]
    return [SmolagentsTool(Advertised(sent["name"], sent["description"], sent["parameters"]), value)]


def collection_tools(value: Any) -> list[InteropTool]:
    """Return the tools of a collection."""
    return [tool for held in value.tools for tool in tool_tools(held)]


def agent_tools(value: Any) -> list[InteropTool]:
    """Return the tools that an agent was given, without the one of smolagents that ends a run."""
    own = part_of("smolagents.default_tools", "FinalAnswerTool")
    return [tool for held in value.tools.values() if type(held) is not own for tool in tool_tools(held)]


class SmolagentsTool(InteropTool):
    """A tool of smolagents.

    Of a failure, the model of a `ToolCallingAgent` reads the class and the text of the exception.
    """

    framework = "smolagents"

    def __init__(self, advertised: Advertised, value: Any) -> None:
        super().__init__(advertised, value)
        # An argument of any type is advertised as a text.
        takes_any = any(one.get("type") == "any" for one in value.inputs.values())
        self.validates = "nothing" if takes_any else "top"

    def function(self) -> Callable[..., Any] | None:
        """Return the method `forward`, which a decorated function becomes."""
        forward: Callable[..., Any] | None = getattr(self.value, "forward", None)
        return forward

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Validate as an agent does before it calls the tool."""
        validate = part_of("smolagents.tools", "validate_tool_arguments")
        try:
            if validate is not None:
                validate(self.value, arguments)
        except (TypeError, ValueError) as error:
            raise refusal(self.name, arguments, error, self.advertised.input_schema) from None
        return arguments

    def call(self, arguments: dict[str, Any]) -> Any:
        """Call the tool as an agent does."""
        try:
            return self.value(**arguments, sanitize_inputs_outputs=True)
        except Exception as error:
            raise FrameworkError(f"{type(error).__name__}: {error}", error, is_verbatim=True) from error
