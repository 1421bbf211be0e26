"""Step: one turn of a model with its calls and their results, from a cassette or a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from forge_harness import AgentRun, ToolCall

from .conversation import RecordedCall
from .recorded_results import RecordedResult, is_failure
from .session import Session
from .turn import arguments_as_sent

__all__ = ["Step", "StepCall", "steps_of_run", "steps_of_session"]


class StepCall(Struct, frozen=True):
    """A call and its result.

    Attributes:
        name: The tool's name, as the model wrote it.
        arguments: As the model sent them; not a dict if malformed.
        result: The result as sent to the model; None if unknown.
    """

    name: str
    arguments: Any
    result: RecordedResult | None = None


class Step(Struct, frozen=True):
    """One turn of a model.

    Attributes:
        number: From 1; 0 for calls of turns that compaction removed from the conversation.
        text: The model's text.
        reasoning: Its reasoning, if visible.
        calls: Its calls.
        error: Why the reply is incomplete; None if it is complete.
        sent: The request as text, for searches.
    """

    number: int
    text: str = ""
    reasoning: str = ""
    calls: tuple[StepCall, ...] = ()
    error: str | None = None
    sent: str = ""


def steps_of_session(session: Session) -> tuple[Step, ...]:
    """Return a step for each request to a model, numbered as the turns of the cassette."""
    calls: dict[int, list[StepCall]] = {}
    for recorded in session.calls():
        calls.setdefault(recorded.turn, []).append(_of_recording(recorded))
    return tuple(
        Step(
            number=number,
            text=turn.reply.message.text or turn.reply.refusal,
            reasoning=turn.reply.reasoning,
            calls=tuple(calls.get(number, ())),
            error=turn.error,
            sent=(session.requests[number - 1] or b"").decode("utf-8", "replace"),
        )
        for number, turn in enumerate(session.turns, 1)
        if turn.is_conversation
    )


def steps_of_run(run: AgentRun) -> tuple[Step, ...]:
    """Return a step for each turn in a run's conversation, and one for the calls of the other turns."""
    results = {message.tool_call_id: message.text for message in run.messages if message.role == "tool"}
    failed = {record.call_id for record in run.records if record.call_id and record.outcome != "success"}
    own = {call.id for call in run.tool_calls}
    asked = [message for message in run.messages if message.role == "assistant"]
    # The conversation may start with turns of an earlier run.
    turns = [
        message
        for message in asked[max(len(asked) - run.iterations, 0) :]
        if all(call.id in own for call in message.tool_calls)
    ]
    shown = {call.id for message in turns for call in message.tool_calls}

    def called(calls: Sequence[ToolCall]) -> tuple[StepCall, ...]:
        return tuple(_of_run(call, results.get(call.id), is_failed=call.id in failed) for call in calls)

    steps = [
        Step(run.iterations - len(turns) + place, message.text, calls=called(message.tool_calls))
        for place, message in enumerate(turns, 1)
    ]
    if lost := [call for call in run.tool_calls if call.id not in shown]:
        steps.insert(0, Step(0, calls=called(lost)))
    if steps:
        told = [message.text for message in run.messages if message.role in ("system", "user")]
        steps[0] = replace(steps[0], sent="\n".join(told))
    return tuple(steps)


def _of_recording(recorded: RecordedCall) -> StepCall:
    return StepCall(recorded.call.name, arguments_as_sent(recorded.call), recorded.result)


def _of_run(call: ToolCall, text: str | None, *, is_failed: bool) -> StepCall:
    result = None if text is None else RecordedResult(text, is_failed or is_failure(text))
    if result is None and is_failed:
        result = RecordedResult("(removed by compaction)", is_error=True)
    return StepCall(call.name, arguments_as_sent(call), result)
