"""Registries: the tools of this process, by name.

TOOL_REGISTRY          legacy entries; wins when both hold a name
FORGE_TOOL_REGISTRY    typed tools, by @forge_tool
staged fallback        forge_data_model, behind FLUID_FORGE_STAGED_TOOL_LOOP=1
"""

from __future__ import annotations

import inspect
import logging
import os
import re
import threading
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .errors import RegistrationError
from .kinds.executor import ExecutorTool, ToolExecutor
from .kinds.legacy_tool import LegacyTool
from .kinds.typed_tool import ForgeTool
from .schema.shapes import provider_shape
from .scrub import escaped
from .tool import Tool, ToolCategory, ToolTier

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = [
    "FORGE_TOOL_REGISTRY",
    "TOOL_REGISTRY",
    "ToolRegistry",
    "collecting_problems",
    "find_tool",
    "forge_tool",
    "get_tool_definitions",
    "register_forge_tool",
    "register_staged_tool",
]

log = logging.getLogger(__name__)


#: Names of tools, and their definitions in the same order.
Shapes = tuple[list[str], list[dict[str, Any]]]


class ToolRegistry(UserDict[str, Tool]):
    """A dict of tools that refuses to forget one by accident.

    Everything a dict does works: ``dict(registry)``, ``clear``, ``update``, assignment. Assigned values may be `Tool`
    objects, executors, or legacy mappings, and are kept as `Tool` objects.
    """

    def __init__(self, entries: Mapping[str, Any] | None = None) -> None:
        self._lock = threading.RLock()
        self._sandboxes = 0
        self._version = 0
        self._definitions: dict[str | None, tuple[int, Shapes]] = {}
        super().__init__(entries or {})

    def __copy__(self) -> ToolRegistry:
        return ToolRegistry(self.data)

    copy = __copy__

    def __deepcopy__(self, memo: dict[int, Any]) -> ToolRegistry:
        # Tools hold functions and models, of which there is one each.
        return self.copy()

    def __ior__(self, other: Any) -> ToolRegistry:  # type: ignore[override,misc]  # UserDict's own would skip __setitem__
        self.update(other)
        return self

    def __setitem__(self, name: str, entry: Any) -> None:
        tool = _as_tool(name, entry)
        if tool.name != name:
            sentence = f"The tool {tool.name!r} stands under the key {name!r}. Use its own name as the key."
            if _problems is None:
                raise RegistrationError(sentence)
            _problems.append((tool, [sentence]))
        with self._lock:
            self.data[name] = tool
            self._version += 1

    def __delitem__(self, name: str) -> None:
        with self._lock:
            del self.data[name]
            self._version += 1

    def register(self, tool: Tool | ToolExecutor, *, replace: bool = False) -> Tool:
        """Add *tool* under its own name.

        A second registration from the same place, as a reload makes it, replaces the first. So does any registration
        inside `restored`.

        Args:
            tool: A tool or an executor.
            replace: Whether to take the place of another tool of that name.

        Returns:
            The tool as it is kept.

        Raises:
            RegistrationError: If the name is taken or malformed, or the definition cannot be built.
        """
        kept = _as_tool(tool.name, tool)
        found = kept.problems()
        if found and _problems is None:
            raise RegistrationError(found[0])
        if found and _problems is not None:
            _problems.append((kept, found))
        with self._lock:
            present = self.data.get(kept.name)
            if present is not None and not self._sandboxes:
                is_reload = _is_reload(kept, present)
                if not is_reload and not replace:
                    raise RegistrationError(
                        f"A tool named {kept.name!r} is already registered by {present.origin!r}. "
                        f"Choose another name for {kept.origin!r}."
                    )
                if not is_reload or _is_made(kept, present):
                    log.warning("Tool %r of %s replaces the one of %s.", kept.name, kept.origin, present.origin)
            self.data[kept.name] = kept
            self._version += 1
        return kept

    @contextmanager
    def restored(self) -> Iterator[ToolRegistry]:
        """Put back on leaving whatever was registered on entering.

        The tools stay available inside, and may be replaced.
        Source: seed 000, "Snapshot/restore the registry in your fixture".
        """
        with self._lock:
            saved = dict(self.data)
            self._sandboxes += 1
        try:
            yield self
        finally:
            with self._lock:
                self._sandboxes -= 1
                self.data = saved
                self._version += 1

    def get_tool_definitions(self, provider: str | None = None) -> list[dict[str, Any]]:
        """Return what *provider* is sent for each tool here; see the function of the same name."""
        return self.shapes(provider)[1].copy()

    def shapes(self, provider: str | None) -> Shapes:
        """Return the names, and what *provider* is sent for each of them; both are shared, so change neither."""
        with self._lock:
            cached = self._definitions.get(provider)
            if cached is not None and cached[0] == self._version:
                return cached[1]
            shapes = {name: shape for name, tool in self.data.items() if (shape := _shape(tool, provider)) is not None}
            listed = (list(shapes), list(shapes.values()))
            # A model that waits for a class may be described the next time.
            if len(shapes) == len(self.data):
                self._definitions[provider] = (self._version, listed)
        return listed


def _is_reload(tool: Tool, present: Tool) -> bool:
    """Tell whether *tool* is *present* declared once more, as a reload of its module does it."""
    if isinstance(tool, ExecutorTool) and isinstance(present, ExecutorTool):
        # Two executors of one class are two tools; only a function's name tells that it is the same one again.
        is_function = inspect.isfunction(getattr(tool.executor, "handler", None))
        return tool.executor is present.executor or (is_function and _place(tool) == _place(present))
    return tool is present or (type(tool) is type(present) and _place(tool) == _place(present))


