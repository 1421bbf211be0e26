"""AgentRun: the result of a run of the agent loop, and the conversation during it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..messages import Message, Usage
from ..tool import ToolCall, ToolInvocationRecord

__all__ = ["AgentRun", "opening_messages", "with_unique_ids"]


@dataclass(frozen=True, slots=True)
class AgentRun:
    """The result of a run.

    Attributes:
        messages: The whole conversation with the answer; long conversations are compacted.
        text: The model's answer; empty if the run was stopped before it.
        tool_calls: All calls of the model, in order.
        usage: Tokens of all its turns.
        cost_usd: Dollars of all its turns, or None if the price of one is unknown.
        iterations: The number of turns.
        records: The records of the calls, in their order.
        stop_reason: The reason why the last turn ended, in the provider's word.
    """

    messages: tuple[Message, ...]
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost_usd: float | None = None
    iterations: int = 0
    records: tuple[ToolInvocationRecord, ...] = ()
    stop_reason: str = ""


def opening_messages(prompt: str | Sequence[Message], system: str) -> list[Message]:
    """Return the conversation at the start of a run.

    Args:
        prompt: The user's request, or a conversation to continue.
        system: The system prompt; empty for none.

    Raises:
        ValueError: If the conversation is empty, or a call in it does not have exactly one result.
    """
    messages = [Message("user", prompt)] if isinstance(prompt, str) else list(prompt)
    if not any(message.role != "system" for message in messages):
        raise ValueError("The conversation is empty. Give a prompt, or messages that end with the user's.")
    open_ids: list[str] = []
    for message in messages:
        if message.role == "tool":
            if message.tool_call_id not in open_ids:
                raise ValueError(
                    f"The result {message.tool_call_id!r} answers an unknown call. Put each result after its call."
                )
            open_ids.remove(message.tool_call_id)
        elif open_ids:
            break
        open_ids += [call.id for call in message.tool_calls]
    if open_ids:
        raise ValueError(
            f"The result of the call {open_ids[0]!r} is missing. Add a tool message for it, or remove the call."
        )
    return [Message("system", system), *messages] if system else messages


def with_unique_ids(message: Message, taken: set[str]) -> Message:
    """Return an assistant's turn whose calls have unique ids in the conversation; they are added to *taken*.

    Gemini and Ollama often leave ids out, and some hosts reuse them in every turn.
    """
    calls = []
    is_changed = False
    for call in message.tool_calls:
        chosen = call.id
        if not chosen or chosen in taken:
            number = len(taken) + 1
            # Nine letters and digits, as Mistral requires, the strictest host.
            while (chosen := f"forge{number:04d}") in taken:
                number += 1
            is_changed = True
        taken.add(chosen)
        calls.append(call if chosen == call.id else replace(call, id=chosen))
    return replace(message, tool_calls=tuple(calls)) if is_changed else message
