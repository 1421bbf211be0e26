"""Executors: tools as objects, for handlers that are built at run time."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ..deadline.step_timeouts import checked_seconds
from ..errors import RegistrationError, WorkspaceRequiredError
from ..reach import Reach
from ..schema.json_schema import copied
from ..tool import ToolCategory, ToolDefinition, ToolTier, several
from .declaration import FACTS_ATTRIBUTE, declared_facts, root_problems
from .described_tool import DescribedTool

__all__ = ["BuilderExecutor", "ExecutorTool", "FnToolExecutor", "MockToolExecutor", "ToolExecutor"]

#: The schema of an executor that does not declare one: it accepts any arguments.
OPEN_SCHEMA: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": True}


@runtime_checkable
class ToolExecutor(Protocol):
    """The interface of an object that is a tool. Source: seed 004, "Registering a tool".

    ``execute`` takes the arguments and returns the result, or an awaitable of it. If the object has a true attribute
    ``workspace_root_aware``, it is also given the keyword ``workspace_root``, a resolved path.
    """

    @property
    def name(self) -> str:
        """The name it is registered under."""

    def definition(self) -> ToolDefinition:
        """Return the definition."""

    def execute(self, arguments: dict[str, Any], /) -> Any:
        """Run the tool."""


class FnToolExecutor:
    """Wraps a function, sync or async, that takes the arguments as a dict.

    Args:
        name: Registered name.
        handler: Called with the arguments; returns the result or an awaitable of it.
        description: The description for the model; by default the first line of the handler's docstring.
        input_schema: JSON Schema of the arguments. None accepts any, which `forge check` reports: the model cannot
            know which arguments to send.
        tier: What the tool may do; None means undeclared, which counts as the strictest.
        required_scopes: Scopes the agent must hold.
        category: Where the tool comes from.
        timeout_s: The limit of one call in seconds, or None.
        workspace_root_aware: Whether the handler works on files and takes ``workspace_root`` as a keyword.
    """

    def __init__(
        self,
        name: str,
        handler: Callable[..., Any],
        *,
        description: str | None = None,
        input_schema: Mapping[str, Any] | None = None,
        tier: ToolTier | str | None = None,
        required_scopes: Iterable[str] = (),
        category: ToolCategory | str = ToolCategory.CUSTOM,
        timeout_s: float | None = None,
        workspace_root_aware: bool = False,
    ) -> None:
        self.name = name
        self.handler = handler
        self.workspace_root_aware = workspace_root_aware
        self.timeout_s = checked_seconds(timeout_s, "timeout_s")
        self.tier_declared = tier is not None
        self.facts = declared_facts(getattr(handler, FACTS_ATTRIBUTE, ()), name)
        self._definition = ToolDefinition(
            name=name,
            description=_first_line(handler, name) if description is None else description,
            input_schema=dict(OPEN_SCHEMA if input_schema is None else input_schema),
            tier=ToolTier(tier or ToolTier.EXECUTE),
            required_scopes=several(required_scopes, "required_scopes"),
            category=ToolCategory(category),
        )

    def definition(self) -> ToolDefinition:
        """Return the definition."""
        return copy.deepcopy(self._definition)

    def execute(self, arguments: dict[str, Any], /, *, workspace_root: Path | None = None) -> Any:
        """Call the handler.

        Raises:
            WorkspaceRequiredError: If it is aware of the workspace root, and there is none.
        """
        if not self.workspace_root_aware:
            return self.handler(arguments)
        return self.handler(arguments, workspace_root=_needed(workspace_root, self.name))


class MockToolExecutor(FnToolExecutor):
    """A tool for tests: returns a fixed result, and records its calls.

    Args:
        name: Registered name.
        result: Returned by every call; an exception instance is raised instead.
        description: The description for the model.
        input_schema: JSON Schema of the arguments; None accepts any.
        tier: What the tool may do.
        required_scopes: Scopes the agent must hold.

    Attributes:
        calls: The arguments of each call, oldest first, as copies.
    """

    def __init__(
        self,
        name: str,
        result: Any = None,
        *,
        description: str = "A tool for tests.",
        input_schema: Mapping[str, Any] | None = None,
        tier: ToolTier | str | None = None,
        required_scopes: Iterable[str] = (),
    ) -> None:
        self.calls: list[dict[str, Any]] = []
        self.result = result
        super().__init__(
            name,
            self._answer,
            description=description,
            input_schema=input_schema,
            tier=tier,
            required_scopes=required_scopes,
        )

    def _answer(self, arguments: dict[str, Any]) -> Any:
        self.calls.append(copy.deepcopy(arguments))
        if isinstance(self.result, BaseException):
            raise self.result
        return copy.deepcopy(self.result)


class BuilderExecutor:
    """A definition whose execution is elsewhere, for example on an MCP server or in the host's user interface.

    Args:
        definition: The definition for the model.
        run: Called with the tool's name and the arguments; returns the result or an awaitable of it.
    """

    def __init__(self, definition: ToolDefinition, run: Callable[[str, dict[str, Any]], Any]) -> None:
        self._definition = definition
        self._run = run
        self.tier_declared = True

    @property
    def name(self) -> str:
        """The definition's name."""
        return self._definition.name

    def definition(self) -> ToolDefinition:
        """Return the definition."""
        return copy.deepcopy(self._definition)

    def execute(self, arguments: dict[str, Any], /) -> Any:
        """Pass the call to *run*."""
        return self._run(self._definition.name, arguments)


