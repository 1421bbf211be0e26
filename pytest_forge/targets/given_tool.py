"""A tool as a test's author gives it: the tool, an annotated function, or the name it is registered under."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY, Tool

from .functions import function_tool

__all__ = ["given_tool"]


def given_tool(value: Tool | Callable[..., Any] | str) -> Tool:
    """Return the tool that *value* is, makes, or names.

    Raises:
        ValueError: If nothing is registered under the name.
        TargetError: If a function's parameters are not annotated.
    """
    if isinstance(value, Tool):
        return value
    if isinstance(value, str):
        known = TOOL_REGISTRY.get(value) or FORGE_TOOL_REGISTRY.get(value)
        if known is None:
            raise ValueError(
                f"There is no tool {value!r} in either registry. Import the module that declares it first."
            )
        return known
    return function_tool(value)
