"""Anthropic's Messages, direct or through Bedrock, Vertex or a gateway; also the older text completions.

Thinking blocks carry a signature and must be returned, in place, when the conversation continues after a tool call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..messages import Message, Reply, Usage
from ..schema.shapes import provider_shape
from ..tool import ToolDefinition
from .arguments import arguments_object, tool_call
from .conversation import ConversationForm
from .error_body import no_reply
from .fields import content_in, count_in, mapping_in, mappings_in, said_in, strict_json, text_in
from .reply_stream import ReplyStream
from .server_tools import from_blocks

__all__ = ["CONVERSATION", "AnthropicStream", "build_request", "parse_reply"]

_FORMAT = "anthropic"
_MAX_TOKENS = 8192
_PLAIN = ("text", "tool_use")
_PIECES = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}


def build_request(
    messages: Sequence[Message],
    tools: Sequence[ToolDefinition] = (),
    *,
    model: str,
    stream: bool = False,
    max_tokens: int | None = None,
    temperature: float | None = None,
) -> dict[str, Any]:
    """Write the body of a request; the instructions are marked for the provider's cache.

    Args:
        messages: The whole conversation.
        tools: The tools that the model may call.
        model: The model's name.
        stream: Whether to request a streamed answer.
        max_tokens: The longest answer in tokens; 8192 unless given, since Anthropic wants a number.
        temperature: None leaves it to the provider.
    """
    body: dict[str, Any] = {"model": model, "max_tokens": max_tokens or _MAX_TOKENS}
    body[CONVERSATION.key] = CONVERSATION.items(messages)
    instructions = [{"type": "text", "text": message.text} for message in messages if message.role == "system"]
    if instructions:
        body["system"] = [*instructions[:-1], {**instructions[-1], "cache_control": {"type": "ephemeral"}}]
    if tools:
        body["tools"] = [provider_shape(tool.name, tool.description, tool.input_schema, "anthropic") for tool in tools]
    if stream:
        body["stream"] = True
    if temperature is not None:
        body["temperature"] = temperature
    return body


def _blocks(messages: Sequence[Message], index: int) -> list[dict[str, Any]]:
    message = messages[index]
    if message.role == "system":
        return []
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.tool_call_id, "content": message.text}]
    kept = [dict(mapping_in(entry, "block")) for entry in message.opaque if entry.get("format") == _FORMAT]
    if kept:
        calls = {call.id: call for call in message.tool_calls}
        for block in kept:
            # Malformed arguments cannot be sent back as text.
            if block.get("type") == "tool_use" and (call := calls.get(text_in(block, "id"))) is not None:
                block["input"] = arguments_object(call)
        return kept
    # A text of only whitespace is refused.
    blocks = [{"type": "text", "text": message.text}] if message.text.strip() else []
    return blocks + [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": arguments_object(call)}
        for call in message.tool_calls
    ]


CONVERSATION = ConversationForm("messages", _blocks, "content")


def parse_reply(body: Mapping[str, Any]) -> Reply:
    """Read an answer that was not streamed.

    Raises:
        ProviderError: If *body* holds no content.
    """
    if isinstance(body.get("completion"), str):
        return Reply(
            message=Message(role="assistant", text=text_in(body, "completion")),
            stop_reason=text_in(body, "stop_reason"),
            model=text_in(body, "model"),
        )
    if not isinstance(body.get("content"), list | str | Mapping):
        raise no_reply(body, "content")
    blocks = _content(body)
    usage = mapping_in(body, "usage")
    is_plain = all(block.get("type") in _PLAIN for block in blocks)
    return Reply(
        message=Message(
            role="assistant",
            text="".join(said_in(block, "text") for block in blocks if block.get("type") == "text"),
            tool_calls=tuple(
                tool_call(block.get("id"), block.get("name"), block.get("input"))
                for block in blocks
                if block.get("type") == "tool_use"
            ),
            opaque=() if is_plain else tuple({"format": _FORMAT, "block": block} for block in blocks),
        ),
        stop_reason=text_in(body, "stop_reason"),
        usage=Usage(
            input_tokens=count_in(usage, "input_tokens"),
            output_tokens=count_in(usage, "output_tokens"),
            cached_tokens=count_in(usage, "cache_read_input_tokens"),
            cache_write_tokens=count_in(usage, "cache_creation_input_tokens"),
        ),
        model=text_in(body, "model"),
        reasoning="".join(text_in(block, "thinking") for block in blocks if block.get("type") == "thinking"),
        server_tools=() if is_plain else from_blocks(blocks),
    )


def _content(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the blocks; an object that is not a block is the answer of a gateway that decodes structured replies."""
    blocks = content_in(body, "content")
    if isinstance(body.get("content"), Mapping) and not text_in(blocks[0], "type"):
        return [{"type": "text", "text": said_in(body, "content")}]
    return blocks


