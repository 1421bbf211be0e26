"""Framework parameters: what an agent framework passes to a function by itself, and its model never sees."""

from __future__ import annotations

import typing
from types import UnionType
from typing import Annotated, Any, Union

__all__ = ["framework_of"]

#: The top-level package and the name of a type that only its framework makes, and what the framework is called.
_PASSED = {
    ("mcp", "Context"): "MCP's Python SDK",
    ("fastmcp", "Context"): "FastMCP",
    ("pydantic_ai", "RunContext"): "Pydantic AI",
    ("agents", "RunContextWrapper"): "OpenAI Agents",
    ("langchain", "ToolRuntime"): "LangChain",
    ("langgraph", "ToolRuntime"): "LangGraph",
    ("langchain_core", "InjectedToolArg"): "LangChain",
}


def framework_of(hint: Any) -> str:
    """Return the framework that passes a parameter of this type, as ``Context of FastMCP``; empty if a model does."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return next((found for part in inner if (found := framework_of(part))), "")
    if origin in (Union, UnionType):
        return next((found for part in inner if (found := framework_of(part))), "")
    kind = origin if isinstance(origin, type) else hint if isinstance(hint, type) else type(hint)
    for base in kind.__mro__:
        framework = _PASSED.get((base.__module__.partition(".")[0], base.__name__))
        if framework:
            return f"{kind.__name__} of {framework}"
    return ""
