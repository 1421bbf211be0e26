"""Context managers that isolate the tools, files and events of a test.

Each has a fixture ``forge_…`` as its twin. Under Hypothesis's ``@given``, use the context manager inside the test, so
that every example starts fresh.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from forge_harness import (
        Event,
        RuleRegistry,
        ScriptedProvider,
        Tool,
        ToolDispatchResult,
        ToolInvocationRecord,
        ToolRegistry,
    )

__all__ = [
    "Dispatch",
    "RecordedEvents",
    "dispatching",
    "recorded_events",
    "restored_registry",
    "restored_rules",
    "scripted_model",
    "temporary_workspace",
]

#: Calls a tool: name or tool, arguments, and optionally another workspace root.
Dispatch = Callable[..., "ToolDispatchResult"]


@dataclass(slots=True)
class RecordedEvents:
    """The events of the event bus.

    Attributes:
        events: Every event, oldest first.
    """

    events: list[Event] = field(default_factory=list)

    @property
    def records(self) -> list[ToolInvocationRecord]:
        """The record of each tool call, oldest first."""
        return [event.payload["record"] for event in self.events if event.event_type == "tool.invoked"]

    def of_type(self, event_type: str) -> list[Event]:
        """Return the events of one type, oldest first."""
        return [event for event in self.events if event.event_type == event_type]


@contextmanager
def restored_registry() -> Iterator[ToolRegistry]:
    """Yield FORGE_TOOL_REGISTRY; both registries are restored on leaving."""
    from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY

    with TOOL_REGISTRY.restored(), FORGE_TOOL_REGISTRY.restored() as registry:
        yield registry


@contextmanager
def restored_rules() -> Iterator[RuleRegistry]:
    """Yield RULE_REGISTRY, the users' rules of the critics; it is restored on leaving."""
    from forge_harness import RULE_REGISTRY

    with RULE_REGISTRY.restored() as registry:
        yield registry


@contextmanager
def temporary_workspace(files: Mapping[str, str | bytes] | None = None) -> Iterator[Path]:
    """Yield the resolved path of an empty folder, which is removed on leaving.

    Args:
        files: Relative paths and contents to start with.
    """
    with tempfile.TemporaryDirectory(prefix="forge-workspace-") as name:
        root = Path(name).resolve()
        for path, content in (files or {}).items():
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
        yield root


@contextmanager
def dispatching(workspace_root: Path | None = None) -> Iterator[Dispatch]:
    """Yield a function that calls a tool: ``dispatch(name_or_tool, arguments, *, workspace_root=None)``.

    The registries are restored on leaving.

    Args:
        workspace_root: The default of all calls; a temporary folder unless given.
    """
    from forge_harness import Dispatcher

    with ExitStack() as stack:
        stack.enter_context(restored_registry())
        root = workspace_root or stack.enter_context(temporary_workspace())
        dispatcher = Dispatcher(workspace_root=root)

        def dispatch(
            name: str | Tool, arguments: Mapping[str, Any] | None = None, *, workspace_root: Path | None = None
        ) -> ToolDispatchResult:
            return dispatcher.dispatch(name, {} if arguments is None else arguments, workspace_root=workspace_root)

        yield dispatch


@contextmanager
def recorded_events() -> Iterator[RecordedEvents]:
    """Yield a list of the events of the event bus until leaving."""
    from forge_harness import get_event_bus

    recorded = RecordedEvents()
    unsubscribe = get_event_bus().subscribe(recorded.events.append)
    try:
        yield recorded
    finally:
        unsubscribe()


@contextmanager
def scripted_model(*steps: Any) -> Iterator[ScriptedProvider]:
    """Yield a model that answers with *steps*, in order; all of them must be used before leaving.

    Args:
        steps: Texts, tool calls, replies, errors to raise, or functions; more may be added with ``.add(...)``.
    """
    from forge_harness import ScriptedProvider

    with ScriptedProvider(steps) as model:
        yield model
