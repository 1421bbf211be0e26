"""A tool as a test names it: the tool itself, an annotated function, or a registered name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY, Tool

from .functions import function_tool

__all__ = ["given_tool"]


def given_tool(value: Tool | Callable[..., Any] | str) -> Tool:
    """Return the tool for *value*.

    Raises:
        ValueError: If the name is not registered.
        TargetError: If a function's parameters are not annotated.
    """
    if isinstance(value, Tool):
        return value
    if isinstance(value, str):
        known = TOOL_REGISTRY.get(value) or FORGE_TOOL_REGISTRY.get(value)
        if known is None:
            raise ValueError(f"No tool named {value!r} is registered. Import the module that declares it first.")
        return known
    return function_tool(value)
