"""ToolStateMachine: tools called in any order with valid arguments, and invariants that hold after every call.

class Notes(ToolStateMachine):
    tools = [add_note, delete_note, list_notes]

    @invariant()
    def the_list_is_what_was_added(self):
        assert len(self.call(list_notes).llm_payload()["notes"]) == self.succeeded["add_note"]

TestNotes = Notes.TestCase

It is Hypothesis's state machine with one rule for each tool; a failure is shrunk to the shortest sequence of calls.
Reference: https://hypothesis.readthedocs.io/en/latest/stateful.html
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec import Struct

from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY, Dispatcher, Tool, ToolDispatchResult

from ..strategies.arguments import arguments
from ..targets.given_tool import given_tool
from .isolation import restored_registry, temporary_workspace

__all__ = ["ToolStateMachine", "invariant"]


class MadeCall(Struct, frozen=True):
    """A call and its result."""

    tool: str
    arguments: dict[str, Any]
    result: ToolDispatchResult


class ToolStateMachine(RuleBasedStateMachine):
    """Calls tools in any order; subclass it, name the tools, and add invariants.

    Every example starts in an empty workspace with restored registries. State in the tools' own module, such as a list
    of notes, is not reset: override `reset`.

    After each call, both registries must be unchanged. Override `after_call` for further assertions, and add rules and
    invariants as in Hypothesis.

    Attributes:
        tools: Tools, annotated functions, or names of registered tools; each becomes a rule.
        workspace: The workspace root of this example.
        calls: The calls of this example, oldest first, without those of `call`.
        succeeded: How many calls of each tool succeeded, by the tool's name.
    """

    tools: ClassVar[Sequence[Tool | Callable[..., Any] | str]] = ()

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "tools" in vars(cls):
            for value in cls.tools:
                tool = given_tool(value)
                setattr(cls, f"call_{tool.name}", _rule_of(tool))

    def __init__(self) -> None:
        super().__init__()
        self._leaving = ExitStack()
        self._leaving.enter_context(restored_registry())
        self.workspace: Path = self._leaving.enter_context(temporary_workspace())
        self._dispatcher = Dispatcher(workspace_root=self.workspace)
        self._registered = _registered()
        self.calls: list[MadeCall] = []
        self.succeeded: Counter[str] = Counter()
        self.reset()

    def reset(self) -> None:
        """Reset state of the tools outside the workspace; called before each example."""

    def after_call(self, call: MadeCall) -> None:
        """Make further assertions on each call of a rule; does nothing unless overridden."""

    def call(self, tool: Tool | Callable[..., Any] | str, /, **given: Any) -> ToolDispatchResult:
        """Call a tool in the workspace, for an invariant or a rule of your own."""
        return self._dispatcher.dispatch(given_tool(tool), given)

    def teardown(self) -> None:
        """Leave the workspace and restore the registries."""
        self._leaving.close()
        super().teardown()

    def _make(self, tool: Tool, given: dict[str, Any]) -> None:
        result = self._dispatcher.dispatch(tool, given)
        payload = result.llm_payload()
        failed = not result.ok or (isinstance(payload, dict) and bool(payload.get("error")))
        self.succeeded[tool.name] += not failed
        made = MadeCall(tool.name, given, result)
        self.calls.append(made)
        changed = [name for name, before in self._registered.items() if _registered()[name] != before]
        assert not changed, (  # noqa: S101  # an assertion of the user's test
            f"The call of {tool.name!r} changed {' and '.join(changed)}. Register tools when they are declared."
        )
        self.after_call(made)


def _rule_of(tool: Tool) -> Any:
    def call(self: ToolStateMachine, given: dict[str, Any]) -> None:
        self._make(tool, given)  # a method of the machine, made for each tool

    call.__name__ = call.__qualname__ = f"call_{tool.name}"
    call.__doc__ = f"Call {tool.name!r} with valid arguments."
    return rule(given=arguments(tool))(call)


def _registered() -> dict[str, dict[str, Tool]]:
    return {"FORGE_TOOL_REGISTRY": dict(FORGE_TOOL_REGISTRY), "TOOL_REGISTRY": dict(TOOL_REGISTRY)}