class AnthropicStream(ReplyStream):
    """Joins a streamed message, block by block."""

    def __init__(self) -> None:
        super().__init__()
        self._head: dict[str, Any] = {}
        self._blocks: dict[int, dict[str, Any]] = {}
        self._pieces: dict[int, dict[str, list[str]]] = {}
        self._completion: list[str] | None = None

    def take(self, payload: Mapping[str, Any], name: str) -> None:
        kind = text_in(payload, "type") or name
        if "error" in (kind, name) or (payload.get("error") and not kind.startswith(("message", "content"))):
            self.fail(payload)
        elif kind == "message_start":
            self._head = dict(mapping_in(payload, "message"))
            for index, block in enumerate(mappings_in(self._head, "content")):
                self._blocks[index] = dict(block)
        elif kind == "content_block_start":
            self._blocks[count_in(payload, "index")] = dict(mapping_in(payload, "content_block"))
        elif kind == "content_block_delta":
            self._take_delta(count_in(payload, "index"), mapping_in(payload, "delta"))
        elif kind == "message_delta":
            self._head.update({key: value for key, value in mapping_in(payload, "delta").items() if value is not None})
            counts = {key: value for key, value in mapping_in(payload, "usage").items() if value is not None}
            self._head["usage"] = {**mapping_in(self._head, "usage"), **counts}
        elif kind == "message_stop":
            self.is_complete = True
        elif "completion" in payload:
            self._take_completion(payload)
        elif name.endswith("Exception"):
            # Bedrock reports errors in a stream as events.
            self.fail(payload, name)

    def partial(self) -> Reply:
        if self._completion is not None:
            return parse_reply({**self._head, "completion": "".join(self._completion)})
        return parse_reply({**self._head, "content": [self._block(index) for index in sorted(self._blocks)]})

    def _take_delta(self, index: int, delta: Mapping[str, Any]) -> None:
        kind = text_in(delta, "type")
        pieces = self._pieces.setdefault(index, {})
        if kind in _PIECES:
            pieces.setdefault(_PIECES[kind], []).append(text_in(delta, _PIECES[kind]))
            if kind == "text_delta":
                self.say(text_in(delta, "text"))
        elif kind == "input_json_delta":
            pieces.setdefault("input", []).append(text_in(delta, "partial_json"))
        elif kind == "citations_delta":
            block = self._blocks.setdefault(index, {})
            block["citations"] = [*mappings_in(block, "citations"), mapping_in(delta, "citation")]
        else:
            # An unknown kind of delta still belongs to its block.
            self._blocks.setdefault(index, {}).update({key: value for key, value in delta.items() if key != "type"})

    def _block(self, index: int) -> dict[str, Any]:
        block = dict(self._blocks[index])
        for key, pieces in self._pieces.get(index, {}).items():
            joined = "".join(pieces)
            if key != "input":
                block[key] = text_in(block, key) + joined
            elif joined:
                block[key] = _input(joined)
        return block

    def _take_completion(self, payload: Mapping[str, Any]) -> None:
        self._completion = [*(self._completion or ()), text_in(payload, "completion")]
        self.say(text_in(payload, "completion"))
        self._head.update({key: value for key, value in payload.items() if value is not None and key != "completion"})
        self.is_complete = bool(payload.get("stop_reason"))


def _input(text: str) -> Any:
    """Return the decoded input, or its text if it is not JSON, which `tool_call` keeps."""
    try:
        value = strict_json(text)
    except ValueError:
        return text
    return value if isinstance(value, dict) else text
