"""InteropTool: a tool of another framework, for the dispatcher."""

from __future__ import annotations

import asyncio
import inspect
import sys
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forge_harness import Tool, ToolCategory, ToolDefinition, ToolTier, ToolValidationError

__all__ = ["Advertised", "InteropTool", "Received", "finished", "part_of", "refusal", "uses_name"]

#: Fields of a refusal that are named.
_MAX_REASONS = 20


@dataclass(frozen=True, slots=True)
class Advertised:
    """What a framework tells a model about a tool.

    Attributes:
        name: Its name.
        description: Its description.
        input_schema: The schema of its arguments, without those that the framework passes itself.
        annotations: The hints of MCP about it, by name.
    """

    name: str
    description: str
    input_schema: Any
    annotations: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Received:
    """The arguments of one call.

    Attributes:
        sent: As the model sent them.
        values: As the framework's validation passes them on.
    """

    sent: dict[str, Any] = field(repr=False, compare=False)
    values: Any


class InteropTool(Tool):
    """A tool of another framework.

    Args:
        advertised: What the framework tells a model about it.
        value: The framework's own object.

    Attributes:
        framework: The framework's name.
        impl: The author's function; None if the framework does not keep it.
        not_called: Why it cannot be called here; empty if it can.
        validates: What the framework validates before a call: ``all``, the ``top`` level of arguments, or ``nothing``.
        marks_failures: Whether the model is told of a failure by anything but a text like that of a result.
    """

    framework: str = ""
    validates: str = "all"
    marks_failures: bool = True

    def __init__(self, advertised: Advertised, value: Any) -> None:
        self.name = advertised.name
        self.value = value
        self.advertised = advertised
        self.not_called = ""
        self.impl: Callable[..., Any] | None = self.function()
        declared = getattr(self.impl, "__tool_facts__", None)
        self.facts = dict(declared) if isinstance(declared, Mapping) else {}
        self.tier_declared = self._tier() is not None

    @property
    def tier(self) -> ToolTier:
        """The tier that its annotations declare; the strictest if they declare none."""
        return self._tier() or ToolTier.EXECUTE

    @property
    def required_scopes(self) -> tuple[str, ...]:
        """Empty: no framework has scopes."""
        return ()

    @property
    def origin(self) -> str:
        """Module and name of the author's function, or of the object's class."""
        named: Any = self.impl if hasattr(self.impl, "__qualname__") else type(self.value)
        return f"{named.__module__}.{named.__qualname__}"

    def definition(self) -> ToolDefinition:
        """Return the definition that the framework sends."""
        return ToolDefinition(
            name=self.name,
            description=self.advertised.description,
            input_schema=self.advertised.input_schema,
            tier=self.tier,
            category=ToolCategory.ADAPTER,
        )

    def validate(self, arguments: Mapping[str, Any]) -> Received:
        """Validate as the framework does before it runs the tool.

        Raises:
            ToolValidationError: If the framework refuses the arguments.
        """
        sent = dict(arguments)
        return Received(sent, self.accept(sent))

    def run(self, validated: Received, *, workspace_root: Path | None) -> Any:
        """Let the framework call the tool; may return an awaitable.

        Raises:
            FrameworkError: If the framework tells the model of a failure.
        """
        del workspace_root
        return self.call(validated.sent)

    def refuse_omissions(self, arguments: Mapping[str, Any]) -> None:
        """Refuse a call that leaves out an argument, for a framework that asks providers for their strict mode.

        In strict mode a model cannot leave one out, not even one with a default, so that such a call does not come.

        Raises:
            ToolValidationError: If a required argument is missing.
        """
        required = self.advertised.input_schema.get("required") or ()
        missing = [name for name in required if name not in arguments]
        if missing:
            raise refusal(self.name, arguments, ValueError(missing[0]), self.advertised.input_schema)

    @abstractmethod
    def function(self) -> Callable[..., Any] | None:
        """Return the author's function."""

    @abstractmethod
    def accept(self, arguments: dict[str, Any]) -> Any:
        """Return the arguments as the framework's validation passes them on.

        Raises:
            ToolValidationError: If the framework refuses them.
        """

    @abstractmethod
    def call(self, arguments: dict[str, Any]) -> Any:
        """Call the tool through its framework, and return its result, or an awaitable of it."""

    def _tier(self) -> ToolTier | None:
        hints = self.advertised.annotations
        if hints.get("readOnlyHint") is True:
            return ToolTier.READ
        if hints.get("destructiveHint") is True:
            return ToolTier.EXECUTE
        if hints.get("readOnlyHint") is False and hints.get("destructiveHint") is False:
            return ToolTier.WRITE
        return None


def refusal(name: str, arguments: Mapping[str, Any], error: BaseException, schema: Any) -> ToolValidationError:
    """Return the refusal of a framework as ours: it names declared fields and kinds of error, and no values.

    Args:
        name: The tool's name.
        arguments: The arguments as the model sent them.
        error: The framework's error, or Pydantic's in it.
        schema: The advertised schema.
    """
    known = _declared_names(schema)
    found: Iterable[Any] = ()
    if callable(getattr(error, "errors", None)):
        found = error.errors()[:_MAX_REASONS]  # type: ignore[attr-defined]  # an error of Pydantic, version 1 or 2
    reasons = []
    for item in found:
        place = ".".join(str(part) if isinstance(part, int) or part in known else "*" for part in item["loc"])
        reasons.append(f"{place or 'arguments'} ({item['type'].rpartition('.')[2]})")
    reason = "; ".join(dict.fromkeys(reasons)) or "arguments (value_error)"
    return ToolValidationError(
        f"The arguments of tool {name!r} do not fit its schema: {reason}. Send values that do.",
        tool_name=name,
        tool_args=arguments,
        reason=reason,
    )


def part_of(module: str, name: str) -> Any:
    """Return a part of a framework's module that is already imported; None if it is not, or lacks the part."""
    return getattr(sys.modules.get(module), name, None)


def finished(work: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of a framework's coroutine, on a loop of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def uses_name(function: Callable[..., Any], name: str) -> bool:
    """Tell whether the code of a function names an attribute or a variable."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code is not None and name in code.co_names


def _declared_names(schema: Any) -> set[str]:
    names: set[str] = set()
    stack = [schema]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            properties = node.get("properties")
            names |= set(properties) if isinstance(properties, dict) else set()
            stack += node.values()
        elif isinstance(node, list):
            stack += node
    return names
