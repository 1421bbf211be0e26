"""Step: one turn of a model with the calls it made and what it was told of them, from a cassette or from a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from forge_harness import AgentRun, ToolCall

from .conversation import RecordedCall
from .recorded_results import RecordedResult, is_failure
from .session import Session
from .turn import arguments_as_sent

__all__ = ["Step", "StepCall", "steps_of_run", "steps_of_session"]


@dataclass(frozen=True, slots=True)
class StepCall:
    """A call and its result.

    Attributes:
        name: The tool's name, as the model wrote it.
        arguments: As the model sent them; no dict where they were malformed.
        result: What the model was told; None where that is not known.
    """

    name: str
    arguments: Any
    result: RecordedResult | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a model.

    Attributes:
        number: From 1; 0 for calls of turns that compaction has taken out of the conversation.
        text: What the model said.
        reasoning: What it thought, where that is visible.
        calls: What it called.
        error: Why there is no whole reply; None if there is.
        sent: What it was sent, as text, for those who search it.
    """

    number: int
    text: str = ""
    reasoning: str = ""
    calls: tuple[StepCall, ...] = ()
    error: str | None = None
    sent: str = ""


def steps_of_session(session: Session) -> tuple[Step, ...]:
    """Return a step for each time a model was asked; its number is that of the turn in the cassette."""
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
    """Return a step for each turn of a run that is still in its conversation, and one for the calls of the others."""
    results = {message.tool_call_id: message.text for message in run.messages if message.role == "tool"}
    failed = {record.call_id for record in run.records if record.call_id and record.outcome != "success"}
    own = {call.id for call in run.tool_calls}
    asked = [message for message in run.messages if message.role == "assistant"]
    # The conversation may have begun with turns of an earlier run.
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
        result = RecordedResult("(taken out by compaction)", is_error=True)
    return StepCall(call.name, arguments_as_sent(call), result)
