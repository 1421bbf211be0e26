"""The conversation, independent of providers: messages, a model's reply, and its usage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .tool import ToolCall

__all__ = ["Message", "Reply", "ServerTool", "Usage"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more replies, as the provider counts them.

    Attributes:
        input_tokens: Tokens of the prompt; Anthropic and Bedrock leave out tokens read from or written to the cache,
            all others include them.
        output_tokens: Tokens of the answer; Gemini leaves out the reasoning, all others include it.
        cached_tokens: Tokens of the prompt that were read from the provider's cache.
        cache_write_tokens: Tokens of the prompt that were written to it, if the provider charges for that.
        reasoning_tokens: Tokens of the reasoning, if the provider reports them.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
        )


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation.

    Attributes:
        role: The speaker.
        text: The text; for a tool message, the result as JSON text.
        tool_calls: Calls that the assistant makes in this turn.
        tool_call_id: The call that a tool message answers.
        opaque: Blocks that the provider wants back unchanged, in order: each a mapping with ``format``, the wire format
            it belongs to, and ``block``, the block itself.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    opaque: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class ServerTool:
    """A tool that the provider ran itself while the model answered, such as a web search; there is nothing to run.

    Attributes:
        name: The tool's name, or its kind: ``web_search``, ``code_execution``, ….
        input: What the model gave it; None if the provider does not say.
        result: What came of it, decoded JSON; None if the provider does not say.
        error: The provider's word for a failure; empty if it did not fail.
        server: The label of the MCP server that has the tool; empty for tools of the provider.
    """

    name: str
    input: Any = None
    result: Any = None
    error: str = ""
    server: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a model.

    Attributes:
        message: The assistant's turn.
        stop_reason: The reason why the turn ended, in the provider's word.
        usage: Tokens used.
        model: The model that answered, as the provider names it.
        reasoning: Visible reasoning; empty if there was none.
        refusal: The text of a refusal, if the provider separates it from the answer.
        server_tools: The tools that the provider ran itself, in order.
        media: The types of pictures, sounds and files in the answer: ``image/png``, ``audio``, ….
    """

    message: Message
    stop_reason: str = ""
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    reasoning: str = ""
    refusal: str = ""
    server_tools: tuple[ServerTool, ...] = ()
    media: tuple[str, ...] = ()
