"""AgentRun: what a run of the agent loop leaves behind, and the conversation while it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..messages import Message, Usage
from ..tool import ToolCall, ToolInvocationRecord

__all__ = ["AgentRun", "opening_messages", "with_unique_ids"]


@dataclass(frozen=True, slots=True)
class AgentRun:
    """What a run did.

    Attributes:
        messages: The whole conversation, the answer included; long ones are compacted.
        text: The model's answer; empty if the run was stopped before there was one.
        tool_calls: Every call the model made, in order.
        usage: Tokens of all its turns.
        cost_usd: Dollars of all its turns, or None where one has no known price.
        iterations: How many turns the model had.
        records: What became of the calls, in their order.
        stop_reason: Why the last turn ended, in the provider's word.
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
    """Return the conversation a run begins with.

    Args:
        prompt: The user's request, or a conversation to go on with.
        system: The system prompt; empty for none.

    Raises:
        ValueError: If there is nothing to answer, or a call in it has no result, or more than one.
    """
    messages = [Message("user", prompt)] if isinstance(prompt, str) else list(prompt)
    if not any(message.role != "system" for message in messages):
        raise ValueError("The conversation is empty. Give a prompt, or messages that end with the user's.")
    open_ids: list[str] = []
    for message in messages:
        if message.role == "tool":
            if message.tool_call_id not in open_ids:
                raise ValueError(
                    f"The result {message.tool_call_id!r} answers no open call. Put each result behind its call, once."
                )
            open_ids.remove(message.tool_call_id)
        elif open_ids:
            break
        open_ids += [call.id for call in message.tool_calls]
    if open_ids:
        raise ValueError(f"The call {open_ids[0]!r} has no result. Add a tool message for it, or leave it out.")
    return [Message("system", system), *messages] if system else messages


def with_unique_ids(message: Message, taken: set[str]) -> Message:
    """Return an assistant's turn whose calls have ids, each once in the conversation; they are added to *taken*.

    Gemini and Ollama often give none, and some hosts begin anew in every turn.
    """
    calls = []
    is_changed = False
    for call in message.tool_calls:
        chosen = call.id
        if not chosen or chosen in taken:
            number = len(taken) + 1
            # Nine letters and digits is what the strictest host, Mistral, takes for an id.
            while (chosen := f"forge{number:04d}") in taken:
                number += 1
            is_changed = True
        taken.add(chosen)
        calls.append(call if chosen == call.id else replace(call, id=chosen))
    return replace(message, tool_calls=tuple(calls)) if is_changed else message