class ExecutorTool(DescribedTool):
    """An executor as the dispatcher sees it.

    Args:
        executor: Any `ToolExecutor`.

    Raises:
        RegistrationError: If its definition is not a `ToolDefinition`, or has another name.
    """

    def __init__(self, executor: ToolExecutor) -> None:
        definition = executor.definition()
        if not isinstance(definition, ToolDefinition):
            raise RegistrationError(
                f"definition() of {executor.name!r} returned {type(definition).__name__!r}. Return a ToolDefinition."
            )
        if definition.name != executor.name:
            raise RegistrationError(
                f"The executor {executor.name!r} is advertised as {definition.name!r}. Give both the same name."
            )
        self.executor = executor
        # Other executors are objects, and may keep any state.
        self._reach = Reach(executor.handler if type(executor) is FnToolExecutor else executor.execute)
        self.timeout_s = checked_seconds(getattr(executor, "timeout_s", None), "timeout_s")
        self.workspace_root_aware = bool(getattr(executor, "workspace_root_aware", False))
        self.tier_declared = getattr(executor, "tier_declared", True)
        self.facts = declared_facts(getattr(executor, "facts", ()), executor.name)
        # Frozen at registration: a definition that changes later must not change what was advertised and approved.
        super().__init__(
            ToolDefinition(
                name=definition.name,
                description=definition.description,
                input_schema=copied(definition.input_schema),
                tier=ToolTier(definition.tier),
                required_scopes=several(definition.required_scopes, "required_scopes"),
                category=ToolCategory(definition.category),
            )
        )
        self._is_open = definition.input_schema == OPEN_SCHEMA

    @property
    def origin(self) -> str:
        handler = getattr(self.executor, "handler", None)
        named: Any = handler if hasattr(handler, "__qualname__") else type(self.executor)
        return f"{named.__module__}.{named.__qualname__}"

    def problems(self) -> list[str]:
        """Return the reasons to refuse this tool at registration, a sentence each; empty if there are none."""
        found = super().problems()
        if self.workspace_root_aware:
            own = self.executor.handler if isinstance(self.executor, FnToolExecutor) else self.executor.execute
            found += root_problems(self.name, own)
        return found

    def definition(self) -> ToolDefinition:
        schema = OPEN_SCHEMA if self._is_open else self._arguments.schema
        return dataclasses.replace(self._definition, input_schema=copied(schema))

    def keeps_state(self) -> bool:
        return self._reach.keeps_state()

    def validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return self._arguments.own(arguments) if self._is_open else self._arguments.check(arguments)

    def run(self, validated: dict[str, Any], *, workspace_root: Path | None) -> Any:
        if not self.workspace_root_aware:
            return self.executor.execute(validated)
        execute: Callable[..., Any] = self.executor.execute
        return execute(validated, workspace_root=_needed(workspace_root, self.name))


def _needed(workspace_root: Path | None, name: str) -> Path:
    if not workspace_root:
        raise WorkspaceRequiredError(f"Tool {name!r} works on files and needs a workspace root. Pass workspace_root=.")
    return workspace_root


def _first_line(handler: Callable[..., Any], default: str) -> str:
    lines = (handler.__doc__ or "").strip().splitlines()
    return lines[0].strip() if lines else default
