"""ScriptedProvider: a model for tests, with scripted answers.

::

    with ScriptedProvider(["Let me look.", ToolCall("c1", "add", {"a": 1}), ...]) as model:
        run_agent_loop("…", provider=model)

The steps are used in order, one for each request. A request without a step left fails, and so do unused steps.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from ..errors import ScriptError
from ..messages import Message, Reply
from ..tool import ToolCall, ToolDefinition
from .base import TextSink
from .sample_arguments import sample_arguments

__all__ = ["ScriptedCall", "ScriptedProvider", "Step", "call_every_tool_once"]

_CALLS_A_ROUND = 8

#: A text; tool calls, possibly in a list with texts; a whole reply; an error to raise; or a function of the messages
#: and the tools that returns one of these.
Step = (
    str
    | ToolCall
    | Message
    | Reply
    | BaseException
    | type[BaseException]
    | Sequence["str | ToolCall"]
    | Callable[[Sequence[Message], Sequence[ToolDefinition]], "Step"]
)


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """One request, copied, so that later changes do not show.

    Attributes:
        messages: The conversation.
        tools: The offered tools.
        streamed: Whether a streamed answer was requested.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolDefinition, ...]
    streamed: bool


class ScriptedProvider:
    """Answers with its steps, one for each request; as a context manager, it checks on exit that all were used.

    Args:
        steps: The answers, in order.
        name: The name of the provider.
        model: The name of the model; empty for none.

    Attributes:
        calls: The requests, oldest first.
    """

    def __init__(self, steps: Iterable[Step] = (), *, name: str = "scripted", model: str = "") -> None:
        self.name = name
        self.model = model
        self.calls: list[ScriptedCall] = []
        self._steps: list[Step] = list(steps)
        self._taken = 0
        self._made = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # A failure inside the block explains unused steps better.
        if kind is None:
            self.assert_finished()

    def add(self, *steps: Step) -> None:
        """Add further steps."""
        self._steps += steps

    @property
    def remaining(self) -> int:
        """The number of unused steps."""
        return len(self._steps) - self._taken

    def assert_finished(self) -> None:
        """Check that every step was used.

        Raises:
            ScriptError: If steps are left.
        """
        if self.remaining:
            raise ScriptError(
                f"The script has {len(self._steps)} steps, and only {self._taken} were used. "
                "Shorten it, or find out why the conversation ended early."
            )

    def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), *, stream_to: TextSink | None = None
    ) -> Reply:
        """Answer with the next step.

        Raises:
            ScriptError: If no step is left.
            BaseException: If the step is an error.
        """
        self.calls.append(ScriptedCall(copy.deepcopy(tuple(messages)), copy.deepcopy(tuple(tools)), bool(stream_to)))
        if not self.remaining:
            raise ScriptError(
                f"The script has {len(self._steps)} steps, and one more was requested. "
                "Add a step, or find out why the conversation went on."
            )
        step = self._steps[self._taken]
        self._taken += 1
        reply = self._reply(step, messages, tools)
        if stream_to is not None:
            for line in reply.message.text.splitlines(keepends=True):
                stream_to(line)
        return reply

    def _reply(self, step: Step, messages: Sequence[Message], tools: Sequence[ToolDefinition]) -> Reply:
        if isinstance(step, BaseException) or (isinstance(step, type) and issubclass(step, BaseException)):
            raise step
        if isinstance(step, Reply):
            return step
        if isinstance(step, Message):
            return Reply(step, model=self.model, stop_reason="tool_calls" if step.tool_calls else "stop")
        if isinstance(step, str | ToolCall):
            step = [step]
        if isinstance(step, Sequence):
            calls = tuple(part if part.id else self._with_id(part) for part in step if isinstance(part, ToolCall))
            text = "".join(part for part in step if isinstance(part, str))
            return self._reply(Message("assistant", text, calls), messages, tools)
        function: Any = step
        if callable(function):
            return self._reply(function(messages, tools), messages, tools)
        raise TypeError(f"{step!r} is not a step of a script. Use a text, calls, a reply, an error or a function.")

    def _with_id(self, call: ToolCall) -> ToolCall:
        self._made += 1
        return ToolCall(f"scripted-{self._made}", call.name, call.arguments, call.malformed_arguments)


def call_every_tool_once(
    arguments: Mapping[str, Mapping[str, Any]] | None = None, *, calls_a_round: int = _CALLS_A_ROUND
) -> ScriptedProvider:
    """Return a model that calls each offered tool once, and then answers.

    Args:
        arguments: Arguments by tool name, for tools that need other values than those made from the schema.
        calls_a_round: The number of calls in one turn.
    """
    model = ScriptedProvider()

    def answer(messages: Sequence[Message], tools: Sequence[ToolDefinition]) -> Step:
        called = {call.name for message in messages for call in message.tool_calls}
        due = [tool for tool in tools if tool.name not in called][:calls_a_round]
        if not due:
            return f"Called {len(called)} tools."
        model.add(answer)
        chosen = arguments or {}
        return [
            ToolCall("", tool.name, dict(chosen.get(tool.name) or sample_arguments(tool.input_schema))) for tool in due
        ]

    model.add(answer)
    return model