def _is_made(tool: Tool, present: Tool) -> bool:
    """Tell whether both come from inside a function, which may make as many of that name as it likes."""
    return tool is not present and "<locals>" in tool.origin and _function(tool) is not _function(present)


def _place(tool: Tool) -> tuple[str, int]:
    """Return where *tool* is declared; the line matters only where the name says nothing."""
    code = getattr(_function(tool), "__code__", None)
    return tool.origin, code.co_firstlineno if code is not None and tool.origin.endswith("<lambda>") else 0


def _function(tool: Tool) -> Any:
    return getattr(tool.executor, "handler", None) if isinstance(tool, ExecutorTool) else getattr(tool, "impl", None)


def _as_tool(name: str, entry: Any) -> Tool:
    if isinstance(entry, Tool):
        return entry
    if isinstance(entry, Mapping):
        return LegacyTool.from_mapping(name, entry)
    if isinstance(entry, ToolExecutor):
        return ExecutorTool(entry)
    raise RegistrationError(
        f"{type(entry).__name__!r} under the name {name!r} is no tool. "
        "Register a @forge_tool, an executor, or a mapping with name, description, input_schema and impl."
    )


def _shape(tool: Tool, provider: str | None) -> dict[str, Any] | None:
    try:
        definition = tool.definition()
    except Exception as error:  # noqa: BLE001  # one tool that cannot be described must not hide the others
        why = escaped(str(error) if isinstance(error, RegistrationError) else type(error).__name__)
        log.warning("Tool %s cannot be described and is not listed: %s", ascii(tool.name), why)
        return None
    return provider_shape(definition.name, definition.description, definition.input_schema, provider)


TOOL_REGISTRY = ToolRegistry()
FORGE_TOOL_REGISTRY = ToolRegistry()
_staged_tools = ToolRegistry()
_shadowed: set[str] = set()
_problems: list[tuple[Tool, list[str]]] | None = None


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
    """Make a tool of a function; its Pydantic arguments are the only source of its schema. Source: seed 000.

    Args:
        name: Registered name; the function's name unless given.
        description: What the model reads; the first line of the docstring unless given, then the name.
        args_schema: Pydantic model of the arguments.
        workspace_root_aware: Whether the function works on files, and takes ``workspace_root`` as a keyword.
        tags: Labels for grouping.
        register: Whether to add the tool to FORGE_TOOL_REGISTRY.
        tier: ``"read"``, ``"write"`` or ``"execute"``. Undeclared counts as ``"execute"``, the strictest.
        required_scopes: Scopes the agent must hold, all of them.
        category: Where the tool comes from.
        timeout_s: Seconds one call may take; None for no limit.
        raises: Exception classes that are part of the contract.
        facts: What is true of it for a checker, out of `FACTS`: ``{"varies": False}``, or a list of those that hold.
            It takes the place of what a checker would guess from names and descriptions.

    Raises:
        TypeError: If *args_schema* is no Pydantic BaseModel, or *tier* or a fact is unknown, what is decorated cannot
            be called, or scopes or tags are one text.
        RegistrationError: If the name is malformed or taken, the model declares an injected name or cannot be
            described, or the function cannot take the workspace root.
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
        if found and _problems is None:
            raise RegistrationError(found[0])
        if found and _problems is not None:
            _problems.append((tool, found))
        elif register:
            FORGE_TOOL_REGISTRY.register(tool)
        return tool

    return decorate


@contextmanager
def collecting_problems() -> Iterator[list[tuple[Tool, list[str]]]]:
    """Collect what registration would refuse instead of raising it, so that a checker can report it.

    Inside, a tool that `forge_tool` refuses is returned unregistered, and listed with its problems.
    """
    global _problems  # the decorator has no other way to know who imports it
    outer, _problems = _problems, []
    try:
        yield _problems
    finally:
        _problems = outer


def register_forge_tool(tool: ForgeTool) -> None:
    """Add *tool* to FORGE_TOOL_REGISTRY, in place of any other of its name; the replacement is logged."""
    FORGE_TOOL_REGISTRY.register(tool, replace=True)


def _register(name: str, description: str, input_schema: Mapping[str, Any], impl: Callable[..., Any]) -> None:
    """Add a hand-written entry to TOOL_REGISTRY; for code from before @forge_tool."""
    TOOL_REGISTRY.register(
        LegacyTool(name=name, description=description, input_schema=input_schema, impl=impl), replace=True
    )


def register_staged_tool(tool: Tool) -> None:
    """Add a tool that is seen only while FLUID_FORGE_STAGED_TOOL_LOOP=1; either registry wins over it."""
    _staged_tools.register(tool, replace=True)


def find_tool(name: str) -> Tool | None:
    """Return the tool that answers to *name* in this process, or None."""
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

    A tool that cannot be described is left out, and logged. The list is the caller's; the definitions in it are built
    once and shared, so copy one before you change it.

    Args:
        provider: ``"openai"``, ``"openai_strict"``, ``"openai_responses"``, ``"anthropic"``, ``"gemini"``,
            ``"ollama"`` or ``"mcp"`` for the shape that provider takes; None for ``{name, description, input_schema}``.

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
        log.warning("Tool %r is in both registries; the legacy entry answers.", re.sub(r"[^\w.-]", "?", name))
