"""WireFormat: how the replies of one provider are read; the formats by name, and how a body alone tells its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..messages import Reply
from . import anthropic, bedrock, cohere, gemini, ollama, openai, openai_responses
from .fields import mapping_in, text_in
from .reply_stream import ReplyStream

__all__ = ["WIRE_FORMATS", "WireFormat", "find_wire_format", "guess_wire_format"]


@dataclass(frozen=True, slots=True)
class WireFormat:
    """How one provider's replies are read.

    Attributes:
        name: Its name in `WIRE_FORMATS`.
        parse_reply: Reads a body that was not streamed.
        new_stream: Makes what reads a streamed one.
    """

    name: str
    parse_reply: Callable[[Mapping[str, Any]], Reply]
    new_stream: Callable[[], ReplyStream]


WIRE_FORMATS: Mapping[str, WireFormat] = {
    wire.name: wire
    for wire in (
        WireFormat("openai", openai.parse_reply, openai.OpenAIStream),
        WireFormat("openai_responses", openai_responses.parse_reply, openai_responses.OpenAIResponsesStream),
        WireFormat("anthropic", anthropic.parse_reply, anthropic.AnthropicStream),
        WireFormat("gemini", gemini.parse_reply, gemini.GeminiStream),
        WireFormat("ollama", ollama.parse_reply, ollama.OllamaStream),
        WireFormat("bedrock", bedrock.parse_reply, bedrock.BedrockStream),
        WireFormat("cohere", cohere.parse_reply, cohere.CohereStream),
    )
}


def find_wire_format(name: str) -> WireFormat:
    """Return the format called *name*.

    Raises:
        ValueError: If there is none.
    """
    found = WIRE_FORMATS.get(name)
    if found is None:
        raise ValueError(f"There is no wire format {name!r}. Choose one of {', '.join(WIRE_FORMATS)}.")
    return found


def guess_wire_format(body: Mapping[str, Any]) -> str | None:
    """Tell by a body, or a stream's first event, whose form it has.

    Returns:
        A name in `WIRE_FORMATS`, or None where no form fits.
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
