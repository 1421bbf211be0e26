"""The conversation, free of any provider: messages, a model's reply, and what it used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .tool import ToolCall

__all__ = ["Message", "Reply", "Usage"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more replies.

    Attributes:
        input_tokens: Tokens of the prompt, cached ones included.
        output_tokens: Tokens of the answer, reasoning included.
        cached_tokens: The part of the prompt that was read from the provider's cache.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation.

    Attributes:
        role: Who speaks.
        text: What is said; for a tool message, the result as JSON text.
        tool_calls: Calls that the assistant makes in this turn.
        tool_call_id: The call that a tool message answers.
        opaque: Blocks that only their provider understands and wants back unchanged.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    opaque: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        message: The assistant's turn.
        stop_reason: Why it ended, in the provider's word.
        usage: Tokens used.
        model: The model that answered, as the provider names it.
        reasoning: Visible reasoning; empty if there was none.
    """

    message: Message
    stop_reason: str = ""
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    reasoning: str = ""
