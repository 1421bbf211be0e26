"""OpenAI's Responses API, and compatible hosts.

A reply is a list of items: messages, function calls, reasoning, and calls of tools that the provider defines, some of
which the client runs. We run only function and custom tool calls; all other items are returned unchanged when the
conversation continues.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..messages import Message, Reply, Usage
from ..schema.shapes import provider_shape
from ..tool import ToolDefinition
from .arguments import arguments_text, tool_call
from .conversation import ConversationForm
from .error_body import no_reply
from .fields import content_in, count_in, list_in, mapping_in, mappings_in, said_in, text_in
from .openai import free_text_call
from .reply_stream import ReplyStream
from .server_tools import client_call, from_items

__all__ = ["CONVERSATION", "OpenAIResponsesStream", "build_request", "parse_reply"]

_FORMAT = "openai_responses"
_SOUNDS = ("output_audio", "audio")
_ENDS = ("response.completed", "response.incomplete", "response.failed", "response.cancelled", "response.done")


def build_request(
    messages: Sequence[Message],
    tools: Sequence[ToolDefinition] = (),
    *,
    model: str,
    stream: bool = False,
    max_tokens: int | None = None,
    temperature: float | None = None,
) -> dict[str, Any]:
    """Write the body of a request.

    Args:
        messages: The whole conversation.
        tools: The tools that the model may call.
        model: The model's name.
        stream: Whether to request a streamed answer.
        max_tokens: The longest answer in tokens; None leaves it to the provider.
        temperature: None leaves it to the provider.
    """
    body: dict[str, Any] = {"model": model, CONVERSATION.key: CONVERSATION.items(messages)}
    if tools:
        body["tools"] = [
            provider_shape(tool.name, tool.description, tool.input_schema, "openai_responses") for tool in tools
        ]
    if stream:
        body["stream"] = True
    if max_tokens is not None:
        body["max_output_tokens"] = max_tokens
    if temperature is not None:
        body["temperature"] = temperature
    return body


def _parts(messages: Sequence[Message], index: int) -> list[Mapping[str, Any]]:
    message = messages[index]
    if message.role == "tool":
        return [{"type": "function_call_output", "call_id": message.tool_call_id, "output": message.text}]
    kept = [mapping_in(entry, "block") for entry in message.opaque if entry.get("format") == _FORMAT]
    if kept:
        return kept
    items: list[Mapping[str, Any]] = []
    if message.text or not message.tool_calls:
        items.append({"role": message.role, "content": message.text})
    for call in message.tool_calls:
        arguments = arguments_text(call)
        items.append({"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments})
    return items


CONVERSATION = ConversationForm("input", _parts)


def parse_reply(body: Mapping[str, Any]) -> Reply:
    """Read an answer that was not streamed.

    Raises:
        ProviderError: If *body* holds no output, or the response failed.
    """
    if not isinstance(body.get("output"), list | Mapping) or body.get("error"):
        raise no_reply(body, "output")
    return _read(body)


class OpenAIResponsesStream(ReplyStream):
    """Takes the response from its last event; joins the deltas if that is missing or empty."""

    def __init__(self) -> None:
        super().__init__()
        self._response: dict[str, Any] = {}
        self._items: dict[int, dict[str, Any]] = {}

    def take(self, payload: Mapping[str, Any], name: str) -> None:
        kind = text_in(payload, "type") or name
        if "error" in (kind, name) or (payload.get("error") and not kind.startswith("response.")):
            self.fail(payload)
            return
        if response := mapping_in(payload, "response"):
            self._response = {**self._response, **response}
            if response.get("error"):
                self.fail(response)
        if kind in _ENDS:
            self.is_complete = True
            if kind == "response.failed":
                self.fail({"message": text_in(mapping_in(payload, "response"), "status") or "failed"})
        elif kind in ("response.output_item.added", "response.output_item.done"):
            if item := mapping_in(payload, "item"):
                self._items[_index(payload, "output_index")] = dict(item)
        elif kind.endswith((".delta", ".done")):
            self._take_piece(kind, payload)

    def partial(self) -> Reply:
        output = list_in(self._response, "output") or [self._items[index] for index in sorted(self._items)]
        return _read({**self._response, "output": output})

    def _take_piece(self, kind: str, payload: Mapping[str, Any]) -> None:
        # Only until the item is done; its last form is complete.
        known = self._items.setdefault(_index(payload, "output_index"), {})
        piece = text_in(payload, "delta")
        if kind in ("response.function_call_arguments.delta", "response.custom_tool_call_input.delta"):
            key = "arguments" if "function" in kind else "input"
            known[key] = text_in(known, key) + piece
        elif kind == "response.output_text.delta":
            self.say(piece)
            _append(known, "content", _index(payload, "content_index"), "output_text", "text", piece)
        elif kind == "response.refusal.delta":
            _append(known, "content", _index(payload, "content_index"), "refusal", "refusal", piece)
        elif kind == "response.reasoning_text.delta":
            _append(known, "content", _index(payload, "content_index"), "reasoning_text", "text", piece)
        elif kind == "response.reasoning_summary_text.delta":
            _append(known, "summary", _index(payload, "summary_index"), "summary_text", "text", piece)


def _read(body: Mapping[str, Any]) -> Reply:
    text: list[str] = []
    refusal: list[str] = []
    reasoning: list[str] = []
    calls = []
    kept: list[Mapping[str, Any]] = []
    items = content_in(body, "output")
    for item in items:
        kind = item.get("type")
        if kind == "function_call":
            calls.append(tool_call(item.get("call_id") or item.get("id"), item.get("name"), item.get("arguments")))
        elif kind == "custom_tool_call":
            calls.append(free_text_call(item.get("call_id"), item.get("name"), item.get("input")))
        elif kind == "reasoning":
            parts = mappings_in(item, "summary") or mappings_in(item, "content")
            reasoning += filter(None, (text_in(part, "text") for part in parts))
        elif kind in ("message", None):
            text += [_said(part) for part in content_in(item, "content")]
            refusal += [text_in(part, "refusal") for part in content_in(item, "content")]
        elif (given := client_call(item, items)) is not None:
            name = text_in(item, "type").removesuffix("_call")
            calls.append(tool_call(item.get("call_id") or item.get("id"), name, given))
        if kind is not None:
            kept.append(item)
    # Messages and function calls can be written again; they are kept unchanged only if other items are among them.
    is_plain = all(item["type"] in ("message", "function_call") for item in kept)
    opaque = () if is_plain else tuple({"format": _FORMAT, "block": item} for item in kept)
    return Reply(
        message=Message(role="assistant", text="".join(text), tool_calls=tuple(calls), opaque=opaque),
        stop_reason=text_in(mapping_in(body, "incomplete_details"), "reason") or text_in(body, "status"),
        usage=_usage(mapping_in(body, "usage")),
        model=text_in(body, "model"),
        reasoning="\n\n".join(reasoning),
        refusal="".join(refusal),
        server_tools=() if is_plain and not _cites(kept) else from_items(kept),
        media=("audio",)
        if any(part.get("type") in _SOUNDS for item in kept for part in mappings_in(item, "content"))
        else (),
    )


def _said(part: Mapping[str, Any]) -> str:
    """Return the text of a part; the words of a spoken one; all of an object that is not a part."""
    kind = part.get("type")
    if kind in ("output_text", "text"):
        return said_in(part, "text")
    if kind in _SOUNDS:
        return text_in(part, "transcript")
    return said_in({"": part}, "") if kind is None else ""


def _cites(items: Sequence[Mapping[str, Any]]) -> bool:
    return any(part.get("annotations") for item in items for part in mappings_in(item, "content"))


def _usage(usage: Mapping[str, Any]) -> Usage:
    return Usage(
        input_tokens=count_in(usage, "input_tokens"),
        output_tokens=count_in(usage, "output_tokens"),
        cached_tokens=count_in(mapping_in(usage, "input_tokens_details"), "cached_tokens"),
        reasoning_tokens=count_in(mapping_in(usage, "output_tokens_details"), "reasoning_tokens"),
    )


def _index(payload: Mapping[str, Any], key: str) -> int:
    return count_in(payload, key)


def _append(item: dict[str, Any], key: str, index: int, kind: str, field: str, piece: str) -> None:
    parts = [dict(part) for part in mappings_in(item, key)]
    # Indexes are dense; a jump is a provider's mistake, and must not allocate thousands of parts.
    while len(parts) <= index and len(parts) < 1000:
        parts.append({"type": kind, field: ""})
    part = parts[min(index, len(parts) - 1)]
    part[field] = text_in(part, field) + piece
    item[key] = parts
