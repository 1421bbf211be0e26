"""The tools that a model is offered: those that the caller chose, and no others.

It fails closed: unknown names and an empty list offer nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from ..kinds.executor import ToolExecutor
from ..registry.process_tools import find_tool, get_tool_definitions
from ..registry.tool_registry import ToolRegistry
from ..tool import Tool

__all__ = ["offered_tools"]

log = logging.getLogger(__name__)


def offered_tools(tools: ToolRegistry | Iterable[Tool | ToolExecutor | str] | None) -> ToolRegistry:
    """Return a registry of the chosen tools; tools registered later are not in it.

    Args:
        tools: A registry; tools, executors and names of registered tools; or None for all tools of the process.

    Raises:
        RegistrationError: If two tools share a name, or an entry is not a tool.
        TypeError: If *tools* is one name instead of a list.
    """
    offered = ToolRegistry()
    if tools is None:
        tools = [shape["name"] for shape in get_tool_definitions()]
    if isinstance(tools, str):
        raise TypeError(f"tools={tools!r} is a single name. Put it into a list.")
    if isinstance(tools, Mapping):
        return ToolRegistry(tools)
    for entry in tools:
        tool = find_tool(entry) if isinstance(entry, str) else entry
        if tool is None:
            log.warning("The tool %r is not registered, so it is not offered.", entry)
        else:
            offered.register(tool)
    return offered
