"""ScriptedProvider: a model that says what a test wants it to say.

::

    with ScriptedProvider(["Let me look.", ToolCall("c1", "add", {"a": 1}), ...]) as model:
        run_agent_loop("…", provider=model)

The steps are taken in order, one a request. Asking for more of them than there are fails, and so does leaving some.
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

#: A text; calls of tools, which may stand in a list with a text; a whole reply; an error, raised; or a function of the
#: messages and the tools that returns any of these.
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
    """What one request held; copies, so that what happened afterwards does not show.

    Attributes:
        messages: The conversation.
        tools: The tools that were offered.
        streamed: Whether the answer was to be streamed.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolDefinition, ...]
    streamed: bool


class ScriptedProvider:
    """Answers with its steps, one a request; as a context manager, it checks on leaving that all were taken.

    Args:
        steps: What to answer, in order.
        name: The provider it plays.
        model: The model it plays; empty for none.

    Attributes:
        calls: What each request held, oldest first.
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
        # A failure inside explains the steps that are left better than we could.
        if kind is None:
            self.assert_finished()

    def add(self, *steps: Step) -> None:
        """Add further steps."""
        self._steps += steps

    @property
    def remaining(self) -> int:
        """How many steps were not taken yet."""
        return len(self._steps) - self._taken

    def assert_finished(self) -> None:
        """Check that every step was taken.

        Raises:
            ScriptError: If some are left.
        """
        if self.remaining:
            raise ScriptError(
                f"The script has {len(self._steps)} steps and only {self._taken} were asked for. "
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
                f"The script has {len(self._steps)} steps and was asked for one more. "
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
        raise TypeError(f"{step!r} is no step of a script. Use a text, calls, a reply, an error or a function.")

    def _with_id(self, call: ToolCall) -> ToolCall:
        self._made += 1
        return ToolCall(f"scripted-{self._made}", call.name, call.arguments, call.malformed_arguments)


def call_every_tool_once(
    arguments: Mapping[str, Mapping[str, Any]] | None = None, *, calls_a_round: int = _CALLS_A_ROUND
) -> ScriptedProvider:
    """Return a model that calls each tool it is offered, once, and then says that it is done.

    Args:
        arguments: Arguments by tool name, for those that plain ones made from the schema do not suit.
        calls_a_round: How many calls it makes at a time.
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
