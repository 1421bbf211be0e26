"""ToolRegistry: a dict of tools that refuses to replace one by accident."""

from __future__ import annotations

import inspect
import logging
import threading
from collections import UserDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..errors import RegistrationError
from ..kinds.executor import ExecutorTool, ToolExecutor
from ..kinds.legacy_tool import LegacyTool
from ..schema.shapes import provider_shape
from ..scrub import escaped
from ..tool import Tool
from .refusal import refuse

__all__ = ["Shapes", "ToolRegistry"]

log = logging.getLogger(__name__)

#: Names of tools, and their definitions in the same order.
Shapes = tuple[list[str], list[dict[str, Any]]]


class ToolRegistry(UserDict[str, Tool]):
    """A dict of tools that refuses to replace one by accident.

    It supports all operations of a dict: ``dict(registry)``, ``clear``, ``update``, assignment. Assigned values may be
    `Tool` objects, executors, or legacy mappings, and are kept as `Tool` objects.
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
        # Tools hold functions and models, which must not be copied.
        return self.copy()

    def __ior__(self, other: Any) -> ToolRegistry:  # type: ignore[override,misc]  # UserDict's own would skip __setitem__
        self.update(other)
        return self

    def __setitem__(self, name: str, entry: Any) -> None:
        tool = _as_tool(name, entry)
        if tool.name != name:
            sentence = f"The tool {tool.name!r} is stored under the key {name!r}. Use its own name as the key."
            refuse(tool, [sentence])
        with self._lock:
            self.data[name] = tool
            self._version += 1

    def __delitem__(self, name: str) -> None:
        with self._lock:
            del self.data[name]
            self._version += 1

    def register(self, tool: Tool | ToolExecutor, *, replace: bool = False) -> Tool:
        """Add *tool* under its own name.

        A second registration from the same place, for example by a reload, replaces the first. So does any registration
        inside `restored`.

        Args:
            tool: A tool or an executor.
            replace: Whether to replace another tool of that name.

        Returns:
            The registered tool.

        Raises:
            RegistrationError: If the name is taken or malformed, or the definition cannot be built.
        """
        kept = _as_tool(tool.name, tool)
        found = kept.problems()
        if found:
            refuse(kept, found)
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
        """Restore on exit the tools that were registered on entry.

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
        """Return the definitions of the tools here for *provider*; see the function of the same name."""
        return self.shapes(provider)[1].copy()

    def shapes(self, provider: str | None) -> Shapes:
        """Return the names and the definitions for *provider*; both lists are shared, so do not change them."""
        with self._lock:
            cached = self._definitions.get(provider)
            if cached is not None and cached[0] == self._version:
                return cached[1]
            shapes = {name: shape for name, tool in self.data.items() if (shape := _shape(tool, provider)) is not None}
            listed = (list(shapes), list(shapes.values()))
            # A model with a forward reference may be complete the next time.
            if len(shapes) == len(self.data):
                self._definitions[provider] = (self._version, listed)
        return listed


def _is_reload(tool: Tool, present: Tool) -> bool:
    """Tell whether *tool* is *present* declared again, as by a reload of its module."""
    if isinstance(tool, ExecutorTool) and isinstance(present, ExecutorTool):
        # Two executors of one class are two tools; a function is the same tool if its name and place are.
        is_function = inspect.isfunction(getattr(tool.executor, "handler", None))
        return tool.executor is present.executor or (is_function and _place(tool) == _place(present))
    return tool is present or (type(tool) is type(present) and _place(tool) == _place(present))


def _is_made(tool: Tool, present: Tool) -> bool:
    """Tell whether both come from inside a function, which may create many tools of one name."""
    return tool is not present and "<locals>" in tool.origin and _function(tool) is not _function(present)


def _place(tool: Tool) -> tuple[str, int]:
    """Return the place where *tool* is declared; the line counts only for lambdas."""
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
        f"{type(entry).__name__!r} under the name {name!r} is not a tool. "
        "Register a @forge_tool, an executor, or a mapping with name, description, input_schema and impl."
    )


def _shape(tool: Tool, provider: str | None) -> dict[str, Any] | None:
    try:
        definition = tool.definition()
    except Exception as error:  # noqa: BLE001  # a broken tool must not hide the others
        why = escaped(str(error) if isinstance(error, RegistrationError) else type(error).__name__)
        log.warning("Tool %s cannot be described and is not listed: %s", ascii(tool.name), why)
        return None
    return provider_shape(definition.name, definition.description, definition.input_schema, provider)
