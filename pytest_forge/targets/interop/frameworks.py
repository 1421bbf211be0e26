"""Frameworks: the table of those whose tools can be checked, and what an object of one holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ..target_error import TargetError
from . import crewai, fastmcp, llama_index, mcp_server, openai_agents, pydantic_ai, smolagents
from .interop_tool import InteropTool
from .langchain import langchain_tools

__all__ = ["TITLES", "UnreadableToolError", "framework_of", "framework_of_class", "interop_tools"]


class UnreadableToolError(Exception):
    """An object of a framework that the framework does not describe; its text says why."""


class Framework(Struct, frozen=True):
    """A class of a framework that is a tool, or holds tools.

    Attributes:
        package: Its top-level package.
        name: Its name.
        title: The framework's name, for people.
        read: Returns the tools of an object of the class.
    """

    package: str
    name: str
    title: str
    read: Callable[[Any], list[InteropTool]]


_FRAMEWORKS = (
    Framework("langchain_core", "BaseTool", "LangChain", langchain_tools),
    Framework("pydantic_ai", "Tool", "Pydantic AI", pydantic_ai.tool_tools),
    Framework("pydantic_ai", "AbstractToolset", "Pydantic AI", pydantic_ai.toolset_tools),
    Framework("pydantic_ai", "AbstractAgent", "Pydantic AI", pydantic_ai.agent_tools),
    Framework("agents", "FunctionTool", "OpenAI Agents", openai_agents.function_tools),
    Framework("agents", "Agent", "OpenAI Agents", openai_agents.agent_tools),
    Framework("fastmcp", "Tool", "FastMCP", fastmcp.tool_tools),
    Framework("fastmcp", "FastMCP", "FastMCP", fastmcp.server_tools),
    Framework("mcp", "MCPServer", "MCP's Python SDK", mcp_server.server_tools),
    Framework("smolagents", "Tool", "smolagents", smolagents.tool_tools),
    Framework("smolagents", "ToolCollection", "smolagents", smolagents.collection_tools),
    Framework("smolagents", "MultiStepAgent", "smolagents", smolagents.agent_tools),
    Framework("llama_index", "BaseTool", "LlamaIndex", llama_index.tool_tools),
    Framework("llama_index", "BaseWorkflowAgent", "LlamaIndex", llama_index.agent_tools),
    Framework("crewai", "BaseTool", "CrewAI", crewai.tool_tools),
    Framework("crewai", "BaseAgent", "CrewAI", crewai.agent_tools),
)

#: The frameworks' names, for people, each once.
TITLES = tuple(dict.fromkeys(known.title for known in _FRAMEWORKS))


def framework_of(value: object) -> Framework | None:
    """Return the framework of *value*, recognised by the names of its classes; None for any other object."""
    return None if isinstance(value, type) else framework_of_class(type(value))


def framework_of_class(kind: type) -> Framework | None:
    """Return the framework of the objects of a class; None for any other class."""
    bases = {(base.__module__.partition(".")[0], base.__name__) for base in kind.__mro__}
    return next((known for known in _FRAMEWORKS if (known.package, known.name) in bases), None)


def interop_tools(value: object) -> list[InteropTool]:
    """Return the tools of an object of a framework: one, or all that it holds; an empty list for other objects.

    Raises:
        TargetError: If its tools cannot be called in this process.
        UnreadableToolError: If the framework does not describe it, as another version of it may not.
    """
    known = framework_of(value)
    if known is None:
        return []
    try:
        return known.read(value)
    except TargetError:
        raise
    except Exception as error:  # noqa: BLE001  # a framework may raise anything about a tool that it cannot describe
        first = next(iter(str(error).splitlines()), "")[:_MAX_TOLD]
        raise UnreadableToolError(f"{type(error).__name__}{first and f': {first}'}") from None


_MAX_TOLD = 120
