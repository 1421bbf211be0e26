"""The tools of this process, by name.

TOOL_REGISTRY          legacy entries; wins if both have a name
FORGE_TOOL_REGISTRY    typed tools, by @forge_tool
staged fallback        forge_data_model, behind FLUID_FORGE_STAGED_TOOL_LOOP=1
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..kinds.legacy_tool import LegacyTool
from ..kinds.typed_tool import ForgeTool
from ..tool import Tool, ToolCategory, ToolTier
from .refusal import refuse
from .tool_registry import ToolRegistry

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = [
    "FORGE_TOOL_REGISTRY",
    "TOOL_REGISTRY",
    "_register",
    "find_tool",
    "forge_tool",
    "get_tool_definitions",
    "register_forge_tool",
    "register_staged_tool",
]

log = logging.getLogger(__name__)

TOOL_REGISTRY = ToolRegistry()

FORGE_TOOL_REGISTRY = ToolRegistry()

_staged_tools = ToolRegistry()

_shadowed: set[str] = set()


def forge_tool(
    *,
    name: str | None = None,
    description: str | None = None,
    args_schema: type[BaseModel],
    workspace_root_aware: bool = False,
    tags: Iterable[str] = (),
    register: bool = True,
    tier: ToolTier | str | None = None,
    required_scopes: Iterable[str] = (),
    category: ToolCategory | str = ToolCategory.CUSTOM,
    timeout_s: float | None = None,
    raises: Iterable[type[BaseException]] = (),
    facts: Mapping[str, bool] | Iterable[str] = (),
) -> Callable[[Callable[..., Any]], ForgeTool]:
    """Turn a function into a tool; its Pydantic arguments are the only source of its schema. Source: seed 000.

    Args:
        name: Registered name; by default the function's name.
        description: The description for the model; by default the first line of the docstring, else the name.
        args_schema: Pydantic model of the arguments.
        workspace_root_aware: Whether the function works on files and takes ``workspace_root`` as a keyword.
        tags: Labels for grouping.
        register: Whether to add the tool to FORGE_TOOL_REGISTRY.
        tier: ``"read"``, ``"write"`` or ``"execute"``. Undeclared counts as ``"execute"``, the strictest.
        required_scopes: Scopes that the agent must hold, all of them.
        category: Where the tool comes from.
        timeout_s: The limit of one call in seconds; None for no limit.
        raises: Exception classes that are part of the contract.
        facts: Facts of `FACTS` for a checker: ``{"varies": False}``, or a list of those that hold. They replace what a
            checker would guess from names and descriptions.

    Raises:
        TypeError: If *args_schema* is not a Pydantic BaseModel, *tier* or a fact is unknown, the decorated object is
            not callable, or scopes or tags are a single string.
        RegistrationError: If the name is malformed or taken, the model declares an injected name or lacks a schema, or
            the function cannot take the workspace root.
    """

    def decorate(function: Callable[..., Any]) -> ForgeTool:
        tool_name = name if name is not None else getattr(function, "__name__", type(function).__name__)
        lines = (function.__doc__ or "").strip().splitlines()
        tool = ForgeTool(
            function,
            name=tool_name,
            description=description if description is not None else (lines[0].strip() if lines else tool_name),
            args_schema=args_schema,
            workspace_root_aware=workspace_root_aware,
            tags=tags,
            tier=tier,
            required_scopes=required_scopes,
            category=category,
            timeout_s=timeout_s,
            raises=raises,
            facts=facts,
        )
        found = tool.problems()
        if found:
            refuse(tool, found)
        elif register:
            FORGE_TOOL_REGISTRY.register(tool)
        return tool

    return decorate


def register_forge_tool(tool: ForgeTool) -> None:
    """Add *tool* to FORGE_TOOL_REGISTRY; it replaces any tool of its name, which is logged."""
    FORGE_TOOL_REGISTRY.register(tool, replace=True)


def _register(name: str, description: str, input_schema: Mapping[str, Any], impl: Callable[..., Any]) -> None:
    """Add a hand-written entry to TOOL_REGISTRY; for code from before @forge_tool."""
    TOOL_REGISTRY.register(
        LegacyTool(name=name, description=description, input_schema=input_schema, impl=impl), replace=True
    )


def register_staged_tool(tool: Tool) -> None:
    """Add a tool that is available only while FLUID_FORGE_STAGED_TOOL_LOOP=1; both registries take precedence."""
    _staged_tools.register(tool, replace=True)


def find_tool(name: str) -> Tool | None:
    """Return the tool called *name* in this process, or None."""
    legacy = TOOL_REGISTRY.data.get(name)
    if legacy is not None:
        if name in FORGE_TOOL_REGISTRY.data:
            _log_shadowed(name)
        return legacy
    tool = FORGE_TOOL_REGISTRY.data.get(name)
    if tool is None and _staged_tools.data and _staged_loop_is_on():
        return _staged_tools.data.get(name)
    return tool


def get_tool_definitions(provider: str | None = None) -> list[dict[str, Any]]:
    """Return every tool of this process once, in order of registration, legacy ones first.

    A tool without a valid definition is left out and logged. The list belongs to the caller; its definitions are built
    once and shared, so copy one before you change it.

    Args:
        provider: ``"openai"``, ``"openai_strict"``, ``"openai_responses"``, ``"anthropic"``, ``"gemini"``,
            ``"ollama"`` or ``"mcp"`` for the shape of that provider; None for ``{name, description, input_schema}``.

    Raises:
        ValueError: If *provider* is unknown.
    """
    legacy, typed = TOOL_REGISTRY.shapes(provider), FORGE_TOOL_REGISTRY.shapes(provider)
    staged = _staged_tools.shapes(provider) if _staged_tools.data and _staged_loop_is_on() else ([], [])
    if not (legacy[0] or staged[0]):
        return typed[1].copy()
    for name in set(legacy[0]).intersection(typed[0]):
        _log_shadowed(name)
    merged: dict[str, dict[str, Any]] = {}
    for names, shapes in (legacy, typed, staged):
        for name, shape in zip(names, shapes, strict=True):
            merged.setdefault(name, shape)
    return list(merged.values())


def _staged_loop_is_on() -> bool:
    return os.environ.get("FLUID_FORGE_STAGED_TOOL_LOOP") == "1"


def _log_shadowed(name: str) -> None:
    if name not in _shadowed:
        _shadowed.add(name)
        log.warning("Tool %r is in both registries; the legacy entry is used.", re.sub(r"[^\w.-]", "?", name))
