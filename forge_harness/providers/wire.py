"""WireFormat: the requests and replies of one provider; the formats by name, and detection by a body."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..messages import Message, Reply
from ..tool import ToolDefinition
from . import anthropic, bedrock, cohere, gemini, ollama, openai, openai_responses, openai_stream
from .conversation import ConversationForm
from .fields import mapping_in, text_in
from .reply_stream import ReplyStream

__all__ = ["WIRE_FORMATS", "RequestBuilder", "WireFormat", "find_wire_format", "guess_wire_format"]


class RequestBuilder(Protocol):
    """Writes the body of a request from a provider-independent conversation."""

    def __call__(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        *,
        model: str,
        stream: bool = False,
        max_tokens: int | None = None,
        temperature: float | None = None,
    ) -> dict[str, Any]:
        """Return the body; of `Message.opaque`, only blocks of the same format are sent back."""


@dataclass(frozen=True, slots=True)
class WireFormat:
    """The requests and replies of one provider.

    Attributes:
        name: Its name in `WIRE_FORMATS`.
        parse_reply: Reads a body that was not streamed.
        new_stream: Returns a new reader of a streamed reply.
        build_request: Writes a request; None for a provider whose recordings are only read.
        conversation: The form of its messages.
    """

    name: str
    parse_reply: Callable[[Mapping[str, Any]], Reply]
    new_stream: Callable[[], ReplyStream]
    build_request: RequestBuilder | None = None
    conversation: ConversationForm | None = None


WIRE_FORMATS: Mapping[str, WireFormat] = {
    wire.name: wire
    for wire in (
        WireFormat("openai", openai.parse_reply, openai_stream.OpenAIStream, openai.build_request, openai.CONVERSATION),
        WireFormat(
            "openai_responses",
            openai_responses.parse_reply,
            openai_responses.OpenAIResponsesStream,
            openai_responses.build_request,
            openai_responses.CONVERSATION,
        ),
        WireFormat(
            "anthropic",
            anthropic.parse_reply,
            anthropic.AnthropicStream,
            anthropic.build_request,
            anthropic.CONVERSATION,
        ),
        WireFormat("gemini", gemini.parse_reply, gemini.GeminiStream, gemini.build_request, gemini.CONVERSATION),
        WireFormat("ollama", ollama.parse_reply, ollama.OllamaStream, ollama.build_request, ollama.CONVERSATION),
        WireFormat("bedrock", bedrock.parse_reply, bedrock.BedrockStream),
        WireFormat("cohere", cohere.parse_reply, cohere.CohereStream),
    )
}


def find_wire_format(name: str) -> WireFormat:
    """Return the format called *name*.

    Raises:
        ValueError: If the name is unknown.
    """
    found = WIRE_FORMATS.get(name)
    if found is None:
        raise ValueError(f"The wire format {name!r} is unknown. Choose one of {', '.join(WIRE_FORMATS)}.")
    return found


def guess_wire_format(body: Mapping[str, Any]) -> str | None:
    """Return the format of a body, or of a stream's first event.

    Returns:
        A name in `WIRE_FORMATS`, or None if no format fits.
    """
    kind = text_in(body, "type")
    if isinstance(body.get("choices"), list):
        return "openai"
    if text_in(body, "object") == "response" or kind.startswith("response."):
        return "openai_responses"
    if (kind == "message" and isinstance(body.get("content"), list)) or kind == "message_start":
        return "anthropic"
    if isinstance(body.get("candidates"), list):
        return "gemini"
    if mapping_in(mapping_in(body, "output"), "message") or isinstance(body.get("messageStart"), Mapping):
        return "bedrock"
    if "done" in body and "model" in body and ("message" in body or "response" in body):
        return "ollama"
    if kind == "message-start":
        return "cohere"
    return None
