"""Ollama's own /api/chat and /api/generate; arguments are objects there, and calls often have no id.

The thinking of a turn is sent back with it, as by Ollama's own client: some models' templates need it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..messages import Message, Reply, Usage
from ..schema.shapes import provider_shape
from ..tool import ToolDefinition
from .arguments import arguments_object, tool_call
from .conversation import ConversationForm, calling_message
from .error_body import no_reply
from .fields import count_in, mapping_in, mappings_in, said_in, text_in
from .reply_stream import ReplyStream

__all__ = ["CONVERSATION", "OllamaStream", "build_request", "parse_reply"]

_FORMAT = "ollama"


def build_request(
    messages: Sequence[Message],
    tools: Sequence[ToolDefinition] = (),
    *,
    model: str,
    stream: bool = False,
    max_tokens: int | None = None,
    temperature: float | None = None,
) -> dict[str, Any]:
    """Write the body of a request to /api/chat.

    Args:
        messages: The whole conversation.
        tools: The tools that the model may call.
        model: The model's name.
        stream: Whether to request a streamed answer.
        max_tokens: The longest answer in tokens; None leaves it to the provider.
        temperature: None leaves it to the provider.
    """
    body: dict[str, Any] = {"model": model, CONVERSATION.key: CONVERSATION.items(messages)}
    # The default here is true, unlike elsewhere.
    body["stream"] = stream
    if tools:
        body["tools"] = [provider_shape(tool.name, tool.description, tool.input_schema, "ollama") for tool in tools]
    settings = {"num_predict": max_tokens, "temperature": temperature}
    if given := {key: value for key, value in settings.items() if value is not None}:
        body["options"] = given
    return body


def _parts(messages: Sequence[Message], index: int) -> list[dict[str, Any]]:
    message = messages[index]
    written: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.role == "tool":
        # Ollama identifies results by the tool's name.
        called = calling_message(messages, index)
        calls = reversed(called.tool_calls) if called else ()
        named = (call.name for call in calls if call.id == message.tool_call_id)
        written["tool_name"] = next(named, message.tool_call_id)
    if message.tool_calls:
        written["tool_calls"] = [
            {"function": {"name": call.name, "arguments": arguments_object(call)}} for call in message.tool_calls
        ]
    for kept in message.opaque:
        if kept.get("format") == _FORMAT:
            written |= mapping_in(kept, "block")
    return [written]


CONVERSATION = ConversationForm("messages", _parts)


def parse_reply(body: Mapping[str, Any]) -> Reply:
    """Read an answer that was not streamed, of either endpoint.

    Raises:
        ProviderError: If *body* is not an answer.
    """
    message = mapping_in(body, "message")
    if not message and "response" not in body:
        raise no_reply(body, "message")
    calls = []
    for call in mappings_in(message, "tool_calls"):
        function = mapping_in(call, "function")
        calls.append(tool_call(call.get("id"), function.get("name"), function.get("arguments")))
    thinking = text_in(message, "thinking")
    return Reply(
        message=Message(
            role="assistant",
            text=said_in(message, "content") or said_in(body, "response"),
            tool_calls=tuple(calls),
            opaque=({"format": _FORMAT, "block": {"thinking": thinking}},) if thinking else (),
        ),
        stop_reason=text_in(body, "done_reason"),
        usage=Usage(
            input_tokens=count_in(body, "prompt_eval_count"),
            output_tokens=count_in(body, "eval_count"),
        ),
        model=text_in(body, "model"),
        reasoning=thinking or text_in(body, "thinking"),
    )


class OllamaStream(ReplyStream):
    """Joins the lines, each of which is an answer with the next piece."""

    def __init__(self) -> None:
        super().__init__()
        self._head: dict[str, Any] = {}
        self._text: list[str] = []
        self._thinking: list[str] = []
        self._calls: list[Mapping[str, Any]] = []

    def take(self, payload: Mapping[str, Any], name: str) -> None:
        if payload.get("error") or name == "error":
            self.fail(payload)
            return
        message = mapping_in(payload, "message")
        piece = said_in(message, "content") or said_in(payload, "response")
        self._text.append(piece)
        self.say(piece)
        self._thinking.append(text_in(message, "thinking") or text_in(payload, "thinking"))
        self._calls += mappings_in(message, "tool_calls")
        self._head.update(payload)
        self.is_complete = self.is_complete or bool(payload.get("done"))

    def partial(self) -> Reply:
        message = {"content": "".join(self._text), "thinking": "".join(self._thinking), "tool_calls": self._calls}
        return parse_reply({**self._head, "message": message})
